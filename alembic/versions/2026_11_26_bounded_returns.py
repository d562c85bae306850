"""Add when and how often the return of a late payment has failed."""

import sqlalchemy as sa
from alembic import op

revision = "3b9d1e7f5c20"
down_revision = "b7e40c93d1f8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "payments",
        sa.Column("return_failures", sa.Integer(), server_default="0", nullable=False),
    )
    op.add_column("payments", sa.Column("return_retry_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("payments", "return_retry_at")
    op.drop_column("payments", "return_failures")
