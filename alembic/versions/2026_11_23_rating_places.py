"""Add the history of places in the ranking of users."""

import sqlalchemy as sa
from alembic import op

revision = "a81c5d27f4e6"
down_revision = "a71c93e5d204"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "rating_places",
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=True),
        sa.CheckConstraint("place > 0", name=op.f("ck_rating_places_place")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_rating_places_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "date", name=op.f("pk_rating_places")),
    )
    op.create_index("ix_rating_places_date", "rating_places", ["date", "place"])


def downgrade() -> None:
    op.drop_table("rating_places")
