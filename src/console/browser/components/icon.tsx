// Icons, drawn on 20 by 20 with one stroke; they follow the colour of the text and are silent to readers.

const drawings = {
  payments: 'M2.5 5.5h15v9h-15zM2.5 8.5h15M5 12h3',
  today: 'M3 16.5h14M5 13.5V10m3.5 3.5v-7m3.5 7V8.5m3.5 5V4.5',
  risk: 'M10 2.5l6.5 2.5v4.5c0 4-2.7 6.7-6.5 8-3.8-1.3-6.5-4-6.5-8V5zM7 10l2.2 2.2L13 8.3',
  review:
    'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10z' + 'M10 12.3a2.3 2.3 0 100-4.6 2.3 2.3 0 000 4.6z',
  developers: 'M7 6l-4 4 4 4m6-8l4 4-4 4m-2.5-9.5l-2 11',
  log: 'M4.5 3h11v14h-11zM7.5 7h5m-5 3h5m-5 3h3',
  doctor: 'M2 10.5h3.5l2-5.5 4 10.5 2.3-5H18',
  bell: 'M5.5 13.5V9a4.5 4.5 0 019 0v4.5l1.5 1.5H4zM8.5 17.2h3',
  users:
    'M7.5 9.5a3 3 0 100-6 3 3 0 000 6zM2 16.5c.4-3 2.6-4.5 5.5-4.5s5.1 1.5 5.5 4.5' +
    'M13 3.8a3 3 0 010 5.4m1.5 3c2 .5 3.2 2 3.5 4.3',
  audit: 'M4 3h8l4 4v10H4zM12 3v4h4M7 12l2 2 4-4',
  sandbox: 'M8 2.5v5L3.5 15.5a1.3 1.3 0 001.2 2h10.6a1.3 1.3 0 001.2-2L12 7.5v-5M6.5 2.5h7M6 12h8',
  account: 'M10 10a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3.5 17c.5-3.5 3-5 6.5-5s6 1.5 6.5 5',
  payers:
    'M8 9.5a3 3 0 100-6 3 3 0 000 6zM2.5 16.5c.4-3 2.6-4.5 5.5-4.5 1.2 0 2.2.2 3 .7' +
    'M13.5 13l4 4m0-4l-4 4',
  merchants:
    'M3 8l1.5-4.5h11L17 8M3.5 8v9h13V8' +
    'M3 8a2.3 2.3 0 004.7 0 2.3 2.3 0 004.6 0A2.3 2.3 0 0017 8M8 17v-4.5h4V17',
  links: 'M8.5 11.5l3-3M9 6l1.7-1.7a3.5 3.5 0 015 5L14 11m-3 3l-1.7 1.7a3.5 3.5 0 01-5-5L6 9',
  keys: 'M7 12.5a3.7 3.7 0 100-7.4 3.7 3.7 0 000 7.4zM9.7 11.3L16 17.5m-2.5-2.5l2-2',
  nodes: 'M3 3.5h14v5H3zM3 11.5h14v5H3zM6 6h.1M6 14h.1',
  clock: 'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15zM10 5.5V10l3 2',
  balance: 'M10 3v14M5.5 17h9M3 6h14M5.5 6L3 11.5h5zM14.5 6L12 11.5h5z',
  search: 'M9 14.5a5.5 5.5 0 100-11 5.5 5.5 0 000 11zM13 13l4 4',
  copy: 'M7 7h9.5v9.5H7zM4 13H3.5V3.5H13V4',
  check: 'M4 10.5l4 4 8-9',
  cross: 'M5 5l10 10M15 5L5 15',
  alert: 'M10 3l7.5 13.5h-15zM10 8v4m0 2.3v.1',
  info: 'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15zM10 9v5m0-8v.1',
  plus: 'M10 4v12M4 10h12',
  download: 'M10 3v9m0 0l-3.5-3.5M10 12l3.5-3.5M3.5 16.5h13',
  chevron: 'M6 8l4 4 4-4',
  sun:
    'M10 13.5a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM10 1.5v2m0 13v2m8.5-8.5h-2' +
    'm-13 0h-2m13.5-6l-1.4 1.4M5.4 14.6L4 16m12 0l-1.4-1.4M5.4 5.4L4 4',
  moon: 'M16.5 12A7 7 0 018 3.5a7 7 0 108.5 8.5z',
  screen: 'M2.5 4h15v9.5h-15zM7 17h6m-3-3.5V17',
  keyboard: 'M2 5h16v10H2zM5 8h.1M8 8h.1m2.9 0h.1M14 8h.1M6 12h8',
  filter: 'M3 4.5h14L11.5 11v5.5l-3-2V11z',
  refresh: 'M16 5v4h-4M4 15v-4h4M15.5 9A6 6 0 005 6.5M4.5 11A6 6 0 0015 13.5',
  out: 'M8 3.5H3.5v13H8M12.5 6.5L16 10l-3.5 3.5M16 10H7.5',
} as const

export type IconName = keyof typeof drawings

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      {...{ width: size, height: size, viewBox: '0 0 20 20', fill: 'none', stroke: 'currentColor' }}
      {...{ strokeWidth: 1.6, strokeLinecap: 'round', strokeLinejoin: 'round' }}
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
