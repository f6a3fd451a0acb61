// Icons beside words. Lines in a 24 × 24 square, all of one width; never the only carrier of a
// meaning.

const paths = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  key: 'M14.5 9.5a4.5 4.5 0 1 1-3-3L20 15v4h-4v-3h-3v-3z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  arrows: 'M7 4v15m0 0-3-3m3 3 3-3M17 20V5m0 0-3 3m3-3 3 3',
  code: 'm8 7-5 5 5 5M16 7l5 5-5 5',
  bell: 'M6 16V11a6 6 0 1 1 12 0v5l2 2H4zM10 21h4',
  send: 'M21 3 10 14M21 3l-7 18-4-7-7-4z',
  wallet: 'M4 7h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm0 0 11-3v3M16 13h.01',
  shield: 'M12 3 5 6v5c0 4.5 2.9 8 7 10 4.1-2 7-5.5 7-10V6z',
  flag: 'M5 21V4h13l-2.5 4L18 12H5',
  chat: 'M4 5h16v11H9l-5 4z',
  layers: 'm12 3 9 5-9 5-9-5zm-9 9 9 5 9-5M3 16l9 5 9-5',
  users:
    'M15 19v-1a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4v1M9 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M21 19v-1a4 4 0 0 0-3-3.9M16 3.2a3.5 3.5 0 0 1 0 6.6',
  user: 'M19 20v-1a5 5 0 0 0-5-5h-4a5 5 0 0 0-5 5v1M12 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7',
  flask: 'M9 3h6M10 3v6L4.5 18.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 15h9',
  book: 'M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10',
  pulse: 'M3 12h4l3-8 4 16 3-8h4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M20 20l-4-4',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  route: 'M6 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4M18 21a2 2 0 1 0 0-4 2 2 0 0 0 0 4M6 7v6a4 4 0 0 0 4 4h6',
  question:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5h.01',
  scale: 'M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z',
  ban: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M5.6 5.6l12.8 12.8',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3 2',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  database:
    'M12 9c4.4 0 8-1.3 8-3s-3.6-3-8-3-8 1.3-8 3 3.6 3 8 3M4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'check-circle': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8 12.3l2.8 2.8L16 9.8',
  alert: 'M12 4 2.8 20h18.4zM12 10v4M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5M12 8h.01',
  'x-circle': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9 9l6 6M15 9l-6 6',
  pause: 'M9 5v14M15 5v14',
  play: 'M7 5v14l11-7z',
  dot: 'M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  download: 'M12 4v11m0 0-4-4m4 4 4-4M5 20h14',
  upload: 'M12 16V5m0 0L8 9m4-4 4 4M5 20h14',
  plus: 'M12 5v14M5 12h14',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  'eye-off':
    'M4 4l16 16M10 5.8c.6-.2 1.3-.3 2-.3 6.4 0 10 6.5 10 6.5a17 17 0 0 1-3 3.7M6.5 7.6A16 16 0 0 0 2 12s3.6 6.5 10 6.5c1.6 0 3-.4 4.300-1',
  refresh: 'M20 11a8 8 0 1 0-.7 4.500M20 5v6h-6',
  filter: 'M4 5h16l-6 8v5l-4 2v-7z',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  external: 'M13 5h6v6M19 5l-9 9M17 14v5H5V7h5',
  'chevron-down': 'm6 9 6 6 6-6',
  'chevron-right': 'm9 6 6 6-6 6',
  'chevron-left': 'm15 6-6 6 6 6',
  sort: 'M8 5v14m0 0-3-3m3 3 3-3M16 19V5m0 0-3 3m3-3 3 3',
  'sign-out': 'M10 4H5v16h5M16 8l4 4-4 4M20 12H9',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  fingerprint:
    'M6 10a6 6 0 0 1 12 0v3M9 20c-.8-2-1-4-1-6v-3.500a4 4 0 0 1 8 0V13c0 2.500-.3 4.500-1 7M12 11v3c0 2.500.3 4.500 1 6.500M4.500 15c-.3-1.500-.3-3-.2-4',
  phone: 'M8 3h8v18H8zM11 18h2',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1.500 1.500M17.500 17.500 19 19M19 5l-1.500 1.500M6.500 17.500 5 19',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c2.500 2.600 3.600 5.600 3.600 9s-1.100 6.400-3.600 9c-2.500-2.600-3.600-5.600-3.600-9S9.500 5.600 12 3',
  chart: 'M4 4v16h16M8 15l3-4 3 2 5-7',
  undo: 'M4 9h11a5 5 0 0 1 0 10h-3M4 9l4-4M4 9l4 4',
} as const;
export type IconName = keyof typeof paths;

/** A picture beside words, hidden from screen readers. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
