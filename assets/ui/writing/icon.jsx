// One of the drawings of `community/looks/icons.py`, whose paths Python hands over.
export function Icon({ path }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
