"""The gateway to an endpoint that is compatible with the OpenAI API. It does not know the domain.

Requests take seconds, so they are never sent in a database transaction.
"""

from community.gateways.ai.client import complete
from community.gateways.ai.endpoint import AiEndpoint, AiError, Completion, Prompt
