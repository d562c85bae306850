import "react";

declare module "react" {
  // The ref of an element is null only before the element is mounted. Effects and event handlers run after that.
  function useRef<T>(initialValue: null): RefObject<T>;
}
