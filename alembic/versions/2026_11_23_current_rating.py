"""Read the rating of users from the ranking of the latest day, and remove the copy in `users`.

An update of all users took two minutes for a million of them, because it changed all indexes.
"""

import sqlalchemy as sa
from alembic import op

revision = "b3f07a9d4c18"
down_revision = "d40c7e1f92b8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.drop_index(
            "ix_users_rating", table_name="users", if_exists=True, postgresql_concurrently=True
        )
    # The check of the foreign key took half of the time of the insertion.
    with op.batch_alter_table("rating_places") as batch:
        batch.drop_constraint("fk_rating_places_user_id", type_="foreignkey")
    op.drop_column("users", "place")
    op.drop_column("users", "rating")


def downgrade() -> None:
    op.execute("DELETE FROM rating_places WHERE user_id NOT IN (SELECT id FROM users)")
    with op.batch_alter_table("rating_places") as batch:
        batch.create_foreign_key(
            "fk_rating_places_user_id", "users", ["user_id"], ["id"], ondelete="CASCADE"
        )
    op.add_column(
        "users", sa.Column("rating", sa.Float(), nullable=False, server_default=sa.text("0"))
    )
    op.add_column("users", sa.Column("place", sa.Integer(), nullable=True))
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_users_rating",
            "users",
            ["rating", "id"],
            if_not_exists=True,
            postgresql_concurrently=True,
        )
