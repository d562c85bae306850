"""Summaries of posts and the assistant in comments: who may use them, their limits and texts."""

from community.domain.ai.endpoint_check import begin_test, finish_test
from community.domain.ai.limits import PERSONAL_DATA, purge_requests
from community.domain.ai.policies import (
    MAX_SUMMARY_LENGTH,
    SUMMARIES,
    ensure_may_ask_assistant,
    ensure_may_read_summaries,
    may_ask_assistant,
)
from community.domain.ai.prompts import build_summary_html, strip_thoughts, without_mentions
from community.domain.ai.questions import (
    QuestionChanged,
    QuestionView,
    ask_in_comment,
    begin_answer,
    ensure_assistant,
    fail_answer,
    find_assistant_slug,
    find_question,
    finish_answer,
)
from community.domain.ai.summaries import (
    SummaryChanged,
    SummaryTask,
    SummaryView,
    begin_summary,
    fail_summary,
    finish_summary,
    get_summary,
    is_summary_offered,
    remove_summary,
    request_summary,
    save_summary_part,
)
