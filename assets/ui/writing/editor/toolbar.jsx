// The buttons: one tab stop, arrow keys between them, pressed where the cursor stands in it.
import { useRef } from "react";
import { PICTURES } from "../upload.js";
import { Icon } from "../icon.jsx";

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl+";

const GROUPS = [
  [
    ["heading_2", "Heading", "Alt+2"],
    ["heading_3", "Smaller heading", "Alt+3"],
  ],
  [
    ["bold", "Bold", "B"],
    ["italic", "Italic", "I"],
    ["strikethrough", "Struck through", "Alt+X"],
    ["code", "Code", "E"],
    ["link", "Link", "K"],
  ],
  [
    ["quote", "Quote", "Shift+B"],
    ["list", "List", "Alt+8"],
    ["list_ordered", "Numbered list", "Alt+7"],
    ["code_block", "Block of code", "Alt+C"],
    ["minus", "Dividing line"],
  ],
  [["image", "Picture"]],
  [
    ["undo", "Undo", "Z"],
    ["redo", "Redo", "Shift+Z"],
  ],
];

export function Toolbar({ active, look, icons, onPress, onPictures }) {
  const files = useRef(null);
  const press = (name) => (name === "image" ? files.current.click() : onPress(name));
  const pick = ({ target }) => {
    onPictures([...target.files]);
    target.value = "";
  };
  return (
    <div role="toolbar" aria-label="Formatting" className={look.tools} onKeyDown={walk}>
      {GROUPS.map((group, index) => (
        <span key={index} className={look.tools_group} role="presentation">
          {group.map(([name, words, shortcut]) => (
            <Tool
              key={name}
              {...{ name, words, shortcut, look, icons }}
              pressed={Boolean(active[name])}
              first={name === GROUPS[0][0][0]}
              onPress={() => press(name)}
            />
          ))}
        </span>
      ))}
      <input ref={files} type="file" accept={PICTURES} multiple hidden onChange={pick} />
    </div>
  );
}

const WITHOUT_STATE = new Set(["minus", "image", "undo", "redo"]);

function Tool({ name, words, shortcut, pressed, first, look, icons, onPress }) {
  return (
    <button
      type="button"
      className={look.tool}
      aria-label={words}
      aria-pressed={WITHOUT_STATE.has(name) ? undefined : pressed}
      title={shortcut ? `${words} (${MODIFIER}${shortcut})` : words}
      tabIndex={first ? 0 : -1}
      // The text keeps its selection, and a phone its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon path={icons[name]} />
    </button>
  );
}

function walk(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(event.target);
  if (at < 0 || (!step && event.key !== "Home" && event.key !== "End")) return;
  event.preventDefault();
  const edge = event.key === "Home" ? 0 : buttons.length - 1;
  const next = step ? (at + step + buttons.length) % buttons.length : edge;
  buttons.forEach((button, index) => (button.tabIndex = index === next ? 0 : -1));
  buttons[next].focus();
}
