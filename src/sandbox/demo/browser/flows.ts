import { authenticate } from './authentication.ts'
import { maskSecrets, textAt } from './exchange.ts'
import { type CheckoutScript, type SessionScript, scriptMissingText } from './gatewayScripts.ts'
import { type CheckoutExit, checkoutExits, isRecorded, outcomeOf, progressOf } from './outcome.ts'
import { chosenScenario, goToStep, hideStep, requiredElement, showProblem } from './page.ts'
import { beginOrder, type CheckoutReturn, rejectionText, type Walkthrough } from './walkthrough.ts'

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

/** Hosted fields: the form is the shop's, the fields are the gateway's. Then 3-D Secure, then the payment. */
export function startFieldsFlow(walk: Walkthrough): void {
  requiredElement('#begin', HTMLButtonElement).addEventListener('click', async () => {
    if ((await beginOrder(walk, 'createSession', {})) !== undefined) showForm(walk)
  })
  if (walk.state().order !== undefined) void resumeFields(walk)
}

/** After a reload the fields are empty again; what was authenticated or paid is known to the gateway. */
async function resumeFields(walk: Walkthrough): Promise<void> {
  const { order = '', session } = walk.state()
  const told = await walk.askShop('retrieve', { order })
  if (told !== undefined && session !== undefined && !isRecorded(told.answer)) return showForm(walk)
  goToStep('pay')
  if (told !== undefined) await walk.finish({}, told)
}

function showForm(walk: Walkthrough): void {
  goToStep('collect')
  const script = window.PaymentSession
  if (script === undefined) showProblem(scriptMissingText)
  else hostFields(walk, script)
}

function hostFields(walk: Walkthrough, script: SessionScript): void {
  const { session } = walk.state()
  script.configure({
    session,
    fields: {
      card: {
        number: '#card-number',
        expiryMonth: '#card-month',
        expiryYear: '#card-year',
        securityCode: '#card-security',
      },
    },
    frameEmbeddingMitigation: ['javascript'],
    callbacks: {
      initialized: (answer: unknown) => {
        if (textAt(answer, 'status') !== 'ok') showProblem(textAt(answer, 'message') ?? scriptMissingText)
      },
      formSessionUpdate: (answer: unknown) => handleUpdate(walk, answer),
    },
  })
  requiredElement('#card-form', HTMLFormElement).onsubmit = event => {
    event.preventDefault()
    setBusy(true)
    script.updateSessionFromForm('card')
  }
}

function setBusy(isBusy: boolean): void {
  requiredElement('#pay', HTMLButtonElement).disabled = isBusy
  if (isBusy) requiredElement('#card-error', HTMLElement).textContent = ''
}

/** The gateway has what was typed; this page only hears whether it is complete. */
function handleUpdate(walk: Walkthrough, answer: unknown): void {
  setBusy(false)
  const { session = '' } = walk.state()
  const status = textAt(answer, 'status') ?? ''
  walk.update({}, [
    {
      title: 'The fields fill the session',
      by: 'browser',
      method: 'PUT',
      path: `/form/version/100/merchant/${walk.merchantId}/session/${session}`,
      request: 'From the frames of the gateway. This page cannot see it.',
      answer: maskSecrets(answer),
    },
  ])
  if (status === 'ok') return void pay(walk)
  requiredElement('#card-error', HTMLElement).textContent = errorText(status, answer)
}

function errorText(status: string, answer: unknown): string {
  if (status !== 'fields_in_error')
    return textAt(answer, 'message') ?? 'The gateway did not answer. Try again.'
  const names = fieldNames.flatMap(([field, name]) => {
    const error = textAt(answer, 'errors', field)
    return error === undefined ? [] : [`${name} (${error})`]
  })
  return `Please correct: ${names.join(', ')}.`
}

const fieldNames = [
  ['cardNumber', 'card number'],
  ['expiryMonth', 'month'],
  ['expiryYear', 'year'],
  ['securityCode', 'security code'],
] as const

async function pay(walk: Walkthrough): Promise<void> {
  const { order = '', session = '' } = walk.state()
  goToStep('authenticate')
  const mayPay = await authenticate(walk, { order, session })
  if (!mayPay) return walk.finish()
  goToStep('pay')
  const told = await walk.askShop('pay', { order, session })
  if (told !== undefined) await walk.finish()
}

/** A browser payment: to the provider and back, and a confirmation where the shop asked for it. */
export function startProviderFlow(walk: Walkthrough): void {
  requiredElement('#begin', HTMLButtonElement).addEventListener('click', async () => {
    const arrangement = requiredElement('[name="arrangement"]:checked', HTMLInputElement).value
    const { reference } = chosenScenario()
    const told = await beginOrder(walk, 'initiateBrowserPayment', { arrangement, reference })
    if (told === undefined) return
    walk.update({ arrangement })
    offerProviderPage(walk)
  })
  requiredElement('#confirm', HTMLButtonElement).addEventListener('click', () => void confirmPayment(walk))
  if (walk.state().order !== undefined) void resumeProvider(walk)
}

function offerProviderPage(walk: Walkthrough): void {
  showArrangement(walk)
  goToStep('visit')
  const button = requiredElement('#visit', HTMLButtonElement)
  button.onclick = () => {
    const { protocol, href } = new URL(walk.state().address ?? '', location.href)
    if (protocol === 'http:' || protocol === 'https:') location.assign(href)
  }
  button.focus()
}

/** What shall happen is settled now; and only where the shop confirms is there a step for it. */
function showArrangement(walk: Walkthrough): void {
  const { arrangement } = walk.state()
  requiredElement('#outcomes', HTMLFieldSetElement).disabled = true
  if (arrangement !== 'merchant' && arrangement !== 'confirmed') hideStep('confirm')
}

/** The payer is back, or never left: the gateway knows how far they have come. */
async function resumeProvider(walk: Walkthrough): Promise<void> {
  const { order = '', address, arrangement } = walk.state()
  showArrangement(walk)
  goToStep('check')
  const told = await walk.askShop('retrieve', { order })
  if (told === undefined) return
  if (address !== undefined && progressOf(told.answer) === 'INITIATED') return offerProviderPage(walk)
  const isConfirmed = arrangement === 'confirmed'
  if (outcomeOf(told.answer, { isConfirmed }).offers === 'confirm') return goToStep('confirm')
  await walk.finish({}, told)
}

async function confirmPayment(walk: Walkthrough): Promise<void> {
  const { order = '' } = walk.state()
  const button = requiredElement('#confirm', HTMLButtonElement)
  const delivery = requiredElement('[name="delivery"]:checked', HTMLInputElement).value
  button.disabled = true
  const told = await walk.askShop('confirm', { order, delivery })
  button.disabled = false
  if (told === undefined) return
  if (told.exchanges.at(-1)?.status === 400) return showProblem(rejectionText(told))
  walk.update({ arrangement: 'confirmed' })
  goToStep('check')
  await walk.finish()
}
