import { data } from './data.ts'
import { hasEnded } from './ending.ts'
import type { Form } from './form.ts'
import { isBegunAnew, onPress } from './page.ts'
import type { Act, Cancellation } from './protocol.ts'
import { pause } from './server.ts'
import { followed } from './steps.ts'
import { submission } from './submission.ts'

export type Flow = {
  /** Goes on with what was under way when the page was loaded. */
  begin(): void
  /** The page's clock is over; whether the payment's time is, the gateway knows. */
  timeUp(): void
}

/** One thing at a time: what is pressed while something is under way is not heard. */
export function startFlow(form: Form): Flow {
  let isUnderWay = false
  const follow = async (act: Act, body: object = {}) => {
    if (isUnderWay) return
    isUnderWay = true
    try {
      await followed(form, act, body)
    } finally {
      isUnderWay = false
    }
  }
  const catchUp = () => void (hasEnded() || follow('state'))
  const cancellation: Cancellation = { of: 'payment' }
  form.onReady(() => {
    if (isUnderWay) return
    const content = submission()
    form.setBusy(true)
    void follow('submit', content)
  })
  for (const id of ['cancel', 'cancel-review']) onPress(id, () => void follow('cancel', cancellation))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && catchUp())
  addEventListener('pageshow', ({ persisted }) => persisted && catchUp())
  return {
    begin: () => begin(form, () => void follow('state')),
    timeUp: () => void untilEnded(() => follow('state')),
  }
}

function begin(form: Form, ask: () => void): void {
  const { status, lastDecline, attemptsLeft, due, isEmbedded, gateway } = data
  // Another price can be seen; that money comes back cannot.
  const reason = isBegunAnew() && lastDecline !== 'givenBack' ? 'orderChanged' : lastDecline
  if (status === 'open' && reason) form.showError({ reason }, attemptsLeft)
  else if (status === 'open' && due !== undefined) form.showRest()
  // Under another address than the gateway's nobody can pay: better said before a card is typed.
  if (status === 'open' && location.origin !== gateway) ask()
  // How a payment has ended is told to the page around this one; alone, this one shows the way on.
  if (status !== 'open' && (isEmbedded || !hasEnded())) ask()
}

/** Two clocks are never quite the same. */
async function untilEnded(ask: () => Promise<void>): Promise<void> {
  for (let asked = 0; asked < 5 && !hasEnded(); asked++) {
    await ask()
    await pause(3_000)
  }
}
