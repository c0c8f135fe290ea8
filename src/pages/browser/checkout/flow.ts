import { pageData } from './data.ts'
import { hasEnded } from './ending.ts'
import type { CheckoutForm } from './form.ts'
import { consumeOrderChangedMark, onClick } from './page.ts'
import type { CheckoutAction, CheckoutCancellation } from './protocol.ts'
import { pause } from './server.ts'
import { runAction } from './steps.ts'
import { readSubmission } from './submission.ts'

export type CheckoutFlow = {
  /** Goes on with what was under way when the page was loaded. */
  resume(): void
  /** The page's clock is over; whether the payment's time is, the gateway knows. */
  timeUp(): void
}

/** One thing at a time: what is pressed while something is under way is not heard. */
export function startFlow(form: CheckoutForm): CheckoutFlow {
  let isUnderWay = false
  const follow = async (act: CheckoutAction, body: object = {}) => {
    if (isUnderWay) return
    isUnderWay = true
    try {
      await runAction(form, act, body)
    } finally {
      isUnderWay = false
    }
  }
  const catchUp = () => void (hasEnded() || follow('state'))
  const cancellation: CheckoutCancellation = { of: 'payment' }
  form.onReady(() => {
    if (isUnderWay) return
    const content = readSubmission()
    form.setBusy(true)
    void follow('submit', content)
  })
  for (const id of ['cancel', 'cancel-review']) onClick(id, () => void follow('cancel', cancellation))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && catchUp())
  addEventListener('pageshow', ({ persisted }) => persisted && catchUp())
  return {
    resume: () => resume(form, () => void follow('state')),
    timeUp: () => void askUntilEnded(() => follow('state')),
  }
}

function resume(form: CheckoutForm, askState: () => void): void {
  const { status, lastDecline, attemptsLeft, due, isEmbedded, gateway } = pageData
  // Another price can be seen; that money comes back cannot.
  const reason = consumeOrderChangedMark() && lastDecline !== 'givenBack' ? 'orderChanged' : lastDecline
  if (status === 'open' && reason) form.showError({ reason }, attemptsLeft)
  else if (status === 'open' && due !== undefined) form.showRemainder()
  // Under another address than the gateway's nobody can pay: better said before a card is typed.
  if (status === 'open' && location.origin !== gateway) askState()
  // How a payment has ended is told to the page around this one; alone, this one shows the way on.
  if (status !== 'open' && (isEmbedded || !hasEnded())) askState()
}

/** Two clocks are never quite the same. */
async function askUntilEnded(askState: () => Promise<void>): Promise<void> {
  for (let asked = 0; asked < 5 && !hasEnded(); asked++) {
    await askState()
    await pause(3_000)
  }
}
