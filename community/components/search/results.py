"""The page of a search: its field, tabs, filters and results."""

from typing import Any

from community import urls
from community.components import people, ui
from community.components.communities.community_list import member_count_message, post_count_message
from community.components.feed_texts import EmptyMessage
from community.components.search import texts
from community.domain.search import SearchRow
from community.i18n import gettext as _
from community.rendering import (
    Node,
    choose,
    each,
    el,
    group,
    length,
    plural_text,
    present,
    relative_time,
    rich_text,
    sanitized_html,
    switch,
    when,
)
from community.state.pages.search_content import SearchOverview
from community.styles import search as styles
from community.styles.ui import display


def search_header(overview: SearchOverview | Any, *, field: Node, filter_form: Node) -> Node:
    return el.header(
        el.h1(texts.search_heading(overview.q), class_name="sr-only"),
        el.div(field, class_name=styles.PAGE_FIELD),
        when(
            overview.q != "",
            lambda: group(
                ui.link_tabs(
                    each(
                        overview.tabs,
                        lambda tab: ui.link_tab(tab.label, href=tab.url, current=tab.is_current),
                    ),
                    label=_("Types of results"),
                ),
                when(overview.has_filters, lambda: _toolbar(overview, filter_form)),
            ),
        ),
        class_name=styles.PAGE_HEADER,
    )


def _toolbar(overview: Any, filter_form: Node) -> Node:
    return el.div(
        el.nav(
            each(
                overview.sorts,
                lambda sort: el.a(
                    sort.label,
                    href=sort.url,
                    class_name=styles.SORT,
                    aria_current=choose(sort.is_current, "true", "false"),
                ),
            ),
            class_name=styles.SORTS,
            aria_label=_("Sort by"),
        ),
        el.div(
            el.a(
                ui.icon("rss"),
                href=overview.feed_url,
                class_name=styles.FEED_LINK,
                aria_label=_("RSS feed of this search"),
                custom_attrs={"reloadDocument": True},  # The URL is outside the React app.
            ),
            el.details(
                el.summary(
                    ui.icon("settings"),
                    el.span(_("Filters"), class_name=styles.FILTERS_LABEL),
                    class_name=styles.FILTERS_BUTTON,
                ),
                el.div(filter_form, class_name=styles.FILTERS_PANEL),
                class_name=styles.FILTERS,
            ),
            class_name=styles.TOOLBAR_END,
        ),
        when(
            length(overview.filters) > 0,
            lambda: el.ul(each(overview.filters, _filter_chip), class_name=styles.CHIPS),
        ),
        class_name=styles.TOOLBAR,
    )


def _filter_chip(chip: Any) -> Node:
    return el.li(
        el.a(
            chip.label,
            ui.icon("x"),
            href=chip.url,
            class_name=styles.CHIP,
            aria_label=_("Remove filter: {name}", name=chip.label),
        )
    )


def filter_fields(overview: SearchOverview | Any) -> Node:
    """Return the content of the form with the filters, which works without a script, too."""
    values = overview.selected
    return group(
        el.input(type="hidden", name="q", value=overview.q),
        el.input(type="hidden", name="type", value=values.type),
        el.input(type="hidden", name="sort", value=values.sort),
        _filter_field("author", _("Author"), values.author, placeholder=_("Username")),
        # Translators: the part of the URL of a community after /c/.
        _filter_field(
            "community", _("Community"), values.community, placeholder=_("Name in the link")
        ),
        _filter_field("tag", _("Tag"), values.tag),
        el.div(
            _filter_field("from", _("From"), values.start, type="date"),
            _filter_field("to", _("To"), values.end, type="date"),
            class_name=styles.DATES,
        ),
        # Keeps the filter. If the checkbox is checked, its value replaces this one.
        when(values.has_no_image, lambda: el.input(type="hidden", name="has_image", value="0")),
        ui.checkbox(
            _("With images"), name="has_image", value="1", default_checked=values.has_image
        ),
        el.div(ui.button(_("Apply"), type="submit", variant="primary"), class_name="flex"),
    )


def _filter_field(name: str, label: str, value: Any, **props: Any) -> Node:
    return ui.field(
        label,
        ui.text_input(name=name, default_value=value, auto_complete="off", max_length=60, **props),
        name=name,
    )


def result_summary(overview: SearchOverview | Any) -> Node:
    """Return the number of results, the corrected query, and the best names."""
    return group(
        when(overview.correction != "", lambda: _correction(overview)),
        when(overview.total > 0, lambda: el.p(_total_text(overview), class_name=styles.TOTAL)),
        when(
            length(overview.names) > 0,
            lambda: el.ul(each(overview.names, _name_card), class_name=styles.NAMES),
        ),
    )


def _correction(overview: Any) -> Node:
    return el.p(
        rich_text(
            # Translators: {query} is a link.
            _("Did you mean {query}?"),
            query=el.a(
                overview.correction,
                href=overview.correction_url,
                dir="auto",
                class_name=styles.CORRECTION,
            ),
        ),
        class_name=styles.CORRECTION_LINE,
    )


def _total_text(overview: Any) -> Node:
    return choose(
        overview.has_more_than_total,
        plural_text("More than {n} result", "More than {n} results", overview.total),
        plural_text("{n} result", "{n} results", overview.total),
    )


