"""Store when strangers were offered a chat, so that accepted requests count as well."""

import sqlalchemy as sa
from alembic import op

revision = "c4d8f2a61b97"
down_revision = "c3f58a1e7d20"
branch_labels = None
depends_on = None

REQUESTED = """
UPDATE chat_members SET requested_at = joined_at
WHERE NOT has_accepted AND status IN ('request', 'declined', 'left')
"""


def upgrade() -> None:
    op.add_column("chat_members", sa.Column("requested_at", sa.DateTime(timezone=True)))
    op.execute(sa.text(REQUESTED))


def downgrade() -> None:
    op.drop_column("chat_members", "requested_at")
