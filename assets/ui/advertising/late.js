// Waits until a place is where content that appears moves nothing that the reader sees.

/**
 * Calls a function when an element is below the visible part of the page. Returns a function that stops it.
 * @param {HTMLElement} element
 * @param {() => void} onBelowView
 */
export function watchUntilBelowView(element, onBelowView) {
  const observer = new IntersectionObserver((entries) => {
    const { isIntersecting, boundingClientRect } = entries[entries.length - 1];
    if (!isIntersecting && boundingClientRect.top >= window.innerHeight) onBelowView();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
