// The field for the tags of a post. Enter or a comma adds the typed tag, Backspace in an empty field removes the last.
import { useRef, useState } from "react";
import { gettext, ngettext } from "$/public/ui/i18n.js";
import { Icon } from "../icon.jsx";
import { draftStore } from "./draft_store.js";
import { useDraft } from "./draft_sync.jsx";

// Must give the same result as `normalize_tag` in community/domain/posts/content.py.
const normalizeTag = (text) =>
  text
    .trim()
    .replace(/^#+/, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_+#.-]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "");

export function TagField({ maxTags, classNames, icons }) {
  const { tags, errors } = useDraft();
  const [text, setText] = useState("");
  const input = useRef(null);
  const isFull = tags.length >= maxTags;

  const add = (list) => {
    const allTags = [...new Set([...tags, ...list.split(",").map(normalizeTag).filter(Boolean)])];
    draftStore.setField("tags", allTags.slice(0, maxTags));
    setText("");
  };
  const remove = (tag) => {
    draftStore.setField("tags", tags.filter((other) => other !== tag));
    input.current.focus();
  };
  const handleChange = ({ target }) => (target.value.includes(",") ? add(target.value) : setText(target.value));
  const handleKeyDown = (event) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(text);
    }
    if (event.key === "Backspace" && !text && tags.length) remove(tags.at(-1));
  };
  const hint = isFull
    ? ngettext("You can add up to {n} tag.", "You can add up to {n} tags.", maxTags)
    : ngettext("Up to {n} tag, followed by a comma or Enter.", "Up to {n} tags, separated by commas or Enter.", maxTags);

  return (
    <div className={classNames.field}>
      <label htmlFor="field-tags" className={classNames.label}>
        {gettext("Tags")} <span className={classNames.optional}>{gettext("optional")}</span>
      </label>
      <div className={classNames.box} onClick={() => input.current.focus()}>
        {tags.map((tag) => (
          <span key={tag} className={classNames.chip}>
            {tag}
            <button
              type="button"
              className={classNames.remove}
              aria-label={gettext("Remove {name}", { name: tag })}
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
          className={classNames.input}
          value={text}
          readOnly={isFull}
          onChange={handleChange}
          onKeyDown={handleKeyDown}
          onBlur={() => text.trim() && add(text)}
          // Translators: examples of tags, in lower case.
          placeholder={tags.length ? "" : gettext("travel, photography")}
          autoComplete="off"
          aria-describedby="note-tags"
          aria-invalid={Boolean(errors.tags)}
        />
      </div>
      <p
        id="note-tags"
        className={errors.tags ? classNames.error : classNames.hint}
        role={errors.tags ? "alert" : undefined}
      >
        {errors.tags || hint}
      </p>
      <span className="sr-only" role="status">
        {tags.length ? gettext("Tags: {list}", { list: tags.join(", ") }) : ""}
      </span>
    </div>
  );
}
