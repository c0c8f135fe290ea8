import { requiredElement } from './dom.ts'
import { type CheckoutScript, scriptMissingText } from './gatewayScripts.ts'
import { goToStep, showProblem } from './steps.ts'
import { type CheckoutExit, checkoutExits, isRecorded } from './verdict.ts'
import { beginOrder, type CheckoutReturn, type Walkthrough } from './walk.ts'

/** Hosted checkout, on a page of its own or inside this one: the same session, shown in two ways. */
export function startCheckoutFlow(
  walk: Walkthrough,
  flow: 'checkout' | 'embedded',
  params: URLSearchParams,
): void {
  const show = flow === 'checkout' ? offerCheckoutPage : embedCheckoutPage
  requiredElement('#begin', HTMLButtonElement).addEventListener('click', async () => {
    if ((await beginOrder(walk, 'createCheckout', { flow })) !== undefined) show(walk)
  })
  defineCallbacks(walk)
  if (walk.state().order !== undefined) void resumeCheckout(walk, readReturn(params), () => show(walk))
}

/** The payer is back, or only the page is: the gateway knows whether something has been paid. */
async function resumeCheckout(walk: Walkthrough, brought: CheckoutReturn, show: () => void): Promise<void> {
  const isOver = brought.exit !== undefined || brought.resultIndicator !== undefined
  const { order = '', session } = walk.state()
  if (!isOver && session !== undefined) {
    goToStep('visit')
    const told = await walk.askShop('retrieve', { order })
    if (told === undefined || !isRecorded(told.answer)) return show()
    goToStep('check')
    return walk.finish(brought, told)
  }
  goToStep('check')
  await walk.finish(brought)
}

export function readReturn(params: URLSearchParams): CheckoutReturn {
  const ending = checkoutExits.find(known => known === params.get('ending'))
  const resultIndicator = params.get('resultIndicator')
  return { ...(ending && { exit: ending }), ...(resultIndicator && { resultIndicator }) }
}

function offerCheckoutPage(walk: Walkthrough): void {
  goToStep('visit')
  const button = requiredElement('#visit', HTMLButtonElement)
  button.onclick = () => withCheckoutScript(walk, checkout => checkout.showPaymentPage())
  button.focus()
}

function embedCheckoutPage(walk: Walkthrough): void {
  goToStep('visit')
  withCheckoutScript(walk, checkout => checkout.showEmbeddedPage('#embedded'))
}

function withCheckoutScript(walk: Walkthrough, show: (checkout: CheckoutScript) => void): void {
  const { session } = walk.state()
  const script = window.Checkout
  if (script === undefined || session === undefined) showProblem(scriptMissingText)
  else {
    script.configure({ session: { id: session } })
    show(script)
  }
}

/** The functions that the tag of checkout.js names. */
function defineCallbacks(walk: Walkthrough): void {
  const over = (brought: CheckoutReturn) => {
    goToStep('check')
    void walk.finish(brought)
  }
  const ended = (ending: CheckoutExit) => () => over({ exit: ending })
  Object.assign(window, {
    demoComplete: (resultIndicator: string, _sessionVersion: string) => over({ resultIndicator }),
    demoCancel: ended('cancelled'),
    demoTimeout: ended('timeout'),
    demoError: ended('error'),
  })
}
