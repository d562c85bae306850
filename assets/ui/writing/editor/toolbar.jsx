// The toolbar. The Tab key reaches it as one stop, and the arrow keys move between its buttons. A button is shown as
// pressed if its formatting applies to the selection.
import { useRef } from "react";
import { gettext } from "$/public/ui/i18n.js";
import { Icon } from "../icon.jsx";

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl+";

/** @type {[name: string, label: string, shortcut?: string][][]} */
const GROUPS = [
  [
    ["heading_2", gettext("Heading"), "Alt+2"],
    ["heading_3", gettext("Subheading"), "Alt+3"],
  ],
  // Phones show the buttons up to the image without scrolling.
  [
    ["bold", gettext("Bold"), "B"],
    ["italic", gettext("Italic"), "I"],
    ["link", gettext("Link"), "K"],
    ["image", gettext("Image")],
  ],
  [
    ["strikethrough", gettext("Strikethrough"), "Alt+X"],
    ["code", gettext("Code"), "E"],
  ],
  [
    ["quote", gettext("Quote"), "Shift+B"],
    ["list", gettext("Bulleted list"), "Alt+8"],
    ["list_ordered", gettext("Numbered list"), "Alt+7"],
    ["code_block", gettext("Code block"), "Alt+C"],
    ["minus", gettext("Divider")],
  ],
  [
    ["undo", gettext("Undo"), "Z"],
    ["redo", gettext("Redo"), "Shift+Z"],
  ],
];

/**
 * @param {{
 *   active: import("./selection.js").Active,
 *   classNames: ClassNames,
 *   icons: Icons,
 *   imageTypes: string,
 *   onCommand: (name: string) => void,
 *   onImages: (files: File[]) => void,
 * }} props
 */
export function Toolbar({ active, classNames, icons, imageTypes, onCommand, onImages }) {
  /** @type {Ref<HTMLInputElement>} */
  const fileInput = useRef(null);
  /** @param {string} name */
  const handleClick = (name) => (name === "image" ? fileInput.current.click() : onCommand(name));
  /** @param {React.ChangeEvent<HTMLInputElement>} event */
  const handleFiles = ({ target }) => {
    onImages([...(target.files ?? [])]);
    target.value = "";
  };
  return (
    <div role="toolbar" aria-label={gettext("Formatting")} className={classNames.toolbar} onKeyDown={handleArrowKeys}>
      {GROUPS.map((group, index) => (
        <span key={index} className={classNames.toolbar_group} role="presentation">
          {group.map(([name, label, shortcut]) => (
            <ToolbarButton
              key={name}
              {...{ name, label, shortcut, classNames, icons }}
              isPressed={Boolean(active[name])}
              isFirst={name === GROUPS[0][0][0]}
              onClick={() => handleClick(name)}
            />
          ))}
        </span>
      ))}
      <input ref={fileInput} type="file" accept={imageTypes} multiple hidden onChange={handleFiles} />
    </div>
  );
}

const WITHOUT_STATE = new Set(["minus", "image", "undo", "redo"]);

/**
 * @param {{
 *   name: string,
 *   label: string,
 *   shortcut?: string,
 *   isPressed: boolean,
 *   isFirst: boolean,
 *   classNames: ClassNames,
 *   icons: Icons,
 *   onClick: () => void,
 * }} props
 */
function ToolbarButton({ name, label, shortcut, isPressed, isFirst, classNames, icons, onClick }) {
  return (
    <button
      type="button"
      className={classNames.toolbar_button}
      aria-label={label}
      aria-pressed={WITHOUT_STATE.has(name) ? undefined : isPressed}
      title={shortcut ? `${label} (${MODIFIER}${shortcut})` : label}
      tabIndex={isFirst ? 0 : -1}
      // Keeps the selection in the text and keeps the on-screen keyboard open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Icon path={icons[name]} />
    </button>
  );
}

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** @param {React.KeyboardEvent<HTMLElement>} event */
function handleArrowKeys(event) {
  const step = STEPS[event.key];
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const current = buttons.findIndex((button) => button === event.target);
  if (current < 0 || (!step && event.key !== "Home" && event.key !== "End")) return;
  event.preventDefault();
  const edge = event.key === "Home" ? 0 : buttons.length - 1;
  const next = step ? (current + step + buttons.length) % buttons.length : edge;
  buttons.forEach((button, index) => (button.tabIndex = index === next ? 0 : -1));
  buttons[next].focus();
}
