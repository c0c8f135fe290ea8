import { authenticate } from './authenticate.ts'
import { requiredElement } from './dom.ts'
import { textAt } from './exchange.ts'
import { type SessionScript, scriptMissingText } from './gatewayScripts.ts'
import { maskSecrets } from './masking.ts'
import { goToStep, showProblem } from './steps.ts'
import { isRecorded } from './verdict.ts'
import { beginOrder, type Walkthrough } from './walk.ts'

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
