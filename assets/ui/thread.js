// A discussion as rows: what the server loaded, what this person wrote, and what others did since.
// `news` carries only the last few changes, so they are gathered here.
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";

const GUIDES = 6;

class Discussion {
  constructor(postId) {
    this.postId = postId;
    this.news = new Map();
    this.held = new Set();
    this.collapsed = new Set();
    this.forms = new Map();
    this.ownIds = new Set();
    this.rows = new Map();
    this.listeners = new Set();
    this.version = 0;
    this.lastVisit = visit(postId);
  }

  subscribe = (listener) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  changed() {
    this.version += 1;
    this.listeners.forEach((listener) => listener());
  }

  hear(news, known) {
    for (const comment of news) {
      if (comment.post_id !== this.postId || this.news.get(comment.id) === comment) continue;
      const arrives = !known.has(comment.id) && !this.news.has(comment.id);
      this.news.set(comment.id, comment);
      if (arrives && wouldMove(this.placeOf(comment))) this.held.add(comment.id);
    }
  }

  // The row behind which a new comment would stand.
  placeOf(comment) {
    const order = this.order ?? [];
    let at = comment.parent_id ? order.findIndex((row) => row.comment.id === comment.parent_id) : order.length - 1;
    if (at < 0) return null;
    const depth = comment.parent_id ? order[at].comment.depth : -1;
    while (comment.parent_id && order[at + 1]?.comment.depth > depth) at += 1;
    return { before: order[at].comment.id, after: order[at + 1]?.comment.id };
  }
}

let current = null;

/** Rows in walking order; see `Row` in components/comments/rows.py. */
export function useThread(postId, items, own, news, more, mine) {
  if (current?.postId !== postId) current = new Discussion(postId);
  const thread = current;
  const version = useSyncExternalStore(thread.subscribe, () => thread.version, () => 0);
  const rows = useMemo(() => {
    thread.hear(news, new Set([...items, ...own].map((comment) => comment.id)));
    closeForms(thread, own);
    return arrange(thread, items, own, more, mine);
  }, [thread, items, own, news, more, mine, version]);
  useWalking(rows);
  return rows;
}

/** How many new comments wait below a parent (0: under the post itself). */
export function revealReplies(parentId) {
  for (const id of current.held) {
    if ((current.news.get(id).parent_id ?? 0) === parentId) current.held.delete(id);
  }
  current.changed();
}

/** Fold a branch away, or open it again. */
export function toggleBranch(id) {
  if (!current.collapsed.delete(id)) current.collapsed.add(id);
  current.changed();
}

/** Open a form at a comment: "reply", "edit", or "" to close it. */
export function openForm(id, form) {
  if (form) current.forms.set(id, form);
  else current.forms.delete(id);
  current.changed();
}

// What was sent needs its form no longer.
function closeForms(thread, own) {
  for (const comment of own) {
    const stamp = `${comment.id} ${comment.edited_at} ${comment.text}`;
    if (thread.ownIds.has(stamp)) continue;
    thread.ownIds.add(stamp);
    if (thread.forms.get(comment.parent_id) === "reply") thread.forms.delete(comment.parent_id);
    if (thread.forms.get(comment.id) === "edit") thread.forms.delete(comment.id);
  }
}

