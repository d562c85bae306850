"""Functions that create migrated databases for tests.

If `TEST_DATABASE_URL` is set, for example to `postgresql://…/name`, the tests run on PostgreSQL, in
databases that are created for this test run. Otherwise each test gets a copy of one migrated SQLite
file.
"""

import os
import shutil
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import OperationalError
from sqlmodel import SQLModel

ROOT = Path(__file__).parent.parent
POSTGRES_URL = os.environ.get("TEST_DATABASE_URL", "")
# The tests that also run on PostgreSQL, as paths below `tests/`: those whose result can depend on
# the database, because of locks, concurrent transactions, upserts, constraints, full-text search,
# JSON, lengths, aggregates, the order of rows, or migrations. The access matrix, whose cells are
# fewer on PostgreSQL, and the tests of jobs call every route, event handler and job there. The
# other tests call the same functions of the domain with other values, so they run only on SQLite.
POSTGRES_TESTS = (
    "access",
    "api/test_admin_tables.py",
    "api/test_health.py",
    "api/test_idempotency.py",
    "api/test_retries.py",
    "api/test_session_renewal.py",
    "architecture/test_migrations.py",
    "core/db",
    "core/rate_limits/test_rate_limits.py",
    "domain/account_deletion/test_purge.py",
    "domain/accounts/test_administrators.py",
    "domain/accounts/test_concurrency.py",
    "domain/accounts/test_invitations.py",
    "domain/accounts/test_register.py",
    "domain/accounts/test_user_table.py",
    "domain/advertising/test_counting.py",
    "domain/audit",
    "domain/bulk_actions",
    "domain/chat",
    "domain/cleanups",
    "domain/comments/test_comment_table.py",
    "domain/comments/test_concurrency.py",
    "domain/comments/test_context.py",
    "domain/comments/test_list_by_author.py",
    "domain/comments/test_query_counts.py",
    "domain/comments/test_reply.py",
    "domain/comments/test_thread_page.py",
    "domain/communities/test_list_allowed_for_posting.py",
    "domain/communities/test_members.py",
    "domain/data_export/test_contents.py",
    "domain/discovery",
    "domain/follows",
    "domain/identity/test_confirmations.py",
    "domain/identity/test_last_seen.py",
    "domain/identity/test_passkeys.py",
    "domain/identity/test_providers.py",
    "domain/jobs",
    "domain/mail/test_queue.py",
    "domain/merging",
    "domain/moderation/test_concurrency.py",
    "domain/moderation/test_message_reports.py",
    "domain/moderation/test_reports.py",
    "domain/notifications",
    "domain/people/test_preferences.py",
    "domain/people/test_profile.py",
    "domain/people/test_similar_slugs.py",
    "domain/posts/test_concurrency.py",
    "domain/posts/test_content_loading.py",
    "domain/posts/test_counters.py",
    "domain/posts/test_drafts.py",
    "domain/posts/test_pin.py",
    "domain/posts/test_publish.py",
    "domain/ratings",
    "domain/reactions",
    "domain/search",
    "domain/site/test_settings.py",
    "domain/site/test_settings_changes.py",
    "domain/statistics",
    "domain/subscriptions/test_promo_codes.py",
    "domain/subscriptions/test_user_features.py",
    "domain/test_ignored_users.py",
    "domain/test_invalid_characters.py",
    "domain/test_text_limits.py",
    "jobs",
    "resilience",
    "state/test_comment_table.py",
    "state/test_invoice_table.py",
    "state/test_live_updates.py",
    "state/test_post_and_community_tables.py",
    "state/test_tables.py",
    "workflows/ai/test_answers.py",
    "workflows/ai/test_limits.py",
    "workflows/ai/test_summaries.py",
    # Money: the sequences of all actions, concurrent ones, and those with statements that no other
    # test executes.
    "workflows/payments/test_bank_confirmations.py",
    "workflows/payments/test_cards.py",
    "workflows/payments/test_consents.py",
    "workflows/payments/test_credit.py",
    "workflows/payments/test_gateway_sequences.py",
    "workflows/payments/test_gifts.py",
    "workflows/payments/test_invoices.py",
    "workflows/payments/test_notifications.py",
    "workflows/payments/test_price_changes.py",
    "workflows/payments/test_purchases.py",
    "workflows/payments/test_reconciliation.py",
    "workflows/payments/test_reconciliation_runs.py",
    "workflows/payments/test_refunds.py",
    "workflows/payments/test_reminders.py",
    "workflows/payments/test_renewals.py",
    "workflows/payments/test_sequences.py",
    "workflows/payments/test_statistics.py",
    "workflows/payments/test_upgrades.py",
    "workflows/payments/test_webhooks.py",
    "workflows/payments/test_yookassa.py",
)
# A migration inserts the rows of these tables. Each test gets the same rows again.
SEEDED_TABLES = ("reaction_kinds",)
# Tables without a class.
OTHER_TABLES = ("search_tokens",)
# For a few rows, DELETE is fifty times faster than TRUNCATE. Finding the tables that contain rows
# takes a tenth of the time of a DELETE for each table.
RESET_FUNCTION = """
CREATE FUNCTION seeded.reset(keep_users boolean) RETURNS void LANGUAGE plpgsql
AS $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY array_remove(ARRAY[{names}], NULL) LOOP
        EXECUTE format('DELETE FROM %I', name);
    END LOOP;
    {statements};
    PERFORM setval(format('%I.%I', schemaname, sequencename), 1, false) FROM pg_sequences
        WHERE schemaname = 'public' AND last_value IS NOT NULL;
    IF keep_users THEN
        INSERT INTO users TABLE seeded.users;
        PERFORM setval('users_id_seq', max(id)) FROM users;
    END IF;
END $$
"""
CLOSE_OTHER_CONNECTIONS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def migrate(url: str) -> None:
    config = Config(ROOT / "alembic.ini")
    config.attributes["url"] = url
    command.upgrade(config, "head")


