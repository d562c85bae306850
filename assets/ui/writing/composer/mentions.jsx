// Suggests users while a mention ("@an") is being typed, and tags and posts after "#". The comment composer and the post
// editor use it.
import { useEffect, useRef, useState } from "react";
import { gettext, ngettext } from "$/public/ui/i18n.js";

/**
 * @typedef {{ slug: string, name: string, avatar: string }} MentionedUser
 * @typedef {(match: Match, length: number) => void} Insert replaces the last `length` characters before the cursor
 * @typedef {{ sign: string, text: string }} Query what was typed after "@" or "#"
 * @typedef {{ key: string, label: string, note?: string, avatar?: string, text: string, href: string }} Match
 * @typedef {object} Props
 * @property {MentionedUser[]} suggestions
 * @property {Suggestions | null} [links]
 * @property {(prefix: string) => void} [onMentionQuery]
 * @property {(text: string) => void} [onLinkQuery]
 */

const QUERY_DELAY = 150;
const INCOMPLETE = /(?:^|[\s([{"'«])([@#])([\p{L}\p{N}_-]{1,30})$/u;

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/**
 * @param {() => string | null} readText returns the text before the cursor, or null where nothing can be inserted
 * @param {Props} props
 */
export function useMentions(readText, { suggestions, links, onMentionQuery, onLinkQuery }) {
  const [query, setQuery] = useState(/** @type {Query | null} */ (null));
  const [activeIndex, setActiveIndex] = useState(0);
  const ask = useRef(/** @type {(query: Query) => void} */ (() => {}));
  ask.current = ({ sign, text }) => (sign === "@" ? onMentionQuery?.(text) : onLinkQuery?.(text));

  useEffect(() => {
    setActiveIndex(0);
    if (query === null) return undefined;
    const timer = setTimeout(() => ask.current(query), QUERY_DELAY);
    return () => clearTimeout(timer);
  }, [query?.sign, query?.text]);

  const matches = query === null ? [] : findMatches(query, suggestions, links);
  /**
   * @param {Match} match
   * @param {Insert} insert
   */
  const select = (match, insert) => {
    insert(match, (query?.text.length ?? 0) + 1);
    setQuery(null);
  };
  /**
   * Returns whether the list of suggestions handled the key.
   * @param {React.KeyboardEvent | KeyboardEvent} event
   * @param {Insert} insert
   */
  const handleKeyDown = (event, insert) => {
    if (!matches.length) return false;
    const step = STEPS[event.key];
    if (step) setActiveIndex((activeIndex + step + matches.length) % matches.length);
    else if (event.key === "Escape") setQuery(null);
    else if (["Enter", "Tab"].includes(event.key) && !event.ctrlKey && !event.metaKey) {
      select(matches[Math.min(activeIndex, matches.length - 1)], insert);
    } else return false;
    event.preventDefault();
    return true;
  };
  const update = () => setQuery(findQuery(readText()));
  return { matches, activeIndex, query, update, handleKeyDown, select, close: () => setQuery(null) };
}

/**
 * @param {{
 *   id: string,
 *   mentions: ReturnType<typeof useMentions>,
 *   classNames: ClassNames,
 *   insert: Insert,
 * }} props
 */
export function MentionList({ id, mentions, classNames, insert }) {
  const count = mentions.matches.length;
  return (
    <>
      <span className="sr-only" role="status">
        {count ? ngettext("{n} suggestion", "{n} suggestions", count) : ""}
      </span>
      {count > 0 && (
        <ul id={id} role="listbox" aria-label={listLabel(mentions.query)} className={classNames.mention_list}>
          {mentions.matches.map((match, index) => (
            <li
              key={match.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === mentions.activeIndex}
              className={classNames.mention_option}
              onMouseDown={(event) => (event.preventDefault(), mentions.select(match, insert))}
            >
              {match.avatar && <img src={match.avatar} alt="" className={classNames.mention_avatar} />}
              <span dir="auto" className={classNames.mention_name}>
                {match.label}
              </span>
              {match.note && <span className={classNames.mention_slug}>{match.note}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** @param {Query | null} query */
const listLabel = (query) => (query?.sign === "#" ? gettext("Tags and posts") : gettext("People"));

/**
 * Returns what is typed after "@" or "#" at the end of a text, or null.
 * @param {string | null} text
 * @returns {Query | null}
 */
function findQuery(text) {
  const found = INCOMPLETE.exec(text ?? "");
  return found && { sign: found[1], text: found[2] };
}

/**
 * @param {Query} query
 * @param {MentionedUser[]} users
 * @param {Suggestions | null} [links]
 * @returns {Match[]}
 */
function findMatches({ sign, text }, users, links) {
  if (sign === "@") return users.filter((user) => matchesPrefix(user, text)).map(toUserMatch);
  if (links?.q !== text) return [];
  const tags = links.tags.map(({ name, url }) => toLinkMatch(`#${name}`, url, gettext("Tag")));
  return [...tags, ...links.posts.map(({ title, url }) => toLinkMatch(title, url))];
}

/**
 * @param {MentionedUser} user
 * @returns {Match}
 */
const toUserMatch = ({ slug, name, avatar }) => ({
  key: slug,
  label: name,
  note: `@${slug}`,
  avatar,
  text: `@${slug}`,
  href: `/${slug}`,
});

/**
 * @param {string} label
 * @param {string} url
 * @param {string} [note]
 * @returns {Match}
 */
const toLinkMatch = (label, url, note) => ({
  key: url,
  label,
  note,
  text: label,
  href: url,
});

/**
 * Until the suggestions for the new prefix arrive, the previous suggestions are filtered by it.
 * @param {MentionedUser} user
 * @param {string} prefix
 */
function matchesPrefix({ slug, name }, prefix) {
  const start = prefix.toLowerCase();
  const nameParts = name.toLowerCase().split(/\s+/);
  return slug.toLowerCase().startsWith(start) || nameParts.some((part) => part.startsWith(start));
}
