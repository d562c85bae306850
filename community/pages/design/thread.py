"""The sample posts and their discussion, without handlers, because the gallery changes nothing."""

from typing import Any, Final

import reflex as rx

from community.components import advertisements, ui
from community.components.comments import texts as comment_texts
from community.components.comments.assistant import assistant_line
from community.components.comments.comment_row import comment_row, load_more_label, load_more_row
from community.components.comments.rows import DiscussionView, Row, RowControls
from community.components.comments.section import DiscussionControls, discussion_section
from community.components.editor import comment_composer
from community.components.layout.sidebar import sidebar_sections
from community.components.posts import post_article, post_card, summary_box
from community.components.reactions import reaction_bar, static_reaction_bar
from community.domain import advertising, ai
from community.domain.comments.schemas import CommentView
from community.domain.site.schemas import ReactionCount
from community.pages.design import samples
from community.rendering import Node, el
from community.styles import comment as styles, post

SUMMARY: Final = ai.SummaryView(
    post_id=0,
    status="done",
    html="<ul><li>A notebook that no one reads makes its writer honest.</li><li>Двадцать лет "
    "записей помещаются на одной полке.</li></ul>",
)


def sample_post_cards() -> list[Node]:
    return [
        post_card(card, reactions=static_reaction_bar(card.reactions), is_first=index == 0)
        for index, card in enumerate(samples.POSTS)
    ]


def sample_advertisement(place: advertising.Place, shown: advertising.PlacedAdvertisement) -> Node:
    report = el.button("Report this ad", type="button")
    return advertisements.advertisement_slot(
        advertisements.advertisement(shown, report=report), place=place
    )


def sample_sidebar() -> list[Node]:
    return sidebar_sections(samples.SIDEBAR, sample_advertisement("sidebar", samples.ADVERTISEMENT))


def sample_article() -> Node:
    # Reflex cannot compile a list of Pydantic models.
    counts = rx.Var.create([dict(item) for item in samples.ARTICLE.reactions])
    return post_article(
        samples.ARTICLE,
        reactions=reaction_bar(
            samples.ARTICLE,
            id="react-post",
            can_react=True,
            on_react=rx.noop(),
            counts=counts.to(list[ReactionCount]),
        ),
        is_own=False,
        summary=summary_box(SUMMARY, is_open=True),
        follow_toggle=ui.button("Follow", size="sm"),
        actions=rx.el.div(
            ui.icon_button("bell", "Follow this discussion", size="sm"),
            ui.icon_button("share", "Share", size="sm"),
            class_name=post.ACTIONS_END,
        ),
    )


def sample_discussion() -> Node:
    return discussion_section(samples.DISCUSSION, samples.ARTICLE.url, _DiscussionControls())


class _RowControls(RowControls):
    def menu(self, comment: CommentView) -> Node:
        if not comment.can.edit:
            return None
        menu_id = f"menu-{comment.id}"
        return ui.menu(
            el.button(
                ui.icon("more"),
                type="button",
                class_name=styles.MORE_ACTIONS,
                aria_label="More actions",
                **ui.menu_button_attrs(menu_id),
            ),
            ui.menu_action("Edit", icon_name="edit"),
            ui.menu_action("Delete", icon_name="trash", is_danger=True),
            id=menu_id,
            label="More actions",
        )

    def reply_form(self, row: Row) -> Node:
        if row.open_form != "reply":
            return None
        return rx.el.div(_composer(row.key, "Reply to Ida Lindqvist"), class_name=styles.FORM_REPLY)


class _DiscussionControls(DiscussionControls):
    def row(self, row: Row) -> Node:
        controls = _RowControls()
        if row.kind == "more":
            return load_more_row(row, controls, _more_link(load_more_label(row.remaining_count)))
        if row.kind == "new_replies":
            return load_more_row(
                row,
                controls,
                rx.el.button("3 new comments", type="button", class_name=styles.NEW_COMMENTS),
            )
        return comment_row(row, controls)

    def sort_select(self, order: str, attributes: dict[str, Any]) -> Node:
        labels = comment_texts.sort_order_labels()
        options = [rx.el.option(label, value=value) for value, label in labels.items()]
        return rx.el.select(*options, default_value=order, **attributes)

    def comment_form(self) -> Node:
        return rx.fragment(
            _composer("post", "Write a comment"),
            assistant_line("assistant", ai.QuestionView(is_writing=True)),
        )

    def load_more_link(self, view: DiscussionView, label: Node) -> Node:
        del view
        return _more_link(label)

    def new_comments_button(self, view: DiscussionView) -> Node:
        return rx.el.button(
            f"{view.new_count} new", type="button", class_name=styles.NEW_SINCE_LAST_VISIT
        )


def _composer(draft_key: str, placeholder: str) -> rx.Component:
    return comment_composer(
        draft_key=f"design:{draft_key}",
        placeholder=placeholder,
        saved={},
        rejected={},
        suggestions=[],
        on_submit=rx.noop(),
        on_mention_query=rx.noop(),
        assistant="assistant",
        may_ask_assistant=True,
        on_allow_assistant=rx.noop(),
    )


def _more_link(label: Node) -> Node:
    return rx.el.a(label, href="#", class_name=styles.MORE_LINK)
