// The post editor. `community/components/editor/post_editor.py` documents its props.
import { useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { useKeyboardHeight } from "./keyboard_height.js";
import { LinkForm } from "./link_form.jsx";
import { useSuggestionList } from "./suggestion_list.jsx";
import { Toolbar } from "./toolbar.jsx";
import { useEngine } from "./use_engine.js";
import "./editor.css";

/**
 * @import { DescribedSelection, Engine } from "./engine.js"
 *
 * @typedef {object} Props
 * @property {string} value
 * @property {string} label
 * @property {string} placeholder
 * @property {boolean} [autoFocus]
 * @property {string} uploadUrl
 * @property {string} imageTypes
 * @property {ClassNames} classNames
 * @property {Icons} icons
 * @property {(markdown: string) => void} onChange
 * @property {{ slug: string, name: string, avatar: string }[]} suggestions users for the text after "@"
 * @property {Suggestions | null} [links] tags and posts for the text after "#"
 * @property {(prefix: string) => void} [onMentionQuery]
 * @property {(text: string) => void} [onLinkQuery]
 */

/** @type {DescribedSelection} */
const EMPTY_SELECTION = { active: {}, language: null };

/** @param {Props} props */
export function PostEditor(props) {
  const { classNames } = props;
  /** @type {Ref<HTMLDivElement>} */
  const root = useRef(null);
  const [selection, setSelection] = useState(EMPTY_SELECTION);
  const [editedLink, setEditedLink] = useState(/** @type {{ href: string } | null} */ (null));
  useKeyboardHeight();
  // The engine keeps the functions of the first rendering.
  /** @type {Ref<ReturnType<typeof useSuggestionList>["handlers"] | null>} */
  const suggestions = useRef(null);
  const engine = useEngine(props, root, {
    select: (selected) => (setSelection(selected), suggestions.current?.update()),
    openLinkForm: (started) => setEditedLink(started.currentLink()),
    handleKeyDown: (event) => Boolean(suggestions.current?.handleKeyDown(event)),
    handleBlur: () => suggestions.current?.close(),
  });
  const list = useSuggestionList(engine, props);
  suggestions.current = list.handlers;
  return (
    <div className={classNames.frame}>
      <div className={classNames.bar}>
        <Bar {...props} {...{ engine, selection, editedLink, setEditedLink }} />
        <div className={classNames.below_toolbar}>
          {selection.language !== null && (
            <input
              className={classNames.language}
              value={selection.language}
              onChange={({ target }) => engine?.setLanguage(target.value)}
              aria-label={gettext("Code language")}
              placeholder={gettext("Language")}
              spellCheck={false}
            />
          )}
        </div>
      </div>
      <div className={classNames.text_frame}>
        <div ref={root} />
        {list.element}
      </div>
    </div>
  );
}

/**
 * The toolbar, or the form for the link that the user edits.
 * @param {{
 *   engine: Engine | null,
 *   selection: DescribedSelection,
 *   editedLink: { href: string } | null,
 *   setEditedLink: (link: { href: string } | null) => void,
 * } & Props} props
 */
function Bar({ engine, selection, editedLink, setEditedLink, classNames, icons, imageTypes }) {
  if (!editedLink) {
    const handleCommand = (/** @type {string} */ name) => {
      if (name === "link") setEditedLink(engine?.currentLink() ?? null);
      else engine?.run(name);
    };
    return (
      <Toolbar
        active={selection.active}
        {...{ classNames, icons, imageTypes }}
        onCommand={handleCommand}
        onImages={(files) => engine?.insertImages(files)}
      />
    );
  }
  const close = () => {
    setEditedLink(null);
    engine?.focus();
  };
  const apply = (/** @type {string} */ href) => {
    setEditedLink(null);
    engine?.applyLink(href);
  };
  return <LinkForm {...editedLink} classNames={classNames} onApply={apply} onClose={close} />;
}
