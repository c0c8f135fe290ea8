// Pictures of the checkout page: marks of card networks, and icons.

import { Html } from '../../platform/html.ts'

/**
 * Pictures for card networks: neutral shapes, no trade marks. The script shows the one for the card number by
 * referring to its symbol.
 */
const shapes: Readonly<Record<string, string>> = {
  UNKNOWN: '<path d="M6 7.5h20M6 14h9" stroke="#8693a3" stroke-width="2.8"/>',
  NETWORK_A: '<path d="M16 4.5 22.5 11 16 17.5 9.5 11Z" fill="#2a6f97"/>',
  NETWORK_B: '<path d="M16 4.5 23 17H9Z" fill="#b5542d"/>',
  NETWORK_C: '<circle cx="16" cy="11" r="5" fill="none" stroke="#1f57c3" stroke-width="3"/>',
  NETWORK_D: '<path d="m12.5 5h7l3.5 6-3.5 6h-7L9 11Z" fill="#2f7d5b"/>',
  NETWORK_E: '<path d="M16 4.5a6.5 6.5 0 1 1 0 13Z" fill="#4a5568"/>',
  NETWORK_F: '<path d="M10 17V5m4 12V9m4 8V5m4 12V9" stroke="#a3480b" stroke-width="2.4"/>',
  NETWORK_G: '<path d="M16 4.5v13M9.5 11h13" stroke="#9b2c5e" stroke-width="4"/>',
  NETWORK_H: '<path d="M8 14c3-7 5-7 8-3s5 4 8-3" fill="none" stroke="#5b3fa0" stroke-width="3"/>',
  NETWORK_I: '<path d="M9 6h14L16 17Z" fill="#6b7a12"/>',
}

export const marks = new Html(
  `<svg class="unseen" aria-hidden="true" focusable="false"><defs>${Object.entries(shapes)
    .map(([brand, shape]) => `<symbol id="mark-${brand}" viewBox="0 0 32 22">${shape}</symbol>`)
    .join('')}</defs></svg>`,
)

export const markOf = (id: string): Html =>
  new Html(
    `<svg class="mark" width="36" height="25" viewBox="0 0 32 22" aria-hidden="true" focusable="false">` +
      `<rect x=".5" y=".5" width="31" height="21" rx="3.5" class="plate"/>` +
      `<use id="${id}" href="#mark-UNKNOWN"/></svg>`,
  )

const icon = (paths: string, size = 20) =>
  new Html(
    `<svg width="${size}" height="${size}" viewBox="0 0 20 20" fill="none" stroke="currentColor" ` +
      `stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" ` +
      `focusable="false">${paths}</svg>`,
  )

export const icons = {
  lock: icon('<rect x="4" y="9" width="12" height="8" rx="2"/><path d="M7 9V6.5a3 3 0 0 1 6 0V9"/>'),
  warning: icon('<circle cx="10" cy="10" r="7.5"/><path d="M10 6.2v4.6M10 13.6v.1"/>'),
  message: icon('<path d="M3 4.5h14v9.5H9l-3.5 3V14H3Z"/>'),
  done: icon('<path d="m4.5 10.5 3.7 3.8 7.3-8"/>', 30),
  part: icon(
    '<circle cx="10" cy="10" r="7.5"/><path d="M10 2.5a7.5 7.5 0 0 1 0 15Z" fill="currentColor"/>',
    30,
  ),
  partly: icon(
    '<circle cx="10" cy="10" r="7.5"/><path d="M10 2.5a7.5 7.5 0 0 1 0 15Z" fill="currentColor"/>',
  ),
  cancelled: icon('<path d="m5.5 5.5 9 9m0-9-9 9"/>', 30),
  expired: icon('<circle cx="10" cy="10" r="7.5"/><path d="M10 5.8V10l2.8 2.2"/>', 30),
}
