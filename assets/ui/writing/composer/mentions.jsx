// Suggests users while a mention ("@an") is being typed, in a list below the field.
import { useEffect, useRef, useState } from "react";
import { gettext, ngettext } from "$/public/ui/i18n.js";

/**
 * @typedef {{ slug: string, name: string, avatar: string }} MentionedUser
 * @typedef {(start: number, end: number, text: string) => void} Insert
 */

const QUERY_DELAY = 150;
const INCOMPLETE_MENTION = /(?:^|[\s([{"'«])@([\p{L}\p{N}_-]{1,30})$/u;

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/**
 * @param {Ref<HTMLTextAreaElement>} field
 * @param {MentionedUser[]} suggestions
 * @param {((prefix: string) => void) | undefined} onMentionQuery
 */
export function useMentions(field, suggestions, onMentionQuery) {
  const [prefix, setPrefix] = useState(/** @type {string | null} */ (null));
  const [activeIndex, setActiveIndex] = useState(0);
  const query = useRef(onMentionQuery);
  query.current = onMentionQuery;

  useEffect(() => {
    setActiveIndex(0);
    if (prefix === null) return undefined;
    const timer = setTimeout(() => query.current?.(prefix), QUERY_DELAY);
    return () => clearTimeout(timer);
  }, [prefix]);

  const matches = prefix === null ? [] : suggestions.filter((user) => matchesPrefix(user, prefix));
  /**
   * @param {MentionedUser} user
   * @param {Insert} insert
   */
  const select = (user, insert) => {
    const { value, selectionStart } = field.current;
    const start = selectionStart - (prefix ?? "").length;
    insert(start, selectionStart, `${user.slug}${/^\s/.test(value.slice(selectionStart)) ? "" : " "}`);
    setPrefix(null);
  };
  /**
   * Returns whether the list of suggestions handled the key.
   * @param {React.KeyboardEvent} event
   * @param {Insert} insert
   */
  const handleKeyDown = (event, insert) => {
    if (!matches.length) return false;
    const step = STEPS[event.key];
    if (step) setActiveIndex((activeIndex + step + matches.length) % matches.length);
    else if (event.key === "Escape") setPrefix(null);
    else if (["Enter", "Tab"].includes(event.key) && !event.ctrlKey && !event.metaKey) {
      select(matches[Math.min(activeIndex, matches.length - 1)], insert);
    } else return false;
    event.preventDefault();
    return true;
  };
  const update = () => setPrefix(field.current && prefixAtCursor(field.current));
  return { matches, activeIndex, update, handleKeyDown, select, close: () => setPrefix(null) };
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
        <ul id={id} role="listbox" aria-label={gettext("People")} className={classNames.mention_list}>
          {mentions.matches.map((user, index) => (
            <li
              key={user.slug}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === mentions.activeIndex}
              className={classNames.mention_option}
              onMouseDown={(event) => (event.preventDefault(), mentions.select(user, insert))}
            >
              {user.avatar && <img src={user.avatar} alt="" className={classNames.mention_avatar} />}
              <span className={classNames.mention_name}>{user.name}</span>
              <span className={classNames.mention_slug}>@{user.slug}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * Returns the text between "@" and the cursor, or null if the cursor is not in a mention.
 * @param {HTMLTextAreaElement} field
 */
function prefixAtCursor({ value, selectionStart, selectionEnd }) {
  if (selectionStart !== selectionEnd) return null;
  return INCOMPLETE_MENTION.exec(value.slice(0, selectionStart))?.[1] ?? null;
}

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
