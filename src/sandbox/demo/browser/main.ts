import { startCheckoutFlow, startFieldsFlow, startProviderFlow } from './flows.ts'
import { requiredElement, showProblem } from './page.ts'
import { createWalkthrough } from './walkthrough.ts'

/** The script of the demo page. It is loaded before those of the gateway, and starts when they are there. */
document.addEventListener('DOMContentLoaded', () => {
  const { flow = '', origin = '' } = requiredElement('main', HTMLElement).dataset
  if (flow === '') return
  if (location.origin !== origin) goToGateway(origin)
  else startFlow(flow)
})

function startFlow(flow: string): void {
  const params = new URLSearchParams(location.search)
  const order = params.get('order') ?? ''
  const walkthrough = createWalkthrough(flow, orderPattern.test(order) ? order : undefined)
  if (flow === 'checkout' || flow === 'embedded') startCheckoutFlow(walkthrough, flow, params)
  else if (flow === 'fields') startFieldsFlow(walkthrough)
  else startProviderFlow(walkthrough)
}

const orderPattern = /^demo-[a-z]+-[0-9a-f]{12}$/

/**
 * The gateway's pages return to the address that it is configured with, and its frames work there only. A
 * machine has several names for itself: from another of them, the browser is sent to the gateway's.
 */
function goToGateway(origin: string): void {
  const isSameMachine =
    [location.origin, origin].every(each => loopback.test(each)) && origin.startsWith(location.protocol)
  if (isSameMachine) location.replace(origin + location.pathname + location.search)
  else showProblem(`The gateway says that its address is ${origin}. The demo works there only.`)
}

const loopback = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]):\d+$/
