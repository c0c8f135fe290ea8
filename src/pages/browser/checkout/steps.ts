import { pageData, texts } from './data.ts'
import { notifyEmbedder } from './embedder.ts'
import { isEndState, showEnd } from './ending.ts'
import type { CheckoutForm } from './form.ts'
import { runMethod, showChallenge } from './frames.ts'
import { announce, byId, markOrderChanged, onClick, requiredElement, shownPanel, showPanel } from './page.ts'
import type { CheckoutAction, CheckoutCancellation, CheckoutState } from './protocol.ts'
import { askGateway, type CheckoutAnswer, pause } from './server.ts'

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
