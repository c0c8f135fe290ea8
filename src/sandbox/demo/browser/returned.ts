import { textAt } from './exchange.ts'

/** The shop's page at the end of a challenge: in a frame it notifies the demo page, else it goes there. */
const fields: unknown = JSON.parse(document.body.dataset.told ?? '{}')
if (window.parent === window) {
  const order = textAt(fields, 'order.id') ?? ''
  location.replace(`/demo?flow=fields&order=${encodeURIComponent(order)}`)
} else {
  window.parent.postMessage({ demo: 'returned', told: fields }, location.origin)
}