function arrange(thread, items, own, more, mine) {
  const comments = new Map(items.map((comment) => [comment.id, comment]));
  const arrived = new Set();
  for (const comment of [...own, ...thread.news.values()]) {
    const known = comments.get(comment.id);
    if (!known) arrived.add(comment.id);
    comments.set(comment.id, known ? update(known, comment) : comment);
  }
  const below = new Map();
  const waiting = new Map();
  const put = (comment, first) => {
    const parent = comment.parent_id && comments.has(comment.parent_id) ? comment.parent_id : 0;
    if (comment.parent_id && !parent && arrived.has(comment.id)) return;
    if (!below.has(parent)) below.set(parent, []);
    below.get(parent)[first ? "unshift" : "push"](comment);
  };
  const owned = new Set(own.map((comment) => comment.id));
  for (const comment of comments.values()) {
    if (gone(comment)) continue;
    if (thread.held.has(comment.id) && !owned.has(comment.id)) {
      const parent = comment.parent_id ?? 0;
      waiting.set(parent, (waiting.get(parent) ?? 0) + 1);
    } else put(comment, arrived.has(comment.id) && owned.has(comment.id) && !comment.parent_id);
  }
  const rows = [];
  walk(0, [], false);
  if (waiting.get(0)) rows.waiting = waiting.get(0);
  thread.order = rows;
  return rows;

  function walk(parent, guides, inPinned) {
    for (const comment of below.get(parent) ?? []) {
      const collapsed = thread.collapsed.has(comment.id);
      const pinned = inPinned || comment.is_pinned;
      rows.push(
        row(thread, {
          comment: withMine(comment, mine),
          guides: guides.slice(-GUIDES),
          open: !collapsed && below.has(comment.id),
          collapsed,
          folded: collapsed ? count(below, comment.id) : 0,
          waiting: waiting.get(comment.id) ?? 0,
          more: !collapsed && String(comment.id) in more,
          fresh: arrived.has(comment.id),
          is_new: Date.parse(comment.created_at) > thread.lastVisit && !owned.has(comment.id),
          pinned,
          form: thread.forms.get(comment.id) ?? "",
        }),
      );
      if (!collapsed) walk(comment.id, [...guides, comment.id], pinned);
    }
  }
}

// The same row object as before where nothing in it changed, so that it is not drawn again.
function row(thread, made) {
  const before = thread.rows.get(made.comment.id);
  const same =
    before &&
    Object.keys(made).every((key) =>
      key === "guides" ? before.guides.join() === made.guides.join() : before[key] === made[key],
    );
  if (same) return before;
  thread.rows.set(made.comment.id, made);
  return made;
}

const updates = new WeakMap();

// What everybody sees comes from the push; what is personal stays as it was loaded.
function update(known, pushed) {
  const done = updates.get(pushed);
  if (done?.known === known) return done.made;
  const personal = known.can && !pushed.can.edit ? { can: known.can, my_reaction: known.my_reaction } : {};
  const made = { ...pushed, ...personal };
  updates.set(pushed, { known, made });
  return made;
}

const reacted = new WeakMap();

function withMine(comment, mine) {
  const code = mine[String(comment.id)];
  if (code === undefined || (code || null) === comment.my_reaction) return comment;
  const done = reacted.get(comment);
  if (done?.code === code) return done.made;
  const made = { ...comment, my_reaction: code || null };
  reacted.set(comment, { code, made });
  return made;
}

const gone = (comment) => comment.moderation_status !== "published" && !comment.descendants_count && !comment.author;

const count = (below, id) =>
  (below.get(id) ?? []).reduce((sum, comment) => sum + 1 + count(below, comment.id), 0);

// Whether something put there would push words that are being read.
function wouldMove(place) {
  const before = place && document.getElementById(`comment-${place.before}`);
  const after = place?.after && document.getElementById(`comment-${place.after}`);
  if (!before || !after) return false;
  const bottom = before.getBoundingClientRect().bottom;
  return bottom > 0 && after.getBoundingClientRect().top < innerHeight;
}

// When this person was here before, in milliseconds; from now on, now.
function visit(postId) {
  try {
    const key = `visit:${postId}`;
    const before = Number(localStorage.getItem(key)) || Infinity;
    localStorage.setItem(key, String(Date.now()));
    return before;
  } catch {
    return Infinity;
  }
}

// `j` and `k` walk all comments, `n` the new ones.
function useWalking(rows) {
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    const walk = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.("input, textarea, select, [contenteditable], dialog")) return;
      const step = { j: 1, n: 1, k: -1 }[event.key];
      if (!step) return;
      const wanted = latest.current.filter((row) => event.key !== "n" || row.is_new || row.fresh);
      const at = wanted.findIndex((row) => document.activeElement?.id === `comment-${row.comment.id}`);
      const next = wanted[at < 0 && step < 0 ? wanted.length - 1 : at + step];
      document.getElementById(`comment-${next?.comment.id}`)?.focus();
    };
    document.addEventListener("keydown", walk);
    return () => document.removeEventListener("keydown", walk);
  }, []);
}
