"""Structured data about the content of pages, for search engines.

The data uses the schema.org vocabulary in the JSON-LD format. The Content-Security-Policy does not
block the script element with the data, because browsers do not execute JSON.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from markupsafe import Markup

from community import urls
from community.core import clock
from community.domain.communities.schemas import CommunityView
from community.domain.people.schemas import Profile, UserSummary
from community.domain.posts.schemas import ArticleView
from community.i18n import active_language, gettext as _
from community.rendering import Node, el
from community.ssr.http.site import get_site

LinkedData = dict[str, Any]

_CONTEXT = "https://schema.org"
# Characters that could end a script element, start a comment or end a line of JavaScript.
_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def json_ld_script(data: LinkedData, **attributes: Any) -> Node:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPED)
    return el.script(Markup(text), type="application/ld+json", **attributes)


def build_site_data() -> LinkedData:
    return {
        "@context": _CONTEXT,
        "@type": "WebSite",
        "name": get_site().name,
        "url": urls.absolute(urls.HOME),
        "inLanguage": active_language(),
    }


def build_article_data(post: ArticleView, description: str) -> LinkedData:
    breadcrumbs = [(get_site().name, urls.HOME)]
    if post.community:
        breadcrumbs.append((post.community.name, urls.community(post.community.slug)))
    return {
        "@context": _CONTEXT,
        "@graph": [
            _remove_empty_values(
                {
                    "@type": "Article",
                    "headline": post.title,
                    "description": description,
                    "url": urls.absolute(post.url),
                    "mainEntityOfPage": urls.absolute(post.url),
                    "image": _get_absolute_url(post.cover),
                    "datePublished": _format_timestamp(post.published_at),
                    "dateModified": _format_timestamp(post.edited_at or post.published_at),
                    "author": _build_person_data(post.author),
                    "keywords": ", ".join(post.tags),
                    "commentCount": post.comments_count,
                }
            ),
            _build_breadcrumb_list_data([*breadcrumbs, (post.title, post.url)]),
        ],
    }


def build_profile_data(user: Profile) -> LinkedData:
    person = {
        **_build_person_data(UserSummary.model_validate(user)),
        "alternateName": user.slug,
        "description": user.bio,
        "image": _get_absolute_url(user.avatar),
        "interactionStatistic": _build_interaction_counter("FollowAction", user.followers_count),
        "agentInteractionStatistic": _build_interaction_counter("WriteAction", user.posts_count),
    }
    return {
        "@context": _CONTEXT,
        "@type": "ProfilePage",
        "dateCreated": _format_timestamp(user.created_at),
        "mainEntity": _remove_empty_values(person),
    }


def build_community_data(view: CommunityView) -> LinkedData:
    return {
        "@context": _CONTEXT,
        "@graph": [
            {
                "@type": "CollectionPage",
                "name": view.name,
                "description": view.description,
                "url": urls.absolute(view.url),
            },
            _build_breadcrumb_list_data(
                [
                    (get_site().name, urls.HOME),
                    (_("Communities"), urls.COMMUNITIES),
                    (view.name, view.url),
                ]
            ),
        ],
    }


def _build_person_data(user: UserSummary) -> LinkedData:
    person = {"@type": "Person", "name": user.name}
    if not user.is_deleted:
        person["url"] = urls.absolute(urls.profile(user.slug))
    return person


def _build_breadcrumb_list_data(items: Sequence[tuple[str, str]]) -> LinkedData:
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": urls.absolute(path)}
            for position, (name, path) in enumerate(items, 1)
        ],
    }


def _build_interaction_counter(action: str, count: int) -> LinkedData:
    return {
        "@type": "InteractionCounter",
        "interactionType": f"{_CONTEXT}/{action}",
        "userInteractionCount": count,
    }


def _remove_empty_values(data: LinkedData) -> LinkedData:
    return {name: value for name, value in data.items() if value is not None and value != ""}


def _format_timestamp(timestamp: datetime | None) -> str | None:
    return clock.format_iso(timestamp) if timestamp else None


def _get_absolute_url(url: str | None) -> str | None:
    if url is None or url.startswith("http"):
        return url
    return urls.absolute(url)
