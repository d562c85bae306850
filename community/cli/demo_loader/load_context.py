"""What the loader of the demo content has loaded so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from community.cli.demo_loader.image_loader import ImageLoader
from community.core import clock
from community.core.actor import Actor
from community.core.text.markup import RenderedArticle, RenderedMessage
from community.domain import accounts, site


@dataclass
class LoadContext:
    """The content that has been loaded so far. The keys of most mappings are slugs."""

    images: ImageLoader
    # The validated data of the users that are not registered yet
    registrations: Mapping[str, accounts.RegistrationData] = field(default_factory=dict)
    actors: dict[str, Actor] = field(default_factory=dict)
    community_ids: dict[str, int] = field(default_factory=dict)
    post_ids: dict[str, int] = field(default_factory=dict)
    # The ids of the comments. A key is the slug of the post and the number of the comment.
    comment_ids: dict[tuple[str, int], int] = field(default_factory=dict)
    # The plans on sale, by their names. Empty if the site must not sell with the sandbox.
    plan_ids: dict[str, int] = field(default_factory=dict)
    owns_site: bool = False  # see `Progress`
    reaction_choices: Sequence[site.ReactionChoice] = ()
    # The rendered texts of the current batch
    rules: dict[str, RenderedArticle] = field(default_factory=dict)
    post_texts: dict[str, RenderedArticle] = field(default_factory=dict)
    comment_texts: dict[tuple[str, int], RenderedMessage] = field(default_factory=dict)

    def get_confirmed_admin(self) -> Actor:
        """Return the administrator as if they had just entered their password on the site."""
        return replace(self.actors["marta"], session_id=0, confirmed_at=clock.now())
