// Read models with default values for the tests.

/**
 * @param {number} id
 * @param {string} slug
 * @param {string} name
 * @returns {UserSummary}
 */
export function makeUser(id, slug, name) {
  return { id, slug, name, avatar: null, is_deleted: false, badge: null, name_style: null, is_bot: false };
}

export const GRACE = makeUser(1, "grace", "Grace Hopper");
export const ADA = makeUser(2, "ada", "Ada Lovelace");

/**
 * @param {number} id
 * @param {Partial<CommentView>} [fields]
 * @returns {CommentView}
 */
export function makeComment(id, fields = {}) {
  return {
    id,
    post_id: 7,
    parent_id: null,
    branch_id: id,
    depth: 0,
    author: ADA,
    text: `Comment ${id}`,
    html: `<p>Comment ${id}</p>`,
    media: [],
    mentions: [],
    moderation_status: "published",
    is_pinned: false,
    is_by_post_author: false,
    reactions: [],
    my_reaction: null,
    replies_count: 0,
    descendants_count: 0,
    can: { edit: false, delete: false, pin: false, react: false, report: false, moderate: false },
    parent_author_name: null,
    version: 1,
    edit_until: null,
    edited_at: null,
    created_at: "2026-11-22T12:00:00Z",
    url: `/p/7/post?comment=${id}`,
    ...fields,
  };
}

/**
 * @param {CommentView} comment
 * @param {Partial<CommentPush>} [fields]
 * @returns {CommentPush}
 */
export const makePush = (comment, fields = {}) => ({
  comment,
  comments_count: null,
  loaded_at: "200",
  is_submitted_here: false,
  ...fields,
});

/**
 * @param {CommentView[]} items
 * @param {Partial<CommentsPage>} [fields]
 * @returns {CommentsPage}
 */
export function makeCommentsPage(items, fields = {}) {
  return {
    post_id: 7,
    start_cursor: "",
    parent_id: 0,
    requested_ids: [],
    order: "best",
    focus_id: 0,
    is_focus_missing: false,
    is_continuation: false,
    is_initial: true,
    as_of: "100",
    items,
    more: {},
    next_cursor: "",
    total: items.length,
    ...fields,
  };
}

/**
 * @param {number} id
 * @param {Partial<PostCard>} [fields]
 * @returns {PostCard}
 */
function makeCard(id, fields = {}) {
  return {
    id,
    slug: `post-${id}`,
    title: `Post ${id}`,
    intro: "",
    excerpt: "",
    cover: null,
    author: ADA,
    community: null,
    tags: [],
    status: "published",
    comments_enabled: true,
    is_pinned: false,
    summary: null,
    reading_time: 1,
    views_count: 0,
    comments_count: 0,
    reactions: [],
    my_reaction: null,
    can_react: true,
    is_favorite: false,
    is_watching: false,
    published_at: "2026-11-20T00:00:00Z",
    edited_at: null,
    created_at: "2026-11-20T00:00:00Z",
    url: `/p/${id}/post-${id}`,
    ...fields,
  };
}

/**
 * @param {number} id
 * @param {Partial<PostCard>} [fields]
 * @returns {PostItem}
 */
export const makeItem = (id, fields) => ({ kind: "post", id: `post-${id}`, post: makeCard(id, fields) });

/**
 * @param {PostItem[]} rows
 * @param {Partial<PostListPage>} [fields]
 * @returns {PostListPage}
 */
export const makeListPage = (rows, fields = {}) => ({
  topic: "feeds",
  url: "/new",
  is_first: true,
  start_cursor: "",
  next_cursor: "",
  as_of: "2026-11-22T00:00:00Z",
  rows,
  ...fields,
});

/**
 * @param {Partial<DraftView>} [fields]
 * @returns {DraftView}
 */
export const makeDraft = (fields = {}) => ({
  id: 42,
  client_id: "c0ffee",
  slug: "draft",
  status: "draft",
  title: "Title",
  intro: "",
  text: "Text",
  cover: null,
  community: null,
  tags: [],
  comments_enabled: true,
  has_unpublished_changes: false,
  version: 3,
  saved_at: "2026-11-22T12:00:00Z",
  url: "/write/42",
  ...fields,
});
