"""The section with all posts, where administrators hide, move, delete and restore them."""
