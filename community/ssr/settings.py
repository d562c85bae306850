"""Server-rendered settings page.

The page contains only the headings of the sections. The React app loads the settings.
"""

from urllib.parse import urlencode

import htpy as h
from htpy import Element
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.i18n import gettext as _
from community.ssr import empty_states
from community.ssr.routing import PageContent, PageRequest, build_page_meta, page_route
from community.styles import display, layout
from community.styles import settings as styles


@page_route(urls.SETTINGS)
async def settings_page(_session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the settings page with placeholders. Guests get a sign-in prompt instead."""
    title = _("Settings")
    meta = build_page_meta(title, request.path, is_indexable=False)
    heading = h.header(class_=layout.PAGE_HEADING)[h.h1(class_=layout.PAGE_TITLE)[title]]
    if actor.is_guest:
        sign_in = (f"{urls.SIGN_IN}&{urlencode({'next': urls.SETTINGS})}", _("Sign in"))
        prompt = empty_states.empty_state(*styles.sign_in_prompt(), "settings", sign_in)
        return PageContent(meta, [heading, prompt], active_href=urls.SETTINGS)
    return PageContent(
        meta,
        [
            heading,
            _section_links(styles.SECTION_NAV, styles.SECTION_NAV_LIST, styles.SECTION_NAV_LINK),
            h.div(class_=styles.STACK)[
                (_section_placeholder(definition) for definition in styles.SECTIONS)
            ],
        ],
        active_href=urls.SETTINGS,
        sidebar=[_section_links("", styles.SIDEBAR_LIST, styles.SIDEBAR_LINK)],
    )


def _section_links(nav_class: str, list_class: str, link_class: str) -> Element:
    return h.nav(class_=nav_class or None, aria_label=_("Settings"))[
        h.div(class_=list_class)[
            (
                h.a(href=f"#{definition.anchor}", class_=link_class)[_(definition.name)]
                for definition in styles.SECTIONS
            )
        ]
    ]


def _section_placeholder(definition: styles.PageSection) -> Element:
    return h.section(id=definition.anchor, class_=styles.SECTION)[
        h.h2(class_=display.CARD_TITLE)[_(definition.name)],
        h.div(class_=f"{display.SKELETON} {styles.SECTION_PLACEHOLDER}", aria_hidden="true"),
    ]
