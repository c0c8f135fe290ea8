// The flow of a payment in the checkout page: what the payer does is sent to the gateway, and each answer is
// followed (form, issuer's frames, polling, end) until the payer can act again.

import { believe, type CheckoutAnswer, expectAnswer, isDoubtful, isUndecided } from './doubt.ts'
import { hasEnded, isEndState, showEnd, showReceipt } from './ending.ts'
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
  showIssuerNotice,
  shownPanel,
  showPanel,
  texts,
} from './page.ts'
import {
  type CheckoutAction,
  type CheckoutCancellation,
  type CheckoutRemoval,
  type CheckoutState,
  type CheckoutStateOf,
  type CheckoutWalletPayment,
  checkoutProtocol,
} from './protocol.ts'
import { onRemoval, showRemoved } from './savedCards.ts'
import { readSubmission } from './submission.ts'
import { onWallet } from './walletEvent.ts'

type CheckoutFlow = {
  /** Continues what was under way when the page was loaded. */
  resume(): void
  /** The page's countdown is over; whether the session has expired, the gateway decides. */
  timeUp(): void
}

/** One action at a time: clicks while one is under way are ignored. */
export function startFlow(form: CheckoutForm): CheckoutFlow {
  let isUnderWay = false
  const run = async (action: CheckoutAction, body: object = {}) => {
    if (isUnderWay) return
    isUnderWay = true
    try {
      await runAction(form, action, body)
    } finally {
      isUnderWay = false
    }
  }
  const refresh = () => void (hasEnded() || run('state'))
  const cancellation: CheckoutCancellation = { of: 'payment' }
  form.onReady(() => {
    if (isUnderWay) return
    const content = readSubmission()
    form.setBusy(true)
    void run('submit', content)
  })
  onWallet(({ name, details, onAnswer }) => {
    if (isUnderWay) return onAnswer('fail')
    const { card: _, ...content } = readSubmission()
    const body: CheckoutWalletPayment = { ...content, wallet: { name, details } }
    // A card that was typed before is not the one that pays.
    form.clear()
    form.setBusy(true)
    // The sheet closes at once: what becomes of the payment is told by the page, which can tell it in full.
    onAnswer('unknown')
    void run('wallet', body)
  })
  for (const id of ['cancel', 'cancel-review']) onClick(id, () => void run('cancel', cancellation))
  onRemoval(savedCard => {
    const removal: CheckoutRemoval = { savedCard }
    void run('remove', removal)
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh())
  addEventListener('pageshow', ({ persisted }) => persisted && refresh())
  return {
    resume: () => resume(form, () => void run('state')),
    timeUp: () => void askUntilEnded(() => run('state')),
  }
}

function resume(form: CheckoutForm, askState: () => void): void {
  const { status, lastDecline, attemptsLeft, due, isEmbedded, gateway } = pageData
  // A changed price shows on the page; that money was given back does not, so that is said first.
  const reason = consumeOrderChangedMark() && lastDecline !== 'givenBack' ? 'orderChanged' : lastDecline
  if (status === 'open' && reason) form.showError({ reason }, attemptsLeft)
  else if (status === 'open' && due !== undefined) form.showRemainder()
  // Payment works at the gateway's own address only: the payer learns that before typing a card.
  if (status === 'open' && location.origin !== gateway) askState()
  if (status === 'done') showReceipt()
  // The page around an embedded one still has to learn how the payment ended.
  if (status !== 'open' && (isEmbedded || !hasEnded())) askState()
}

/** The page's countdown may be ahead of the gateway's clock. */
async function askUntilEnded(askState: () => Promise<void>): Promise<void> {
  for (let asked = 0; asked < 5 && !hasEnded(); asked++) {
    await askState()
    await pause(3_000)
  }
}

/** Sends an action, and follows the answers until the payer can act again. */
async function runAction(form: CheckoutForm, action: CheckoutAction, body: object): Promise<void> {
  let answer: CheckoutAnswer | undefined = await askGateway(action, body)
  if (action === 'remove' && typeof answer === 'object' && answer.step === 'form') showRemoved()
  let wasLost = false
  let polls = 0
  while (answer !== undefined) {
    if (answer === 'unreachable') answer = await askUntilReachable()
    if (isDoubtful(answer)) {
      form.setBusy(true)
      answer = await askWhileDoubtful(answer)
      if (answer === 'unreachable') continue
      wasLost = isDoubtful(answer)
      if (wasLost) believe()
    }
    if (answer === 'gone') return endWithUnknownOutcome(form)
    if (typeof answer === 'string') return showUnanswered(form, answer)
    // While it is being processed, what was said before stays readable.
    if (answer.step !== 'processing' || answer.issuerNotice) showIssuerNotice(answer.issuerNotice)
    if (answer.step === 'form') return showForm(form, answer, wasLost)
    if (isOfLaterRelease(answer)) return endWithUnknownOutcome(form, answer)
    if (isEndState(answer)) return showEnd(form, answer.step, answer)
    answer = await nextAnswer(answer, polls++)
  }
}

/** A step that this page does not know: whether anything was paid, it cannot tell. */
const isOfLaterRelease = (state: CheckoutState): state is CheckoutStateOf<'expired'> =>
  !isEndState(state) && !stepsUnderWay.has(state.step)
const stepsUnderWay: ReadonlySet<CheckoutState['step']> = new Set([
  ...(['form', 'method', 'challenge', 'processing'] as const),
])

/** From one state to the next answer; undefined when there is nothing left to wait for. */
async function nextAnswer(
  state: CheckoutStateOf<'method' | 'challenge' | 'processing'>,
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

/** There was no answer: asks for the state until the gateway is reachable again. */
async function askUntilReachable(): Promise<CheckoutAnswer> {
  announce(texts.connectionLost)
  for (const waitMs of [1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]) {
    await pause(waitMs)
    const answer = await askGateway('state')
    if (answer !== 'unreachable') return answer
  }
  return 'unreachable'
}

/** Nothing was paid, says the gateway: asks until what the page has lost cannot begin any more. */
async function askWhileDoubtful(first: CheckoutAnswer): Promise<CheckoutAnswer> {
  let answer = first
  let waitMs = 1_000
  for (let leftMs = pageData.lostAfterMs; leftMs > 0 && isDoubtful(answer); leftMs -= waitMs, waitMs *= 2) {
    await pause(Math.min(waitMs, leftMs))
    answer = await askGateway('state')
  }
  return answer
}

/**
 * The gateway no longer knows this page, or the page not the answer. A payment that may have succeeded is not
 * called failed.
 */
function endWithUnknownOutcome(form: CheckoutForm, answer?: CheckoutStateOf<'expired'>): void {
  const isWholeAmount = pageData.due === undefined
  const isUntold = isWholeAmount && (answer !== undefined || isUndecided())
  showEnd(form, 'expired', { ...answer, ...(isUntold && { text: texts.outcomeUntold }) })
}

function showUnanswered(form: CheckoutForm, cause: 'refused' | 'unreachable'): void {
  const text = cause === 'refused' ? texts.elsewhere : texts.unreachable
  form.setBusy(false)
  // Nothing that is typed here will be accepted.
  if (cause === 'refused') requiredElement('pay', HTMLButtonElement).disabled = true
  notifyEmbedder({ tollgate: 'error', cause })
  if (shownPanel() === 'review') showPanel('form')
  if (shownPanel() === 'form') {
    form.showProblem(text)
    return
  }
  requiredElement('processing-text', HTMLElement).textContent = text
  showPanel('processing')
  announce(text, 'alarm')
}

/** A payer who is typing or reviewing is not interrupted when nothing has happened. */
function showForm(
  form: CheckoutForm,
  { error, attemptsLeft, rest }: CheckoutStateOf<'form'>,
  wasLost: boolean,
): void {
  const isChanged = error?.terms !== undefined && error.terms !== pageData.terms
  // Another amount is due than this page shows: it is reloaded, and then says so.
  if (isChanged || rest?.due !== pageData.due) {
    form.clear()
    if (isChanged) markOrderChanged()
    location.reload()
    return
  }
  form.setBusy(false)
  const isAtForm = shownPanel() === 'form' || shownPanel() === 'review'
  if (error || wasLost || !isAtForm) showPanel('form')
  if (error) form.showError(error, attemptsLeft)
  else if (wasLost) form.showProblem(texts.interrupted)
}

/** Until the issuer is done, the payer gives up, or it was decided elsewhere, for example in another tab. */
async function runChallenge(state: CheckoutStateOf<'challenge'>): Promise<CheckoutAnswer> {
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

async function askGateway(action: CheckoutAction, body: object = {}): Promise<CheckoutAnswer> {
  const hear = expectAnswer(action, lastAttemptsLeft)
  const answer = await sendAction(action, body)
  hear(answer)
  return answer
}

async function sendAction(action: CheckoutAction, body: object): Promise<CheckoutAnswer> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), answerTimeoutMs)
  try {
    const answer = await fetch(`${location.pathname}/${action}${location.search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({
        ...body,
        protocol: checkoutProtocol,
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

/** From the last answer: the gateway uses it to distinguish a new attempt from a repeated request. */
let lastAttemptsLeft = pageData.attemptsLeft

/** The gateway gives acquirers less time than this. */
const answerTimeoutMs = 75_000

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
