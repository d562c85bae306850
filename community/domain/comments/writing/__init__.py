"""Creating, editing and deleting comments, and the rules for their texts."""
