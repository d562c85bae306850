"""Communities: the list, one of them with its posts, and the form."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.community import community_head
from community.components.community_form import community_form
from community.components.feed import cards, feed_list, invitation, new_posts
from community.components.layout import page_heading
from community.components.lists import Communities as Listed
from community.components.lists import gathered, more
from community.components.missing import not_here
from community.components.people import face
from community.components.place import departure, is_here, known
from community.components.rail import rail
from community.components.site import page
from community.components.skeletons import head_skeleton, list_skeleton
from community.components.toggles import join_toggle
from community.looks import feeds, listing, people
from community.state.communities import Communities
from community.state.community import Community
from community.state.community_form import CommunityForm
from community.state.frame import Frame


def communities() -> rx.Component:
    """`/communities`."""
    listed = gathered(Communities.leaf, Listed)
    return page(
        page_heading(
            "Communities",
            people.COMMUNITIES,
            ui.link_button("Open a community", href=urls.NEW_COMMUNITY, icon_name="plus"),
        ),
        rx.cond(
            listed.ready,
            rx.fragment(
                rx.cond(
                    listed.rows.length() > 0,
                    rx.el.ul(rx.foreach(listed.rows, _row), class_name=listing.LIST),
                    invitation(people.NO_COMMUNITIES),
                ),
                more(listed, "More communities", on_more=Communities.load_more),
            ),
            list_skeleton(),
        ),
        ready=listed.ready,
        here=urls.COMMUNITIES,
        rail=rail(),
    )


def popular() -> rx.Component:
    """`/c/{slug}`."""
    return _community("")


def new() -> rx.Component:
    """`/c/{slug}/new`."""
    return _community("/new")


def form() -> rx.Component:
    """`/communities/create` and `/c/{slug}/edit`."""
    here = is_here(CommunityForm.path)
    title = rx.cond(CommunityForm.view, "Edit the community", "Open a community")
    return page(
        departure(rx.cond(here, CommunityForm.made, "")),
        rx.cond(
            here,
            rx.cond(
                CommunityForm.missing,
                not_here("Only those who look after a community can change it."),
                rx.fragment(
                    page_heading(title),
                    rx.cond(
                        Frame.signed_in,
                        rx.el.div(community_form(), class_name=listing.FORM),
                        invitation(people.FOR_MEMBERS),
                    ),
                ),
            ),
            list_skeleton(),
        ),
        ready=here,
        here=urls.COMMUNITIES,
        rail=rail(),
    )


def _community(tab: str) -> rx.Component:
    listed = cards()
    here = is_here(Community.path)
    shown = here & known(Community.view) & listed.ready
    missing = here & Community.missing
    view: Any = Community.view
    return page(
        departure(rx.cond(here, Community.moved, ""), replace=True),
        new_posts(listed),
        rx.cond(
            shown,
            rx.fragment(
                community_head(view),
                ui.link_tabs(
                    *(
                        ui.link_tab(name, href=f"/c/{view.slug}{part}", current=part == tab)
                        for part, name in (("", "Popular"), ("/new", "New"))
                    ),
                    label="Posts",
                ),
                feed_list(listed, invitation(feeds.NO_POSTS_HERE)),
            ),
            rx.cond(missing, not_here("There is no such community."), head_skeleton()),
        ),
        ready=shown | missing,
        here=rx.cond(missing, "", urls.COMMUNITIES),
        rail=rail(),
    )


def _row(view: Any) -> rx.Component:
    key = view.id.to_string()
    changed: Any = Communities.joined
    is_member = rx.cond(changed.contains(key), changed[key], view.is_member)
    return rx.el.li(
        face(view, "lg", shape="community"),
        rx.el.div(
            rx.el.a(view.name, href=view.url, class_name=listing.NAME),
            rx.el.p(
                ui.count(view.members_count),
                rx.cond(view.members_count == 1, " member · ", " members · "),
                ui.count(view.posts_count),
                rx.cond(view.posts_count == 1, " post", " posts"),
                class_name=listing.NOTE,
            ),
            rx.cond(view.description != "", rx.el.p(view.description, class_name=listing.ABOUT)),
            class_name=listing.TEXT,
        ),
        rx.el.div(
            join_toggle(is_member, on_toggle=Communities.join(view.id), size="sm"),
            class_name=listing.ACTION,
        ),
        key=view.id,
        class_name=listing.ROW,
    )
