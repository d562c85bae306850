"""Add images of reactions, and an index that finds out whether a reaction is in use."""

import sqlalchemy as sa
from alembic import op

revision = "b7c40d92e1a5"
down_revision = "f1d0a5c3b701"
branch_labels = None
depends_on = None

KINDS = (
    "'post', 'post_draft', 'comment', 'user_avatar', 'user_header', "
    "'community_avatar', 'community_header'"
)
NAME = "ck_upload_references_kind"


def upgrade() -> None:
    # Creating an index concurrently does not block users who react. It is not possible in a
    # transaction.
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_reactions_code",
            "reactions",
            ["code"],
            postgresql_concurrently=True,
            if_not_exists=True,
        )
    op.add_column("reaction_kinds", sa.Column("image", sa.String(length=500), nullable=True))
    op.add_column("reaction_kinds", sa.Column("image_id", sa.Uuid(), nullable=True))
    _replace_check(f"kind IN ({KINDS}, 'reaction')")


def downgrade() -> None:
    op.execute("DELETE FROM upload_references WHERE kind = 'reaction'")
    _replace_check(f"kind IN ({KINDS})")
    op.drop_index("ix_reactions_code", table_name="reactions")
    op.drop_column("reaction_kinds", "image_id")
    op.drop_column("reaction_kinds", "image")


def _replace_check(condition: str) -> None:
    with op.batch_alter_table("upload_references") as table:
        table.drop_constraint(op.f(NAME), type_="check")
        table.create_check_constraint(op.f(NAME), sa.text(condition))
