"""All operations of the access matrix by name."""

from tests.access.community_operations import COMMUNITY_OPERATIONS
from tests.access.content_operations import CONTENT_OPERATIONS

OPERATIONS = CONTENT_OPERATIONS | COMMUNITY_OPERATIONS
