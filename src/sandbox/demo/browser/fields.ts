import { authenticate } from './authenticate.ts'
import { part } from './dom.ts'
import { textAt } from './exchange.ts'
import { noScript, type SessionScript } from './gatewayScripts.ts'
import { masked } from './masking.ts'
import { complain, goTo } from './steps.ts'
import { isRecorded } from './verdict.ts'
import { begin, type Walk } from './walk.ts'

/** Hosted fields: the form is the shop's, the fields are the gateway's. Then 3-D Secure, then the payment. */
export function walkFields(walk: Walk): void {
  part('#begin', HTMLButtonElement).addEventListener('click', async () => {
    if ((await begin(walk, 'createSession', {})) !== undefined) showForm(walk)
  })
  if (walk.story().order !== undefined) void resume(walk)
}

/** After a reload the fields are empty again; what was authenticated or paid is known to the gateway. */
async function resume(walk: Walk): Promise<void> {
  const { order = '', session } = walk.story()
  const told = await walk.act('retrieve', { order })
  if (told !== undefined && session !== undefined && !isRecorded(told.answer)) return showForm(walk)
  goTo('pay')
  if (told !== undefined) await walk.finish({}, told)
}

function showForm(walk: Walk): void {
  goTo('collect')
  const script = window.PaymentSession
  if (script === undefined) complain(noScript)
  else hostFields(walk, script)
}

function hostFields(walk: Walk, script: SessionScript): void {
  const { session } = walk.story()
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
        if (textAt(answer, 'status') !== 'ok') complain(textAt(answer, 'message') ?? noScript)
      },
      formSessionUpdate: (answer: unknown) => collected(walk, answer),
    },
  })
  part('#card-form', HTMLFormElement).onsubmit = event => {
    event.preventDefault()
    busy(true)
    script.updateSessionFromForm('card')
  }
}

function busy(isBusy: boolean): void {
  part('#pay', HTMLButtonElement).disabled = isBusy
  if (isBusy) part('#card-error', HTMLElement).textContent = ''
}

/** The gateway has what was typed; this page only hears whether it is complete. */
function collected(walk: Walk, answer: unknown): void {
  busy(false)
  const { session = '' } = walk.story()
  const status = textAt(answer, 'status') ?? ''
  walk.tell({}, [
    {
      title: 'The fields fill the session',
      by: 'browser',
      method: 'PUT',
      path: `/form/version/100/merchant/${walk.merchantId}/session/${session}`,
      request: 'From the frames of the gateway. This page cannot see it.',
      answer: masked(answer),
    },
  ])
  if (status === 'ok') return void pay(walk)
  part('#card-error', HTMLElement).textContent = wrong(status, answer)
}

function wrong(status: string, answer: unknown): string {
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

async function pay(walk: Walk): Promise<void> {
  const { order = '', session = '' } = walk.story()
  goTo('authenticate')
  const mayPay = await authenticate(walk, { order, session })
  if (!mayPay) return walk.finish()
  goTo('pay')
  const told = await walk.act('pay', { order, session })
  if (told !== undefined) await walk.finish()
}
