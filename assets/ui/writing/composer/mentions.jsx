// "@an" in the text asks for people whose names begin so, and offers them under the field.
import { useEffect, useRef, useState } from "react";

const ASK_AFTER = 150;
const BEING_TYPED = /(?:^|[\s([{"'«])@([\p{L}\p{N}_-]{1,30})$/u;

// What is typed after "@" at the cursor, or null.
function prefixAt({ value, selectionStart, selectionEnd }) {
  if (selectionStart !== selectionEnd) return null;
  return BEING_TYPED.exec(value.slice(0, selectionStart))?.[1] ?? null;
}

export function useMentions(field, people, onQuery) {
  const [prefix, setPrefix] = useState(null);
  const [at, setAt] = useState(0);
  const ask = useRef(onQuery);
  ask.current = onQuery;

  useEffect(() => {
    setAt(0);
    if (prefix === null) return undefined;
    const timer = setTimeout(() => ask.current?.(prefix), ASK_AFTER);
    return () => clearTimeout(timer);
  }, [prefix]);

  const found = prefix === null ? [] : people.filter((person) => isMeant(person, prefix));
  const choose = (person, insert) => {
    const { value, selectionStart } = field.current;
    const start = selectionStart - prefix.length;
    insert(start, selectionStart, `${person.slug}${/^\s/.test(value.slice(selectionStart)) ? "" : " "}`);
    setPrefix(null);
  };
  // Whether a key was meant for the list.
  const press = (event, insert) => {
    if (!found.length) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((at + step + found.length) % found.length);
    else if (event.key === "Escape") setPrefix(null);
    else if (["Enter", "Tab"].includes(event.key) && !event.ctrlKey && !event.metaKey) {
      choose(found[Math.min(at, found.length - 1)], insert);
    } else return false;
    event.preventDefault();
    return true;
  };
  const look = () => setPrefix(field.current && prefixAt(field.current));
  return { found, at, look, press, choose, close: () => setPrefix(null) };
}

export function Suggestions({ id, mentions, look, insert }) {
  return (
    <>
      <span className="sr-only" role="status">
        {mentions.found.length ? `${mentions.found.length} people to mention` : ""}
      </span>
      {mentions.found.length > 0 && (
        <ul id={id} role="listbox" aria-label="People" className={look.people}>
          {mentions.found.map((person, index) => (
            <li
              key={person.slug}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === mentions.at}
              className={look.person}
              onMouseDown={(event) => (event.preventDefault(), mentions.choose(person, insert))}
            >
              {person.avatar && <img src={person.avatar} alt="" className={look.person_face} />}
              <span className={look.person_name}>{person.name}</span>
              <span className={look.person_slug}>@{person.slug}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

// Answers to an earlier question are narrowed until the next ones come.
function isMeant({ slug, name }, prefix) {
  const start = prefix.toLowerCase();
  const words = name.toLowerCase().split(/\s+/);
  return slug.toLowerCase().startsWith(start) || words.some((word) => word.startsWith(start));
}
