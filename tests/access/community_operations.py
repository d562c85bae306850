"""The operations on communities and the site, and how HTTP clients and browsers reach them."""

from collections.abc import Callable
from typing import Any

from community import urls
from community.state.pages.communities.communities import (
    CommunitiesState,
    CommunityClosingState,
    CommunityState,
)
from community.state.pages.communities.community_form import CommunityFormState
from community.state.pages.communities.community_members import CommunityMembersState
from community.state.pages.feed import FollowSuggestionsState, SetupChecklistState
from tests.access.operation import Event, Operation
from tests.access.scenario import Scenario

Events = Callable[[Scenario, int], list[list[Event]]]


def _join(*, enabled: bool) -> Events:
    states: tuple[Any, ...] = (CommunitiesState, CommunityState, FollowSuggestionsState)
    return lambda _, community_id: [
        [(state.join, {"community_id": community_id, "enabled": enabled})] for state in states
    ]


def _set_moderator(role: str, *, enabled: bool) -> Events:
    return lambda s, _: [
        [
            (CommunityMembersState.load, {}),
            (
                CommunityMembersState.set_moderator,
                {"user_id": s.get_user_id(role), "enabled": enabled},
            ),
        ]
    ]


def _transfer(scenario: Scenario, community_id: int) -> list[list[Event]]:
    member = {"user_id": scenario.get_user_id("member"), "name": "member"}
    return [
        [
            (CommunityMembersState.load, {}),
            (CommunityMembersState.show_transfer_dialog, member),
            (CommunityMembersState.transfer, _confirm(scenario, community_id)),
        ]
    ]


def _change_in_form(
    handler: Any, arguments: Callable[[Scenario, int], dict[str, Any]] = lambda *_: {}
) -> Events:
    return lambda s, community_id: [
        [(CommunityFormState.load, {}), (handler, arguments(s, community_id))]
    ]


def _confirm(scenario: Scenario, community_id: int) -> dict[str, Any]:
    return {"message": {"confirmation": scenario.get_slug(community_id).title()}}


def _fill_in_form(scenario: Scenario, community_id: int) -> dict[str, Any]:
    slug = scenario.get_slug(community_id)
    return {"message": {"name": slug.title(), "slug": slug, "description": "Changed."}}


def _get_members_page(scenario: Scenario, community_id: int) -> str:
    return urls.community_members(scenario.get_slug(community_id))


def _get_form_page(scenario: Scenario, community_id: int) -> str:
    return urls.edit_community(scenario.get_slug(community_id))


COMMUNITY_OPERATIONS: dict[str, Operation] = {
    "read community": Operation("community", "GET /communities/{community}", is_public=True),
    "list posts to review": Operation("community", "GET /communities/{community}/posts-to-review"),
    "list members": Operation("community", "GET /communities/{community}/members", is_public=True),
    "publish in community": Operation(
        "community",
        "POST /posts",
        lambda _, community_id: {
            "title": "New",
            "text": "New.",
            "community": community_id,
            "status": "published",
        },
    ),
    "edit community": Operation(
        "community",
        "PATCH /communities/{community}",
        lambda *_: {"description": "Changed."},
        _change_in_form(CommunityFormState.save, _fill_in_form),
        page=_get_form_page,
    ),
    "join community": Operation(
        "community", "POST /communities/{community}/membership", events=_join(enabled=True)
    ),
    "leave community": Operation(
        "community", "DELETE /communities/{community}/membership", events=_join(enabled=False)
    ),
    "subscribe to community": Operation(
        "community",
        "POST /notifications",
        lambda _, community_id: {"community": community_id},
        lambda _, community_id: [
            [(CommunityState.subscribe, {"community_id": community_id, "enabled": True})]
        ],
    ),
    "appoint moderator": Operation(
        "community",
        "POST /communities/{community}/moderators/{user}",
        events=_set_moderator("member", enabled=True),
        parameters=lambda s: {"user": s.get_user_id("member")},
        page=_get_members_page,
    ),
    "remove moderator": Operation(
        "community",
        "DELETE /communities/{community}/moderators/{user}",
        events=_set_moderator("moderator", enabled=False),
        parameters=lambda s: {"user": s.get_user_id("moderator")},
        page=_get_members_page,
    ),
    "transfer community": Operation(
        "community",
        "POST /communities/{community}/transfer/{user}",
        events=_transfer,
        parameters=lambda s: {"user": s.get_user_id("member")},
        page=_get_members_page,
    ),
    "close community": Operation(
        "community",
        "POST /communities/{community}/close",
        events=_change_in_form(CommunityClosingState.close, _confirm),
        page=_get_form_page,
    ),
    "reopen community": Operation(
        "community",
        "POST /communities/{community}/reopen",
        events=_change_in_form(CommunityClosingState.reopen),
        page=_get_form_page,
    ),
    "dismiss setup checklist": Operation(
        "site", "", events=lambda *_: [[(SetupChecklistState.dismiss, {})]]
    ),
}
