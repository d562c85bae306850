// The field for the tags of a post. Enter or a comma adds the typed tag, Backspace in an empty field removes the last.
import { useRef, useState } from "react";
import { gettext, ngettext } from "$/public/ui/i18n.js";
import { Icon } from "../icon.jsx";
import { draftStore } from "./draft_store.js";
import { useDraft } from "./draft_sync.jsx";

/**
 * Must give the same result as `normalize_tag` in community/domain/posts/content.py.
 * @param {string} text
 */
const normalizeTag = (text) =>
  text
    .trim()
    .replace(/^#+/, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_+#.-]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "");

/** @param {{ maxTags: number, classNames: ClassNames, icons: Icons }} props */
export function TagField({ maxTags, classNames, icons }) {
  const { tags, errors } = useDraft();
  /** @type {Ref<HTMLInputElement>} */
  const input = useRef(null);
  const remove = (/** @type {string} */ tag) => {
    const others = tags.filter((other) => other !== tag);
    draftStore.setField("tags", others);
    input.current.focus();
  };
  return (
    <div className={classNames.field}>
      <label htmlFor="field-tags" className={classNames.label}>
        {gettext("Tags")} <span className={classNames.optional}>{gettext("optional")}</span>
      </label>
      <div className={classNames.box} onClick={() => input.current.focus()}>
        {tags.map((tag) => (
          <TagChip key={tag} tag={tag} classNames={classNames} icons={icons} onRemove={remove} />
        ))}
        <TagInput
          ref={input}
          tags={tags}
          maxTags={maxTags}
          error={errors.tags}
          classNames={classNames}
          onRemove={remove}
        />
      </div>
      <p
        id="note-tags"
        className={errors.tags ? classNames.error : classNames.hint}
        role={errors.tags ? "alert" : undefined}
      >
        {errors.tags || hintText(tags.length >= maxTags, maxTags)}
      </p>
      <span className="sr-only" role="status">
        {tags.length ? gettext("Tags: {list}", { list: tags.join(", ") }) : ""}
      </span>
    </div>
  );
}

/**
 * @param {boolean} isFull
 * @param {number} n the maximum number of tags
 */
const hintText = (isFull, n) =>
  isFull
    ? ngettext("You can add up to {n} tag.", "You can add up to {n} tags.", n)
    : ngettext("Up to {n} tag, followed by a comma or Enter.", "Up to {n} tags, separated by commas or Enter.", n);

/** @param {{ tag: string, classNames: ClassNames, icons: Icons, onRemove: (tag: string) => void }} props */
function TagChip({ tag, classNames, icons, onRemove }) {
  return (
    <span className={classNames.chip}>
      {tag}
      <button
        type="button"
        className={classNames.remove}
        aria-label={gettext("Remove {name}", { name: tag })}
        onClick={(event) => {
          event.stopPropagation();
          onRemove(tag);
        }}
      >
        <Icon path={icons.x} />
      </button>
    </span>
  );
}

/**
 * @param {{
 *   ref: Ref<HTMLInputElement>,
 *   tags: string[],
 *   maxTags: number,
 *   error: string,
 *   classNames: ClassNames,
 *   onRemove: (tag: string) => void,
 * }} props
 */
function TagInput({ ref, tags, maxTags, error, classNames, onRemove }) {
  const [text, setText] = useState("");
  const add = (/** @type {string} */ list) => {
    const allTags = [...new Set([...tags, ...list.split(",").map(normalizeTag).filter(Boolean)])];
    draftStore.setField("tags", allTags.slice(0, maxTags));
    setText("");
  };
  /** @param {React.KeyboardEvent} event */
  const handleKeyDown = (event) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(text);
    }
    const lastTag = tags.at(-1);
    if (event.key === "Backspace" && !text && lastTag) onRemove(lastTag);
  };
  return (
    <input
      ref={ref}
      id="field-tags"
      className={classNames.input}
      value={text}
      readOnly={tags.length >= maxTags}
      onChange={({ target }) => (target.value.includes(",") ? add(target.value) : setText(target.value))}
      onKeyDown={handleKeyDown}
      onBlur={() => text.trim() && add(text)}
      // Translators: examples of tags, in lower case.
      placeholder={tags.length ? "" : gettext("travel, photography")}
      autoComplete="off"
      aria-describedby="note-tags"
      aria-invalid={Boolean(error)}
    />
  );
}
