"""Requests to the AI endpoint from beginning to end, between transactions of the domain.

The endpoint is never called in a transaction. Each function first counts the request, then waits
for the answer, and then stores it. A job that is interrupted in between sends its request again.
"""

from community.workflows.ai.answers import answer_question
from community.workflows.ai.endpoint_check import check_endpoint
from community.workflows.ai.summaries import write_summary
