"""The line below the comment form that tells how to ask the assistant, and what it is doing."""

from typing import Any

from community.components import ui
from community.domain.ai import QuestionView
from community.i18n import gettext as _
from community.rendering import Node, el, when
from community.styles import comment as styles


def assistant_line(slug: Any, question: QuestionView) -> Node:
    return el.div(
        el.p(
            ui.icon("sparkles", styles.ASSISTANT_ICON),
            el.span(_("Mention @{name} to ask the AI assistant.", name=slug)),
            class_name=styles.ASSISTANT_HINT,
        ),
        el.div(
            when(
                question.is_writing,
                lambda: el.p(_("The assistant is writing…"), class_name=styles.ASSISTANT_NOTE),
            ),
            when(
                question.is_held,
                lambda: el.p(
                    _("The assistant has answered. A moderator must approve the answer first."),
                    class_name=styles.ASSISTANT_NOTE,
                ),
            ),
            when(
                question.error != "",
                lambda: el.p(question.error, class_name=styles.ASSISTANT_NOTE),
            ),
            role="status",
        ),
    )
