"""The section with all comments, where administrators approve, hide and delete them."""
