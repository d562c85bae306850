"""Middleware, authentication, errors and pagination of the HTTP API."""

from community.api.http.callers import Caller, SignedIn, require_section
from community.api.http.errors import error_responses
from community.api.http.login_responses import Session
from community.api.http.parameters import DefaultPageParams, Id, PageParams
from community.api.http.rate_limits import rate_limit