def _name_card(row: Any) -> Node:
    return el.li(
        el.a(
            _picture(row, "sm"),
            el.span(
                sanitized_html(row.title_html, styles.NAME_CARD_TITLE),
                el.span(_type_text(row), class_name=styles.NAME_CARD_NOTE),
                class_name="min-w-0",
            ),
            href=row.url,
            class_name=styles.NAME_CARD,
        )
    )


def result_row(row: SearchRow | Any) -> Node:
    is_text = (row.type == "post") | (row.type == "comment")
    return el.li(
        when(is_text, lambda: _text_result(row), lambda: _name_result(row)),
        id=row.id,
        class_name=styles.ROW,
    )


def _text_result(row: Any) -> Node:
    return el.article(
        el.div(
            _byline(row),
            el.h2(
                when(row.type == "comment", lambda: ui.icon("reply", styles.COMMENT_ICON)),
                el.a(
                    sanitized_html(row.title_html, styles.TITLE_TEXT),
                    href=row.url,
                    class_name=styles.TITLE_LINK,
                    custom_attrs=ui.PREFETCH_ATTRS,
                ),
                class_name=choose(row.type == "comment", styles.COMMENT_TITLE, styles.TITLE),
            ),
            present(row.excerpt_html, lambda source: sanitized_html(source, styles.EXCERPT)),
            _counts(row),
            class_name="min-w-0 flex-1",
        ),
        present(
            row.image,
            lambda url: el.img(src=url, alt="", loading="lazy", class_name=styles.THUMBNAIL),
        ),
        class_name=styles.TEXT_RESULT,
    )


def _byline(row: Any) -> Node:
    return el.div(
        present(
            row.author,
            lambda author: group(
                ui.avatar_for(author, "xs"),
                when(
                    author.is_deleted,
                    lambda: el.span(author.name, class_name=styles.AUTHOR),
                    lambda: el.a(
                        people.person_name(author),
                        href=urls.profile(author.slug),
                        class_name=styles.AUTHOR,
                    ),
                ),
            ),
        ),
        present(
            row.community,
            lambda community: el.a(
                community.name, href=urls.community(community.slug), class_name=styles.COMMUNITY
            ),
        ),
        present(row.created_at, lambda at: relative_time(at, f"{styles.NOTE} {display.TIME}")),
        class_name=styles.BYLINE,
    )


def _counts(row: Any) -> Node:
    comments = plural_text("{count} comment", "{count} comments", row.count, count="{count}")
    replies = plural_text("{count} reply", "{count} replies", row.count, count="{count}")
    return el.p(
        when(
            row.count > 0,
            lambda: el.span(
                rich_text(
                    choose(row.type == "comment", replies, comments),
                    count=ui.compact_number(row.count),
                )
            ),
        ),
        when(
            row.reactions_count > 0,
            lambda: el.span(
                rich_text(
                    plural_text(
                        "{count} reaction",
                        "{count} reactions",
                        row.reactions_count,
                        count="{count}",
                    ),
                    count=ui.compact_number(row.reactions_count),
                )
            ),
        ),
        class_name=styles.COUNTS,
    )


def _name_result(row: Any) -> Node:
    return el.article(
        _picture(row, "md"),
        el.div(
            el.h2(
                el.a(
                    sanitized_html(row.title_html, styles.TITLE_TEXT),
                    href=row.url,
                    class_name=styles.TITLE_LINK,
                    custom_attrs=ui.PREFETCH_ATTRS,
                ),
                class_name=styles.NAME_TITLE,
            ),
            el.p(
                present(
                    row.author, lambda author: el.span(f"@{author.slug}", class_name="truncate")
                ),
                el.span(_count_text(row)),
                class_name=styles.NAME_NOTES,
            ),
            present(row.excerpt_html, lambda source: sanitized_html(source, styles.EXCERPT)),
            class_name="min-w-0 flex-1",
        ),
        class_name=styles.NAME_RESULT,
    )


def _picture(row: Any, size: Any) -> Node:
    return group(
        when(row.type == "user", lambda: present(row.author, lambda a: ui.avatar_for(a, size))),
        present(row.community, lambda c: ui.avatar_for(c, size, shape="community")),
        when(
            row.type == "tag",
            lambda: el.span(ui.icon("hash"), class_name=styles.TAG_PICTURES[size]),
        ),
    )


def _count_text(row: Any) -> Node:
    followers = plural_text("{count} follower", "{count} followers", row.count, count="{count}")
    message = switch(
        row.type,
        {"community": member_count_message(row.count), "tag": post_count_message(row.count)},
        followers,
    )
    return rich_text(message, count=ui.compact_number(row.count))


def _type_text(row: Any) -> Any:
    names = {"user": _("Person"), "community": _("Community"), "tag": _("Tag")}
    return switch(row.type, names, "")


def no_results_message() -> EmptyMessage:
    return EmptyMessage(
        _("Nothing found"),
        _("Check the spelling, try fewer or other words, or remove filters."),
        "search",
    )


def search_tips() -> Node:
    """Return what the page shows without a query."""
    rows = texts.list_operators()
    return el.section(
        el.h2(_("Search tips"), class_name=styles.TIPS_TITLE),
        el.dl(
            [
                el.div(
                    el.dt(el.code(example, class_name=styles.TIP_CODE)),
                    el.dd(text, class_name=styles.TIP_TEXT),
                    class_name=styles.TIP,
                )
                for example, text in rows
            ],
            class_name=styles.TIPS,
        ),
        class_name=styles.TIPS_SECTION,
    )


def problem_message(problem: Any) -> Node:
    return el.p(problem, role="alert", class_name=styles.PROBLEM)
