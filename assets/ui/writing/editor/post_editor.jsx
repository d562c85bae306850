// The post editor. `community/components/editor/post_editor.py` documents its props.
import { useEffect, useRef, useState } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { STATUS } from "./autosave.js";
import { LinkForm } from "./link_form.jsx";
import { Toolbar } from "./toolbar.jsx";
import { useDocument } from "./use_document.js";
import "./editor.css";

/**
 * @import { DescribedSelection, Engine } from "./engine.js"
 *
 * @typedef {object} Props
 * @property {boolean} isReady
 * @property {string} documentKey
 * @property {string} value
 * @property {string} savedAt
 * @property {number} acknowledgedRevision
 * @property {string} label
 * @property {string} placeholder
 * @property {string} uploadUrl
 * @property {ClassNames} classNames
 * @property {Icons} icons
 * @property {(markdown: string, revision: number, documentKey: string) => void} [onChange]
 * @property {() => void} [onBlur]
 */

const STATUS_TEXTS = {
  [STATUS.idle]: "",
  [STATUS.saving]: gettext("Saving…"),
  [STATUS.saved]: gettext("Saved"),
  [STATUS.offline]: gettext("No connection. Your text is saved in this browser."),
};
/** @type {DescribedSelection} */
const EMPTY_SELECTION = { active: {}, language: null };

/** @param {Props} props */
export function PostEditor(props) {
  const { classNames } = props;
  const documentKey = useOpenDocument(props);
  /** @type {Ref<HTMLDivElement>} */
  const root = useRef(null);
  const [selection, setSelection] = useState(EMPTY_SELECTION);
  const [editedLink, setEditedLink] = useState(/** @type {{ href: string } | null} */ (null));
  const { engine, status, conflictingText, keepLocalText, keepServerText } = useDocument(documentKey, props, root, {
    select: setSelection,
    openLinkForm: (openEngine) => setEditedLink(openEngine.currentLink()),
  });
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
          <span className={classNames.status} role="status" data-status={status}>
            {STATUS_TEXTS[status]}
          </span>
        </div>
      </div>
      {conflictingText !== null && (
        <ConflictNotice classNames={classNames} onKeepLocal={keepLocalText} onKeepServer={keepServerText} />
      )}
      <div key={documentKey} ref={root} />
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
 *   classNames: ClassNames,
 *   icons: Icons,
 * }} props
 */
function Bar({ engine, selection, editedLink, setEditedLink, classNames, icons }) {
  if (!editedLink) {
    const handleCommand = (/** @type {string} */ name) => {
      if (name === "link") setEditedLink(engine?.currentLink() ?? null);
      else engine?.run(name);
    };
    return (
      <Toolbar
        active={selection.active}
        {...{ classNames, icons }}
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

/** @param {{ classNames: ClassNames, onKeepLocal: () => void, onKeepServer: () => void }} props */
function ConflictNotice({ classNames, onKeepLocal, onKeepServer }) {
  return (
    <div className={classNames.notice} role="alert">
      <p>{gettext("This text was edited elsewhere after your last change here.")}</p>
      <button type="button" className={classNames.notice_button} onClick={onKeepLocal}>
        {gettext("Use my version")}
      </button>
      <button type="button" className={classNames.notice_button} onClick={onKeepServer}>
        {gettext("Use the other version")}
      </button>
    </div>
  );
}

/**
 * Returns the key of the open document. After a reconnection the State is empty or outdated until the page has been
 * loaded again. Until then the document stays open.
 * @param {Props} props
 */
function useOpenDocument({ documentKey, isReady }) {
  const [openKey, setOpenKey] = useState("");
  useEffect(() => {
    if (isReady && documentKey) setOpenKey(documentKey);
  }, [isReady, documentKey]);
  return openKey;
}
