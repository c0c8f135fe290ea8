import { startCheckoutFlow, startFieldsFlow, startProviderFlow } from './flows.ts'
import { requiredElement, showProblem } from './page.ts'
import { createWalkthrough } from './walkthrough.ts'

/** The script of the demo page. It runs before those of the gateway, and starts when they are there. */
document.addEventListener('DOMContentLoaded', () => {
  const { flow = '', origin = '' } = requiredElement('main', HTMLElement).dataset
  if (flow === '') return
  if (location.origin !== origin) goToGateway(origin)
  else startFlow(flow)
})

function startFlow(flow: string): void {
  const params = new URLSearchParams(location.search)
  const order = params.get('order') ?? ''
  const walk = createWalkthrough(flow, orderForm.test(order) ? order : undefined)
  if (flow === 'checkout' || flow === 'embedded') startCheckoutFlow(walk, flow, params)
  else if (flow === 'fields') startFieldsFlow(walk)
  else startProviderFlow(walk)
}

const orderForm = /^demo-[a-z]+-[0-9a-f]{12}$/

/**
 * The gateway's pages come back to the address it knows itself by, and frames of another are not let in. A
 * machine has several names for itself: of those, the gateway's is taken.
 */
function goToGateway(origin: string): void {
  const isNear =
    [location.origin, origin].every(each => loopback.test(each)) && origin.startsWith(location.protocol)
  if (isNear) location.replace(origin + location.pathname + location.search)
  else showProblem(`The gateway says that its address is ${origin}. The demo works there only.`)
}

const loopback = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]):\d+$/
