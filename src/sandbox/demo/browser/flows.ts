import { authenticate } from './authentication.ts'
import { maskSecrets, textAt } from './exchange.ts'
import { type CheckoutScript, type SessionScript, scriptMissingText } from './gatewayScripts.ts'
import { type CheckoutExit, checkoutExits, isRecorded, outcomeOf, progressOf } from './outcome.ts'
import { chosenScenario, goToStep, hideStep, requiredElement, showProblem } from './page.ts'
import { beginOrder, type CheckoutReturn, rejectionText, type Walkthrough } from './walkthrough.ts'

/** The flows that the demo walks through: hosted checkout, hosted fields, browser payment at a provider. */

/** Hosted checkout, on a page of its own or embedded: the same session, shown in two ways. */
export function startCheckoutFlow(
  walkthrough: Walkthrough,
  flow: 'checkout' | 'embedded',
  params: URLSearchParams,
): void {
  const show = flow === 'checkout' ? offerCheckoutPage : embedCheckoutPage
  requiredElement('#begin', HTMLButtonElement).addEventListener('click', async () => {
    if ((await beginOrder(walkthrough, 'createCheckout', { flow })) !== undefined) show(walkthrough)
  })
  defineCallbacks(walkthrough)
  if (walkthrough.state().order !== undefined)
    void resumeCheckout(walkthrough, readReturn(params), () => show(walkthrough))
}

/** The payer is back, or the page was reloaded: the gateway knows whether something has been paid. */
async function resumeCheckout(
  walkthrough: Walkthrough,
  returned: CheckoutReturn,
  show: () => void,
): Promise<void> {
  const isOver = returned.exit !== undefined || returned.resultIndicator !== undefined
  const { order = '', session } = walkthrough.state()
  if (!isOver && session !== undefined) {
    goToStep('visit')
    const reply = await walkthrough.ask('retrieve', { order })
    if (reply === undefined || !isRecorded(reply.answer)) return show()
    goToStep('check')
    return walkthrough.finish(returned, reply)
  }
  goToStep('check')
  await walkthrough.finish(returned)
}

function readReturn(params: URLSearchParams): CheckoutReturn {
  const exit = checkoutExits.find(known => known === params.get('ending'))
  const resultIndicator = params.get('resultIndicator')
  return { ...(exit && { exit }), ...(resultIndicator && { resultIndicator }) }
}

function offerCheckoutPage(walkthrough: Walkthrough): void {
  goToStep('visit')
  const button = requiredElement('#visit', HTMLButtonElement)
  button.onclick = () => withCheckoutScript(walkthrough, checkout => checkout.showPaymentPage())
  button.focus()
}

function embedCheckoutPage(walkthrough: Walkthrough): void {
  goToStep('visit')
  withCheckoutScript(walkthrough, checkout => checkout.showEmbeddedPage('#embedded'))
}

function withCheckoutScript(walkthrough: Walkthrough, show: (checkout: CheckoutScript) => void): void {
  const { session } = walkthrough.state()
  const script = window.Checkout
  if (script === undefined || session === undefined) showProblem(scriptMissingText)
  else {
    script.configure({ session: { id: session } })
    show(script)
  }
}

/** The functions that the tag of checkout.js names. */
function defineCallbacks(walkthrough: Walkthrough): void {
  const finish = (returned: CheckoutReturn) => {
    goToStep('check')
    void walkthrough.finish(returned)
  }
  const exited = (exit: CheckoutExit) => () => finish({ exit })
  Object.assign(window, {
    demoComplete: (resultIndicator: string, _sessionVersion: string) => finish({ resultIndicator }),
    demoCancel: exited('cancelled'),
    demoTimeout: exited('timeout'),
    demoError: exited('error'),
  })
}

/** Hosted fields: the form is the shop's, the fields are the gateway's. Then 3-D Secure, then the payment. */
export function startFieldsFlow(walkthrough: Walkthrough): void {
  requiredElement('#begin', HTMLButtonElement).addEventListener('click', async () => {
    if ((await beginOrder(walkthrough, 'createSession', {})) !== undefined) showForm(walkthrough)
  })
  if (walkthrough.state().order !== undefined) void resumeFields(walkthrough)
}

/** After a reload the fields are empty again; what was authenticated or paid is known to the gateway. */
async function resumeFields(walkthrough: Walkthrough): Promise<void> {
  const { order = '', session } = walkthrough.state()
  const reply = await walkthrough.ask('retrieve', { order })
  if (reply !== undefined && session !== undefined && !isRecorded(reply.answer)) return showForm(walkthrough)
  goToStep('pay')
  if (reply !== undefined) await walkthrough.finish({}, reply)
}

