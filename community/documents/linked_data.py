"""What pages are about, in the vocabulary of schema.org, for search engines.

It goes to the page as a data block, which no browser runs: the Content-Security-Policy has nothing
to say of it.
"""

import json
from collections.abc import Sequence
from typing import Any

import htpy as h
from htpy import Element
from markupsafe import Markup

from community import urls
from community.core import clock
from community.core.settings import settings
from community.domain.accounts.schemas import Person, Profile
from community.domain.communities.schemas import CommunityView
from community.domain.posts.schemas import PostView

LinkedData = dict[str, Any]

_CONTEXT = "https://schema.org"
# They could end the element or open a comment in it.
_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def script(data: LinkedData, marks: dict[str, bool]) -> Element:
    """The data block of a page, with further attributes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPED)
    return h.script(marks, type="application/ld+json")[Markup(text)]


def site() -> LinkedData:
    """The site, on its home page."""
    return {
        "@context": _CONTEXT,
        "@type": "WebSite",
        "name": settings().site_name,
        "url": urls.absolute(urls.HOME),
    }


def article(post: PostView, description: str) -> LinkedData:
    """A post, and the way to it."""
    trail = [(settings().site_name, urls.HOME)]
    if post.community:
        trail.append((post.community.name, urls.community(post.community.slug)))
    return {
        "@context": _CONTEXT,
        "@graph": [
            _given(
                {
                    "@type": "Article",
                    "headline": post.title,
                    "description": description,
                    "url": urls.absolute(post.url),
                    "mainEntityOfPage": urls.absolute(post.url),
                    "image": _whole(post.cover),
                    "datePublished": _day(post.published_at),
                    "dateModified": _day(post.edited_at or post.published_at),
                    "author": _person(post.author),
                    "keywords": ", ".join(post.tags),
                    "commentCount": post.comments_count,
                }
            ),
            _trail([*trail, (post.title, post.url)]),
        ],
    }


def profile(person: Profile) -> LinkedData:
    """Somebody's page."""
    about = {
        **_person(Person.model_validate(person)),
        "alternateName": person.slug,
        "description": person.bio,
        "image": _whole(person.avatar),
        "interactionStatistic": _count("FollowAction", person.followers_count),
        "agentInteractionStatistic": _count("WriteAction", person.posts_count),
    }
    return {
        "@context": _CONTEXT,
        "@type": "ProfilePage",
        "dateCreated": _day(person.created_at),
        "mainEntity": _given(about),
    }


def community(view: CommunityView) -> LinkedData:
    """The page of a community, and the way to it."""
    return {
        "@context": _CONTEXT,
        "@graph": [
            {
                "@type": "CollectionPage",
                "name": view.name,
                "description": view.description,
                "url": urls.absolute(view.url),
            },
            _trail(
                [
                    (settings().site_name, urls.HOME),
                    ("Communities", urls.COMMUNITIES),
                    (view.name, view.url),
                ]
            ),
        ],
    }


def _person(person: Person) -> LinkedData:
    return {"@type": "Person", "name": person.name, "url": urls.absolute(urls.profile(person.slug))}


def _trail(steps: Sequence[tuple[str, str]]) -> LinkedData:
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": at, "name": name, "item": urls.absolute(address)}
            for at, (name, address) in enumerate(steps, 1)
        ],
    }


def _count(kind: str, number: int) -> LinkedData:
    return {
        "@type": "InteractionCounter",
        "interactionType": f"{_CONTEXT}/{kind}",
        "userInteractionCount": number,
    }


def _given(facts: LinkedData) -> LinkedData:
    """Without what is not known."""
    return {name: value for name, value in facts.items() if value is not None and value != ""}


def _day(moment: Any) -> str | None:
    return clock.iso(moment) if moment else None


def _whole(address: str | None) -> str | None:
    if address is None or address.startswith("http"):
        return address
    return urls.absolute(address)
