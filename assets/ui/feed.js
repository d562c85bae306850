// A feed as its reader has it: the pages that came, what this person chose meanwhile, and what waits on top.
import { createElement as el, useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import { drop, renew, usePages } from "$/public/ui/pages.js";

/** The cards of the feed at this address, and how many new posts are not among them. */
export function useFeed(leaf, reacted, arrived) {
  const list = usePages(leaf);
  const rows = useMemo(() => list.rows.map((card) => withReaction(card, reacted)), [list.rows, reacted]);
  const waiting = useMemo(() => hear(list, arrived), [list, arrived]);
  return useMemo(() => ({ ...list, rows, waiting }), [list, rows, waiting]);
}

// What the server answers at once.
const ASKED = 200;

/** The button over the feed that says so; it takes no room. It also asks which of the other posts are gone. */
export function NewPosts({ count, unsure, gone, looks, onShow, onLook, children }) {
  const { key } = useLocation();
  useEffect(() => {
    if (unsure.length) onLook(unsure.slice(0, ASKED));
  }, [unsure]);
  useEffect(() => drop(key, gone), [key, gone]);
  const show = () => {
    renew(key);
    onShow();
    scrollTo({ top: 0 });
  };
  const words = count === 1 ? "1 new post" : `${count} new posts`;
  const button = el("button", { type: "button", className: looks.button, onClick: show }, children, words);
  return el("div", { className: looks.place, role: "status" }, count > 0 && button);
}

const merged = new WeakMap();

// The same card as before where nothing in it changed, so that it is not drawn again.
function withReaction(card, reacted) {
  const choice = reacted[card.id];
  if (!choice) return card;
  const done = merged.get(card);
  if (done?.choice === choice) return done.made;
  const made = { ...card, reactions: choice.reactions, my_reaction: choice.my_reaction };
  merged.set(card, { choice, made });
  return made;
}

// What was published since the feed was read and is not in it. `arrived` holds only the last few.
function hear(list, arrived) {
  if (!list.ready) return 0;
  const known = new Set(list.rows.map((card) => card.id));
  for (const { post_id, at } of arrived) if (at > list.as_of) list.heard.add(post_id);
  known.forEach((id) => list.heard.delete(id));
  return list.heard.size;
}
