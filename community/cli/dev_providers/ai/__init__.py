"""A local server that plays an AI endpoint, with the protocol of OpenAI."""

from community.cli.dev_providers.ai.stand_in import (
    KEY,
    MODEL,
    AiStandIn,
    Reply,
    create_app,
    describe_request,
)

__all__ = ["KEY", "MODEL", "AiStandIn", "Reply", "create_app", "describe_request"]
