"""Test that the audit log names every action."""

import re
from pathlib import Path

from community import domain
from community.admin.audit_log.table import get_action_label

DOMAIN = Path(domain.__file__).parent
ACTION = re.compile(
    r'"((?:comment|community|invitation|job|mail|post|reaction|settings|upload)\.[a-z_]+)"'
)


def test_each_action_has_a_label() -> None:
    actions = {
        action for file in DOMAIN.rglob("*.py") for action in ACTION.findall(file.read_text())
    }
    assert "comment.moderated" in actions
    assert sorted(action for action in actions if get_action_label(action) == action) == []
