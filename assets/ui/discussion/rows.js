// The rows of a discussion in walking order; `Row` in components/comments/rows.py says what is in one.
// The document of a post has the same (documents/comments.py).
const GUIDES = 6;
const NARROW_GUIDES = 3;

/** Everything that the page shows of a discussion. */
export function arrange(discussion) {
  const branches = join(discussion);
  const pinned = walk(discussion, branches, "pinned", []);
  const rest = walk(discussion, branches, 0, []);
  const roots = waitingRow(discussion, 0, []);
  const newOnes = [...pinned, ...rest].filter((row) => isNewTo(discussion, row));
  return {
    pinned,
    rest: roots ? [roots, ...rest] : rest,
    new_count: newOnes.length + discussion.held.size,
    total: discussion.total ?? 0,
    next: discussion.next ?? "",
    order: discussion.opening?.order ?? "",
    focus: discussion.opening?.focus ?? 0,
    is_lost: discussion.opening?.is_lost ?? false,
    is_later: discussion.opening?.is_later ?? false,
    announcement: discussion.announcement,
    unsure: discussion.unsure,
  };
}

/** Whether the reader has not been led to it yet. */
export const isNewTo = (discussion, row) =>
  row.kind === "comment" && (row.is_new || row.fresh) && !discussion.visited.has(row.comment.id);

// What stands below what; a comment that is held back stands nowhere.
function join({ comments, sequence, held, opening }) {
  const below = new Map();
  for (const id of sequence) {
    const comment = comments.get(id);
    if (held.has(id)) continue;
    const isPinned = comment.is_pinned && !opening?.focus;
    const parent = isPinned ? "pinned" : comments.has(comment.parent_id) ? comment.parent_id : 0;
    if (!below.has(parent)) below.set(parent, []);
    below.get(parent).push(comment);
  }
  return below;
}

function walk(discussion, branches, parent, guides) {
  const rows = [];
  for (const comment of branches.get(parent) ?? []) {
    const isFolded = discussion.collapsed.has(comment.id);
    const inside = [...guides, comment.id];
    const branch = walk(discussion, branches, comment.id, inside);
    const more = moreRow(discussion, comment.id, inside);
    if (!comment.author && !branch.length && !more) continue; // a stub that holds up nothing
    const waiting = waitingRow(discussion, comment.id, inside);
    rows.push(commentRow(discussion, comment, guides, isFolded, branch));
    if (!isFolded) rows.push(...branch, ...[waiting, more].filter(Boolean));
  }
  return rows;
}

function commentRow(discussion, comment, guides, isFolded, branch) {
  const { viewer, fresh, forms, lastVisit, hash } = discussion;
  const { id, author, depth } = comment;
  const level = guides.length;
  const place = `comment-${id}`;
  const words = `${author ? `Comment by ${author.name}` : "Comment"}, level ${depth + 1}`;
  const isOwn = author?.id === viewer.id;
  return kept(discussion, {
    kind: "comment",
    key: place,
    comment: withMine(comment, discussion.mine.get(id)),
    parent: comment.parent_id ?? 0,
    level,
    guides: guides.slice(-GUIDES),
    label: words,
    answers: level > GUIDES ? "always" : level > NARROW_GUIDES ? "narrow" : "",
    open: !isFolded && branch.length > 0,
    collapsed: isFolded,
    folded: isFolded ? Math.max(branch.length, comment.descendants_count) : 0,
    focused: discussion.opening?.focus === id || hash === `#${place}`,
    fresh: fresh.has(id),
    is_new: Date.parse(comment.created_at) > lastVisit && !isOwn,
    answer: viewer.answer,
    writer: viewer.id,
    form: forms.get(id)?.form ?? "",
    takes_focus: forms.get(id)?.focus ?? false,
  });
}

function moreRow(discussion, id, guides) {
  if (!discussion.more.has(id)) return null;
  return kept(discussion, {
    kind: "more",
    key: `more-${id}`,
    parent: id,
    level: guides.length,
    guides: guides.slice(-GUIDES),
    cursor: discussion.more.get(id),
    rest: discussion.rest.get(id) ?? 0,
    busy: discussion.loading.has(id),
  });
}

function waitingRow(discussion, id, guides) {
  let waiting = 0;
  for (const held of discussion.held) {
    if ((discussion.comments.get(held).parent_id ?? 0) === id) waiting += 1;
  }
  if (!waiting) return null;
  const row = { kind: "arrived", key: `arrived-${id}`, parent: id, level: guides.length, waiting };
  return kept(discussion, { ...row, guides: guides.slice(-GUIDES) });
}

// The same row object as before where nothing in it changed, so that it is not drawn again.
function kept(discussion, made) {
  const before = discussion.rows.get(made.key);
  const isSame =
    before &&
    Object.keys(made).every((name) =>
      name === "guides" ? before.guides.join() === made.guides.join() : before[name] === made[name],
    );
  if (isSame) return before;
  discussion.rows.set(made.key, made);
  return made;
}

const reacted = new WeakMap();

function withMine(comment, code) {
  if (code === undefined || (code || null) === comment.my_reaction) return comment;
  const done = reacted.get(comment);
  if (done?.code === code) return done.made;
  const made = { ...comment, my_reaction: code || null };
  reacted.set(comment, { code, made });
  return made;
}
