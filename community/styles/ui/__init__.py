"""Class names of the general parts in `components/ui/`."""
