"""Store what the return of a payment takes back, so that it comes back if the refund fails."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "c7d20e94b1fa"
down_revision = "a81c4f7d2e90"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql")


def upgrade() -> None:
    op.add_column("payments", sa.Column("taken_back", JSON, server_default="{}", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("payments") as batch:
        batch.drop_column("taken_back")