def create_sqlite_template(folder: Path) -> Path:
    path = folder / "template.db"
    migrate(f"sqlite+aiosqlite:///{path}")
    move_changes_into_file(path)
    return path


def move_changes_into_file(path: Path) -> None:
    """Move the changes of a SQLite database from its write-ahead log into its file."""
    with create_engine(f"sqlite:///{path}").connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))


def copy_sqlite_template(template: Path, folder: Path) -> str:
    path = folder / "community.db"
    shutil.copyfile(template, path)
    return f"sqlite:///{path}"


def create_postgres_database(xdist_worker: str) -> str:
    """Create a migrated database for one pytest-xdist worker and return its URL."""
    url = make_url(POSTGRES_URL)
    worker_url = url.set(database=f"{url.database}_{xdist_worker}")
    database_url = recreate_postgres_database(worker_url.render_as_string(hide_password=False))
    with get_postgres_engine(database_url).begin() as connection:
        connection.execute(text("CREATE SCHEMA seeded"))
        for name in SEEDED_TABLES:
            save_rows(connection, name)
        connection.execute(text(_build_reset_function()))
        # Commits need not wait for the disk, because the data is disposable.
        connection.execute(
            text(f'ALTER DATABASE "{worker_url.database}" SET synchronous_commit TO off')
        )
    return database_url


def recreate_postgres_database(database_url: str) -> str:
    """Drop the database if it exists, then create and migrate it."""
    _create_postgres_database(database_url, drop=True)
    return migrate_postgres_database(database_url)


def create_missing_postgres_database(database_url: str) -> str:
    """Create the database if it does not exist, and migrate it."""
    _create_postgres_database(database_url, drop=False)
    return migrate_postgres_database(database_url)


def migrate_postgres_database(database_url: str) -> str:
    async_url = make_url(database_url).set(drivername="postgresql+asyncpg")
    rendered = async_url.render_as_string(hide_password=False)
    migrate(rendered)
    return rendered.replace("+asyncpg", "")


def _create_postgres_database(database_url: str, *, drop: bool) -> None:
    url = make_url(database_url)
    name = url.database
    admin = create_engine(
        url.set(drivername="postgresql+psycopg", database="postgres"), isolation_level="AUTOCOMMIT"
    )
    with admin.connect() as connection:
        if drop:
            connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
        exists = text("SELECT 1 FROM pg_database WHERE datname = :name")
        if connection.scalar(exists, {"name": name}) is None:
            connection.execute(text(f'CREATE DATABASE "{name}"'))
    admin.dispose()


def _build_reset_function() -> str:
    tables = [*(table.name for table in SQLModel.metadata.sorted_tables), *OTHER_TABLES]
    names = [f"CASE WHEN EXISTS (SELECT FROM \"{name}\") THEN '{name}' END" for name in tables]
    statements = [f'INSERT INTO "{name}" TABLE seeded."{name}"' for name in SEEDED_TABLES]
    function = RESET_FUNCTION.replace("{names}", ", ".join(names))
    return function.replace("{statements}", "; ".join(statements))


def save_rows(connection: Connection, name: str) -> None:
    """Copy the rows of a PostgreSQL table for `delete_all_rows`."""
    connection.execute(text(f'CREATE TABLE seeded."{name}" AS TABLE "{name}"'))


def delete_all_rows(url: str, *, keep_users: bool = False) -> None:
    """Delete the rows that tests created, and reset the ID sequences.

    Args:
        keep_users: Whether the saved users remain.
    """
    try:
        _reset(url, keep_users=keep_users)
    except OperationalError:
        # A failed test has left a transaction open, which would hold up all following tests.
        with get_postgres_engine(url).begin() as connection:
            connection.execute(text(CLOSE_OTHER_CONNECTIONS))
        _reset(url, keep_users=keep_users)


def _reset(url: str, *, keep_users: bool) -> None:
    with get_postgres_engine(url).begin() as connection:
        connection.execute(text("SELECT seeded.reset(:keep_users)"), {"keep_users": keep_users})


@cache
def get_postgres_engine(url: str) -> Engine:
    # Without triggers, because that of the audit log rejects deletions.
    options = "-c session_replication_role=replica -c lock_timeout=10s"
    return create_engine(
        url.replace("postgresql://", "postgresql+psycopg://"), connect_args={"options": options}
    )
