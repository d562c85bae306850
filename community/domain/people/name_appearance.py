"""The badge beside the name of a user, and the style of the name. Subscription plans include them.

The choice stays stored when the plan ends, so that it comes back with the next one.
"""

from collections.abc import Collection, Mapping
from typing import Annotated, Final

from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import errors, events
from community.core.actor import Actor
from community.domain import identity
from community.domain.people import policies
from community.domain.people.events import NameAppearanceChanged
from community.i18n import gettext as _
from community.models import User

# `components/people/person_name.py` has the names of badges and styles, and `styles/profile.py` the
# icons and class names.
BADGES: Final = ("star", "heart", "flame", "leaf", "moon", "book", "coffee", "crown")
NAME_STYLES: Final = ("ocean", "forest", "plum", "rose", "sunset", "aurora")
# The best of these places in the ranking that a user has reached gives the badge.
RATING_BADGES: Final[Mapping[int, str]] = {10: "top_10", 100: "top_100", 1_000: "top_1000"}

# Higher than the length of any code.
_Code = Annotated[str, Field(max_length=100)]


class NameAppearance(BaseModel):
    """The badge beside the name, and the style of the name. Omitted fields keep their values.

    Null removes the badge or the style.
    """

    badge: _Code | None = None
    name_style: _Code | None = None


async def change(session: AsyncSession, actor: Actor, appearance: NameAppearance) -> bool:
    """Change the fields that are set in `appearance`. Return False if nothing changed.

    Raise `PermissionDenied` if the plan of the actor lacks the feature
    (`subscription_feature_required`).
    """
    policies.ensure_may_edit_profile(actor)
    given = appearance.model_fields_set
    if "badge" in given:
        policies.ensure_may_use_badge(actor)
        _ensure_known("badge", appearance.badge, BADGES)
    if "name_style" in given:
        policies.ensure_may_style_name(actor)
        _ensure_known("name_style", appearance.name_style, NAME_STYLES)
    user = await identity.get_own_user(session, actor, for_update=True)
    before = (user.chosen_badge, user.chosen_name_style)
    if "badge" in given:
        user.chosen_badge = appearance.badge
    if "name_style" in given:
        user.chosen_name_style = appearance.name_style
    if (user.chosen_badge, user.chosen_name_style) == before:
        return False
    events.record(session, NameAppearanceChanged(user.id))
    return True


def list_rating_badges(user: User, place: int | None) -> list[str]:
    """Return the badge for the place of the user in the ranking, if their plan includes badges."""
    if place is None or not policies.has_feature(user, policies.BADGE_FEATURE):
        return []
    return [code for limit, code in RATING_BADGES.items() if place <= limit][:1]


def _ensure_known(field: str, code: str | None, known: Collection[str]) -> None:
    if code is not None and code not in known:
        raise errors.Invalid.for_field(field, _("Choose one of the list."))
