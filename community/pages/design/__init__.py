"""The design gallery, which exists only outside production."""
