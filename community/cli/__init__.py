"""What an operator does at a terminal: `community COMMAND`."""
