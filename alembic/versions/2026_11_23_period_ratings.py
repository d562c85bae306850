"""Add the authors with the highest ratings of each period."""

import sqlalchemy as sa
from alembic import op

revision = "c5a92e7d4f10"
down_revision = "c81e5a2d7f04"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "period_ratings",
        sa.Column("period", sa.String(length=5), nullable=False),
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.CheckConstraint(
            "period IN ('day', 'week', 'month', 'year', 'all')",
            name=op.f("ck_period_ratings_period"),
        ),
        sa.PrimaryKeyConstraint("period", "user_id", name=op.f("pk_period_ratings")),
    )


def downgrade() -> None:
    op.drop_table("period_ratings")
