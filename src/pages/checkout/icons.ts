// Pictures of the checkout page: a card, and icons.

import { Html } from '../../platform/html.ts'

/** A card of whichever network: neutral, no trade mark. */
export const cardMark = new Html(
  `<svg class="mark" width="36" height="25" viewBox="0 0 32 22" aria-hidden="true" focusable="false">` +
    `<rect x=".5" y=".5" width="31" height="21" rx="3.5" class="plate"/>` +
    `<path d="M6 7.5h20M6 14h9" stroke="#8693a3" stroke-width="2.8"/></svg>`,
)

const icon = (paths: string, size = 20) =>
  new Html(
    `<svg width="${size}" height="${size}" viewBox="0 0 20 20" fill="none" stroke="currentColor" ` +
      `stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" ` +
      `focusable="false">${paths}</svg>`,
  )

const remark = icon('<circle cx="10" cy="10" r="7.5"/><path d="M10 9.2v4.6M10 6.4v.1"/>', 30)

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
  paidBefore: remark,
  refundedBefore: remark,
  cancelledBefore: remark,
  cancelled: icon('<path d="m5.5 5.5 9 9m0-9-9 9"/>', 30),
  expired: icon('<circle cx="10" cy="10" r="7.5"/><path d="M10 5.8V10l2.8 2.2"/>', 30),
}
