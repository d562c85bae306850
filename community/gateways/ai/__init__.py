"""The gateway to an endpoint compatible with the OpenAI API. Never call it in a transaction."""

from community.gateways.ai.endpoint import AiEndpoint, AiError, Completion, Prompt, complete
