"""Add the end of the term to ignored users."""

import sqlalchemy as sa
from alembic import op

revision = "b3e94a6d17c2"
down_revision = "c9e27d05b3a1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("ignores", sa.Column("until", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("ignores", "until")
