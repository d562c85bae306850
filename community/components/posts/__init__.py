"""Posts: their cards in feeds, and their articles."""

from community.components.posts.article import post_article, publish_button, static_actions
from community.components.posts.card import post_card
from community.components.posts.summary import summary_box
