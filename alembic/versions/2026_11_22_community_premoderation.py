"""Let communities hold comments until a moderator publishes them."""

import sqlalchemy as sa
from alembic import op

revision = "c82e5d7f10a4"
down_revision = "a71d3c9e5b02"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "communities",
        sa.Column("premoderates_comments", sa.Boolean(), server_default=sa.false(), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("communities", "premoderates_comments")
