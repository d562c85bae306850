"""The editor for posts and the composer for comments."""

from community.components.editor.comment_composer import comment_composer
from community.components.editor.post_editor import post_editor, static_post_editor
