import { walkCheckout } from './checkout.ts'
import { part } from './dom.ts'
import { walkFields } from './fields.ts'
import { walkProvider } from './provider.ts'
import { complain } from './steps.ts'
import { createWalk } from './walk.ts'

/** The script of the demo page. It runs before those of the gateway, and starts when they are there. */
document.addEventListener('DOMContentLoaded', () => {
  const { flow = '', origin = '' } = part('main', HTMLElement).dataset
  if (flow === '') return
  if (location.origin !== origin) goHome(origin)
  else walkThrough(flow)
})

function walkThrough(flow: string): void {
  const params = new URLSearchParams(location.search)
  const order = params.get('order') ?? ''
  const walk = createWalk(flow, orderForm.test(order) ? order : undefined)
  if (flow === 'checkout' || flow === 'embedded') walkCheckout(walk, flow, params)
  else if (flow === 'fields') walkFields(walk)
  else walkProvider(walk)
}

const orderForm = /^demo-[a-z]+-[0-9a-f]{12}$/

/**
 * The gateway's pages come back to the address it knows itself by, and frames of another are not let in. A
 * machine has several names for itself: of those, the gateway's is taken.
 */
function goHome(origin: string): void {
  const isNear =
    [location.origin, origin].every(each => loopback.test(each)) && origin.startsWith(location.protocol)
  if (isNear) location.replace(origin + location.pathname + location.search)
  else complain(`The gateway says that its address is ${origin}. The demo works there only.`)
}

const loopback = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]):\d+$/
