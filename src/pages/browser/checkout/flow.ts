import { hasEnded, isEndState, showEnd } from './ending.ts'
import type { CheckoutForm } from './form.ts'
import { runMethod, showChallenge } from './issuerFrames.ts'
import {
  announce,
  byId,
  consumeOrderChangedMark,
  markOrderChanged,
  notifyEmbedder,
  onClick,
  pageData,
  requiredElement,
  shownPanel,
  showPanel,
  texts,
} from './page.ts'
import type { CheckoutAction, CheckoutCancellation, CheckoutState } from './protocol.ts'
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

type Step<Name extends CheckoutState['step']> = Extract<CheckoutState, { step: Name }>

/** Does what the payer wants, and then whatever the gateway answers, until it is the payer's turn again. */
export async function runAction(form: CheckoutForm, act: CheckoutAction, body: object): Promise<void> {
  let answer: CheckoutAnswer | undefined = await askGateway(act, body)
  const wasCutOff = answer === 'unreachable'
  let isUndecided = wasCutOff && act === 'submit'
  let polls = 0
  while (answer !== undefined) {
    if (answer === 'unreachable') answer = await askUntilReachable()
    if (answer === 'gone') return endWithUnknownOutcome(form, isUndecided)
    if (typeof answer === 'string') return showUnanswered(form, answer)
    if (answer.step === 'form') return showForm(form, answer, wasCutOff && act === 'submit')
    if (isEndState(answer)) return showEnd(form, answer.step, answer)
    isUndecided ||= answer.step === 'processing'
    answer = await nextAnswer(answer, polls++)
  }
}

/** Every way from one answer to the next; undefined when there is nothing left to wait for. */
async function nextAnswer(
  state: Step<'method' | 'challenge' | 'processing'>,
  polls: number,
): Promise<CheckoutAnswer | undefined> {
  if (state.step === 'challenge') return runChallenge(state)
  if (state.step === 'method') {
    await runMethod(state)
    return askGateway('proceed')
  }
  if (polls >= pollsBeforeText) showStillProcessing()
  else if (shownPanel() === 'challenge') showPanel('processing')
  if (polls >= pollsMax) return undefined
  await pause(Math.min(1_000 + polls * 250, 5_000))
  return askGateway('state')
}
const pollsBeforeText = 12
/** About as long as a session lives. */
const pollsMax = 360

/** No answer: the gateway is asked where things stand, patiently, until it is heard again. */
async function askUntilReachable(): Promise<CheckoutAnswer> {
  announce(texts.connectionLost)
  for (const waitMs of [1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]) {
    await pause(waitMs)
    const answer = await askGateway('state')
    if (answer !== 'unreachable') return answer
  }
  return 'unreachable'
}

/** Nobody knows this page any more, nor says how it ended: nothing is said that may not be so. */
function endWithUnknownOutcome(form: CheckoutForm, isUndecided: boolean): void {
  const isAllOfIt = pageData.due === undefined
  showEnd(form, 'expired', isUndecided && isAllOfIt ? { sentence: texts.outcomeUntold } : {})
}

function showUnanswered(form: CheckoutForm, why: 'refused' | 'unreachable'): void {
  const sentence = why === 'refused' ? texts.elsewhere : texts.unreachable
  form.setBusy(false)
  // Whatever is typed here, nobody will take it.
  if (why === 'refused') requiredElement('pay', HTMLButtonElement).disabled = true
  notifyEmbedder({ tollgate: 'error', cause: why })
  if (shownPanel() === 'review') showPanel('form')
  if (shownPanel() === 'form') {
    form.showProblem(sentence)
    return
  }
  requiredElement('processing-text', HTMLElement).textContent = sentence
  showPanel('processing')
  announce(sentence, 'alarm')
}

/** Whoever is in the middle of typing or looking over is not disturbed when nothing has happened. */
function showForm(form: CheckoutForm, { error, attemptsLeft, rest }: Step<'form'>, wasCutOff: boolean): void {
  const isOther = error?.terms !== undefined && error.terms !== pageData.terms
  // Another amount is due than this page tells: it begins anew, with what it says of that.
  if (isOther || rest?.due !== pageData.due) {
    form.clear()
    if (isOther) markOrderChanged()
    location.reload()
    return
  }
  form.setBusy(false)
  const isAtIt = shownPanel() === 'form' || shownPanel() === 'review'
  if (error || wasCutOff || !isAtIt) showPanel('form')
  if (error) form.showError(error, attemptsLeft)
  else if (wasCutOff) form.showProblem(texts.interrupted)
}

/** Until the issuer is done, the payer gives up, or it turns out to be decided elsewhere. */
async function runChallenge(state: Step<'challenge'>): Promise<CheckoutAnswer> {
  showPanel('challenge')
  let hide = () => {}
  const outcome = await new Promise<CheckoutAnswer | 'over' | 'given up'>(resolve => {
    giveUpChallenge = () => resolve('given up')
    hide = showChallenge(state, () => resolve('over'))
    void pollUntilDecided(() => shownPanel() === 'challenge').then(resolve)
  })
  hide()
  showPanel('processing')
  if (outcome === 'over') return askGateway('proceed')
  const cancellation: CheckoutCancellation = { of: 'challenge' }
  return outcome === 'given up' ? askGateway('cancel', cancellation) : outcome
}

let giveUpChallenge = () => {}
onClick('challenge-cancel', () => giveUpChallenge())

async function pollUntilDecided(isOpen: () => boolean): Promise<CheckoutAnswer> {
  for (let polls = 0; polls < pollsMax; polls++) {
    await pause(5_000)
    if (!isOpen()) break
    const answer = await askGateway('state')
    if (answer !== 'unreachable' && (typeof answer === 'string' || answer.step !== 'challenge')) return answer
  }
  return 'unreachable'
}

function showStillProcessing(): void {
  const text = byId('processing-text')
  if (!text || text.textContent === texts.stillProcessing) return
  text.textContent = texts.stillProcessing
  showPanel('processing')
  announce(texts.stillProcessing)
}

/**
 * Asks the gateway. 'gone' when it no longer knows this page, 'refused' when this address is none of its own,
 * 'unreachable' when there was no answer to rely on: the act may or may not have happened, and `state` tells.
 */
export async function askGateway(act: CheckoutAction, body: object = {}): Promise<CheckoutAnswer> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), answerTimeoutMs)
  try {
    const answer = await fetch(`${location.pathname}/${act}${location.search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({
        ...body,
        attemptsLeft: lastAttemptsLeft,
        due: pageData.due,
        terms: pageData.terms,
      }),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: timeout.signal,
    })
    if (answer.status === 404 || answer.status === 410) return 'gone'
    if (answer.status === 403) return 'refused'
    if (!answer.ok) return 'unreachable'
    const state: CheckoutState = await answer.json()
    if (state.step === 'form') lastAttemptsLeft = state.attemptsLeft
    return state
  } catch {
    return 'unreachable'
  } finally {
    clearTimeout(timer)
  }
}

/** As last told: by it the gateway knows a new try from the same one sent again. */
let lastAttemptsLeft = pageData.attemptsLeft

export type CheckoutAnswer = CheckoutState | 'gone' | 'refused' | 'unreachable'

/** Banks are given less time than this. */
const answerTimeoutMs = 75_000

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
