"""Store the names of the pictures and files of reported messages."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "b7d3e90f42c8"
down_revision = "b41f7a90d3ce"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql")


def upgrade() -> None:
    op.add_column("report_messages", sa.Column("files", JSON, server_default="[]", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("report_messages") as batch:
        batch.drop_column("files")