function showForm(walkthrough: Walkthrough): void {
  goToStep('collect')
  const script = window.PaymentSession
  if (script === undefined) showProblem(scriptMissingText)
  else hostFields(walkthrough, script)
}

function hostFields(walkthrough: Walkthrough, script: SessionScript): void {
  const { session } = walkthrough.state()
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
      formSessionUpdate: (answer: unknown) => handleUpdate(walkthrough, answer),
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

/** The gateway has what was typed; this page only learns whether it is valid. */
function handleUpdate(walkthrough: Walkthrough, answer: unknown): void {
  setBusy(false)
  const { session = '' } = walkthrough.state()
  const { version, merchantId } = walkthrough
  const status = textAt(answer, 'status') ?? ''
  walkthrough.update({}, [
    {
      title: 'The fields fill the session',
      by: 'browser',
      method: 'PUT',
      path: `/form/version/${version}/merchant/${merchantId}/session/${session}`,
      request: 'From the frames of the gateway. This page cannot see it.',
      answer: maskSecrets(answer),
    },
  ])
  if (status === 'ok') return void pay(walkthrough)
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

async function pay(walkthrough: Walkthrough): Promise<void> {
  const { order = '', session = '' } = walkthrough.state()
  goToStep('authenticate')
  const mayPay = await authenticate(walkthrough, { order, session })
  if (!mayPay) return walkthrough.finish()
  goToStep('pay')
  const reply = await walkthrough.ask('pay', { order, session })
  if (reply !== undefined) await walkthrough.finish()
}

/** A browser payment: to the provider and back, and a confirmation if the shop asked for it. */
export function startProviderFlow(walkthrough: Walkthrough): void {
  requiredElement('#begin', HTMLButtonElement).addEventListener('click', async () => {
    const arrangement = requiredElement('[name="arrangement"]:checked', HTMLInputElement).value
    const { reference } = chosenScenario()
    const reply = await beginOrder(walkthrough, 'initiateBrowserPayment', { arrangement, reference })
    if (reply === undefined) return
    walkthrough.update({ arrangement })
    offerProviderPage(walkthrough)
  })
  requiredElement('#confirm', HTMLButtonElement).addEventListener(
    'click',
    () => void confirmPayment(walkthrough),
  )
  if (walkthrough.state().order !== undefined) void resumeProvider(walkthrough)
}

function offerProviderPage(walkthrough: Walkthrough): void {
  showArrangement(walkthrough)
  goToStep('visit')
  const button = requiredElement('#visit', HTMLButtonElement)
  button.onclick = () => {
    const { protocol, href } = new URL(walkthrough.state().address ?? '', location.href)
    if (protocol === 'http:' || protocol === 'https:') location.assign(href)
  }
  button.focus()
}

/** The scenario is fixed now. Only if the shop confirms the payment is there a step for that. */
function showArrangement(walkthrough: Walkthrough): void {
  const { arrangement } = walkthrough.state()
  requiredElement('#outcomes', HTMLFieldSetElement).disabled = true
  if (arrangement !== 'merchant' && arrangement !== 'confirmed') hideStep('confirm')
}

/** The payer is back, or never left: the gateway knows which. */
async function resumeProvider(walkthrough: Walkthrough): Promise<void> {
  const { order = '', address, arrangement } = walkthrough.state()
  showArrangement(walkthrough)
  goToStep('check')
  const reply = await walkthrough.ask('retrieve', { order })
  if (reply === undefined) return
  if (address !== undefined && progressOf(reply.answer) === 'INITIATED') return offerProviderPage(walkthrough)
  const isConfirmed = arrangement === 'confirmed'
  if (outcomeOf(reply.answer, { isConfirmed }).offers === 'confirm') return goToStep('confirm')
  await walkthrough.finish({}, reply)
}

async function confirmPayment(walkthrough: Walkthrough): Promise<void> {
  const { order = '' } = walkthrough.state()
  const button = requiredElement('#confirm', HTMLButtonElement)
  const delivery = requiredElement('[name="delivery"]:checked', HTMLInputElement).value
  button.disabled = true
  const reply = await walkthrough.ask('confirm', { order, delivery })
  button.disabled = false
  if (reply === undefined) return
  if (reply.exchanges.at(-1)?.status === 400) return showProblem(rejectionText(reply))
  walkthrough.update({ arrangement: 'confirmed' })
  goToStep('check')
  await walkthrough.finish()
}
