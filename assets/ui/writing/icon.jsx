// An icon. `path` is an SVG path from `community/styles/ui/icons.py`.
/** @param {{ path: string }} props */
export function Icon({ path }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
