// Tags as chips: Enter or a comma makes one of what was typed, Backspace takes the last one back.
import { useRef, useState } from "react";
import { Icon } from "../icon.jsx";
import { desk } from "./desk.js";
import { useDesk } from "./desk_keeper.jsx";

// As the server keeps them (`posts/content.py: tag_of`).
const tagOf = (words) =>
  words
    .trim()
    .replace(/^#+/, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_+#.-]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "");

export function TagField({ most, look, icons }) {
  const { tags, problem } = useDesk();
  const [words, setWords] = useState("");
  const input = useRef(null);
  const isFull = tags.length >= most;

  const add = (typed) => {
    const added = [...new Set([...tags, ...typed.split(",").map(tagOf).filter(Boolean)])];
    desk.write("tags", added.slice(0, most));
    setWords("");
  };
  const remove = (tag) => {
    desk.write("tags", tags.filter((each) => each !== tag));
    input.current.focus();
  };
  const type = ({ target }) => (target.value.includes(",") ? add(target.value) : setWords(target.value));
  const press = (event) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(words);
    }
    if (event.key === "Backspace" && !words && tags.length) remove(tags.at(-1));
  };

  return (
    <div className={look.field}>
      <label htmlFor="field-tags" className={look.label}>
        Tags <span className={look.optional}>optional</span>
      </label>
      <div className={look.box} onClick={() => input.current.focus()}>
        {tags.map((tag) => (
          <span key={tag} className={look.chip}>
            {tag}
            <button
              type="button"
              className={look.remove}
              aria-label={`Remove ${tag}`}
              onClick={(event) => {
                event.stopPropagation();
                remove(tag);
              }}
            >
              <Icon path={icons.x} />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id="field-tags"
          className={look.input}
          value={words}
          readOnly={isFull}
          onChange={type}
          onKeyDown={press}
          onBlur={() => words.trim() && add(words)}
          placeholder={tags.length ? "" : "bread, rye"}
          autoComplete="off"
          aria-describedby="note-tags"
          aria-invalid={Boolean(problem.tags)}
        />
      </div>
      <p id="note-tags" className={problem.tags ? look.error : look.hint} role={problem.tags ? "alert" : undefined}>
        {problem.tags || (isFull ? `That is all: a post has up to ${most} tags.` : `Up to ${most}. Press Enter after each.`)}
      </p>
      <span className="sr-only" role="status">
        {tags.length ? `Tags: ${tags.join(", ")}` : ""}
      </span>
    </div>
  );
}
