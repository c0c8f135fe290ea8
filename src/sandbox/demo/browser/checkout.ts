import { part } from './dom.ts'
import { type CheckoutScript, noScript } from './gatewayScripts.ts'
import { complain, goTo } from './steps.ts'
import { type Ending, endings, isRecorded } from './verdict.ts'
import { type Brought, begin, type Walk } from './walk.ts'

/** Hosted checkout, on a page of its own or inside this one: the same session, shown in two ways. */
export function walkCheckout(walk: Walk, flow: 'checkout' | 'embedded', params: URLSearchParams): void {
  const show = flow === 'checkout' ? offerPage : embedPage
  part('#begin', HTMLButtonElement).addEventListener('click', async () => {
    if ((await begin(walk, 'createCheckout', { flow })) !== undefined) show(walk)
  })
  listen(walk)
  if (walk.story().order !== undefined) void resume(walk, broughtBy(params), () => show(walk))
}

/** The payer is back, or only the page is: the gateway knows whether something has been paid. */
async function resume(walk: Walk, brought: Brought, show: () => void): Promise<void> {
  const isOver = brought.ending !== undefined || brought.resultIndicator !== undefined
  const { order = '', session } = walk.story()
  if (!isOver && session !== undefined) {
    goTo('visit')
    const told = await walk.act('retrieve', { order })
    if (told === undefined || !isRecorded(told.answer)) return show()
    goTo('check')
    return walk.finish(brought, told)
  }
  goTo('check')
  await walk.finish(brought)
}

export function broughtBy(params: URLSearchParams): Brought {
  const ending = endings.find(known => known === params.get('ending'))
  const resultIndicator = params.get('resultIndicator')
  return { ...(ending && { ending }), ...(resultIndicator && { resultIndicator }) }
}

function offerPage(walk: Walk): void {
  goTo('visit')
  const button = part('#visit', HTMLButtonElement)
  button.onclick = () => withClient(walk, checkout => checkout.showPaymentPage())
  button.focus()
}

function embedPage(walk: Walk): void {
  goTo('visit')
  withClient(walk, checkout => checkout.showEmbeddedPage('#embedded'))
}

function withClient(walk: Walk, show: (checkout: CheckoutScript) => void): void {
  const { session } = walk.story()
  const script = window.Checkout
  if (script === undefined || session === undefined) complain(noScript)
  else {
    script.configure({ session: { id: session } })
    show(script)
  }
}

/** The functions that the tag of checkout.js names. */
function listen(walk: Walk): void {
  const over = (brought: Brought) => {
    goTo('check')
    void walk.finish(brought)
  }
  const ended = (ending: Ending) => () => over({ ending })
  Object.assign(window, {
    demoComplete: (resultIndicator: string, _sessionVersion: string) => over({ resultIndicator }),
    demoCancel: ended('cancelled'),
    demoTimeout: ended('timeout'),
    demoError: ended('error'),
  })
}
