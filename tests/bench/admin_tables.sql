-- Content for the benchmark of the tables of the Admin Panel. :users, :posts and :comments are the numbers of rows.
SET session_replication_role = replica;
SET synchronous_commit = off;

INSERT INTO users (
  slug, name, email, bio, default_feed, shows_online, ignored_keywords, followers_count, following_count,
  posts_count, admin_since, email_verified_at, banned_at, deleted_at, last_seen_at, created_at
)
SELECT
  lower(first) || '-' || n,
  first || ' ' || last,
  lower(first || '.' || last) || n || '@' || (ARRAY['example.com', 'mail.example', 'post.example'])[(n % 3 + 1)::int],
  '', 'popular', true, '[]', n * 31 % 5000, n % 300,
  n * 17 % 400,
  CASE WHEN n % 50000 = 7 THEN now() END,
  CASE WHEN n % 20 <> 3 THEN now() END,
  CASE WHEN n % 500 = 11 THEN now() END,
  CASE WHEN n % 300 = 5 THEN now() END,
  CASE WHEN n % 10 <> 0 THEN now() - (n * 7907 % 31536000) * interval '1 second' END,
  now() - (:users - n) * interval '1 minute'
FROM (
  SELECT
    n,
    initcap(substr(translate(md5((n % 3001)::text), '0123456789', 'aeioulnrst'), 1, 6)) AS first,
    initcap(substr(translate(md5((n % 7919 + 5000)::text), '0123456789', 'aeioulnrst'), 1, 8)) AS last
  FROM generate_series(1::bigint, :users) AS n
) AS names;

INSERT INTO posts (
  slug, title, intro, text, html, author_id, status, tags, comments_enabled, reading_time, reactions, hotness, version,
  published_at, created_at, saved_at
)
SELECT
  'post-' || n, 'Post ' || md5(n::text), '', '', '', n * 13 % :users + 1, 'published', '[]', true, 1, '{}', n, 1,
  now() - n * interval '1 minute', now() - n * interval '1 minute', now()
FROM generate_series(1::bigint, :posts) AS n;

INSERT INTO comments (
  post_id, path, depth, author_id, text, html, moderation_status, reactions, score, controversy, version, created_at
)
SELECT
  n % :posts + 1, lpad(n::text, 8, '0'), 0, n * 7919 % :users + 1, 'Comment ' || md5(n::text), '',
  CASE WHEN n % 2000 = 3 THEN 'on_moderation' ELSE 'published' END, '{}', n % 50, 0, 1,
  now() - (:comments - n) * interval '10 seconds'
FROM generate_series(1::bigint, :comments) AS n;

INSERT INTO audit_entries (
  actor_id, actor_name, actor_slug, action, target_kind, target_id, target_name, reason, address, search_text, created_at
)
SELECT
  n % 20 + 1, 'Admin ' || n % 20, 'admin-' || n % 20, action, 'user', target::text, 'User ' || target, reason,
  '192.0.2.' || n % 250,
  lower('Admin ' || n % 20 || ' admin-' || n % 20 || ' ' || action || ' User ' || target || ' ' || target || ' ' || reason),
  now() - (:audit_entries - n) * interval '5 seconds'
FROM (
  SELECT
    n, n * 7919 % :users + 1 AS target,
    (ARRAY['user.banned', 'user.edited', 'comment.hidden', 'settings.changed'])[(n % 4 + 1)::int] AS action,
    CASE WHEN n % 3 = 0 THEN 'Ticket ' || md5(n::text) ELSE '' END AS reason
  FROM generate_series(1::bigint, :audit_entries) AS n
) AS acts;
