// Renders Jokko's logo: its mark and its name.

import './brand.css';

/** The mark, with the name beside it. */
export function Brand({ size = 28 }: { size?: number }) {
  return (
    <span className="brand">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect className="brand-ground" width="32" height="32" rx="9" />
        <path
          className="brand-hook"
          d="M19.5 8v10.2a5.4 5.4 0 0 1-9.6 3.4"
          fill="none"
          strokeWidth="3.2"
          strokeLinecap="round"
        />
        <circle className="brand-sun" cx="12.2" cy="11.4" r="3" />
      </svg>
      <span className="brand-name">Jokko</span>
    </span>
  );
}
