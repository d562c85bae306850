"""Parts of the interface that several sections of the Admin Panel use."""
