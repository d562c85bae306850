"""Registers the listeners of summaries and of the assistant."""

from community.core.events import after_commit, in_transaction
from community.domain import ai, comments, posts, site
from community.realtime import hub, messages


def wire_ai() -> None:
    in_transaction(posts.PostEdited, ai.remove_summary)
    in_transaction(posts.PostHeld, ai.remove_summary)
    in_transaction(posts.PostUnpublished, ai.remove_summary)
    in_transaction(posts.PostDeleted, ai.remove_summary)
    in_transaction(comments.CommentPosted, ai.ask_in_comment)
    in_transaction(comments.CommentUnhidden, ai.ask_in_comment)
    in_transaction(site.SiteSettingsChanged, ai.ensure_assistant)
    after_commit(ai.QuestionChanged, _publish_question_changed)
    after_commit(ai.SummaryChanged, _publish_summary_changed)


async def _publish_summary_changed(event: ai.SummaryChanged) -> None:
    await hub.publish(messages.SummaryChanged(event.post_id))


async def _publish_question_changed(event: ai.QuestionChanged) -> None:
    await hub.publish(messages.QuestionChanged(event.user_id))
