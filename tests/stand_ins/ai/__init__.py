"""A local server that plays an AI endpoint, with the protocol of OpenAI."""

from tests.stand_ins.ai.stand_in import KEY, MODEL, AiStandIn, Reply, create_app, describe_request
