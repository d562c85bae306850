"""What buyers see and agree to before they pay."""
