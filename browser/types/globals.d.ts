// Global types for the JSDoc comments in assets/ui.

/** CSS class names by the name of the element, as a Python component passes them. */
type ClassNames = Record<string, string>;
/** SVG paths by the name of the icon (`community/styles/ui/icons.py`). */
type Icons = Record<string, string>;
type ReactNode = React.ReactNode;
type Ref<T> = React.RefObject<T>;
type Timer = ReturnType<typeof setTimeout>;

// On the pages, only icons are not HTML elements, and no script selects elements inside icons.
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Window {
  /** The page view of the server-rendered page, which `assets/ui/advertising/choice.js` starts. */
  advertisementView?: import("../../assets/ui/advertising/choice.js").PageView;
}
