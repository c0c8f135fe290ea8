import { data, words } from './data.ts'
import { tellEmbedder } from './embedder.ts'
import { end, isEnd } from './ending.ts'
import type { Form } from './form.ts'
import { runMethod, showChallenge } from './frames.ts'
import { announce, byId, existing, markChanged, onPress, shownPanel, showPanel } from './page.ts'
import type { Act, Cancellation, CheckoutState } from './protocol.ts'
import { type Answer, ask, pause } from './server.ts'

type Step<Name extends CheckoutState['step']> = Extract<CheckoutState, { step: Name }>

/** Does what the payer wants, and then whatever the gateway answers, until it is the payer's turn again. */
export async function followed(form: Form, act: Act, body: object): Promise<void> {
  let answer: Answer | undefined = await ask(act, body)
  const wasCutOff = answer === 'unreachable'
  let isUndecided = wasCutOff && act === 'submit'
  let polls = 0
  while (answer !== undefined) {
    if (answer === 'unreachable') answer = await askedAgain()
    if (answer === 'gone') return endUntold(form, isUndecided)
    if (typeof answer === 'string') return giveUp(form, answer)
    if (answer.step === 'form') return showForm(form, answer, wasCutOff && act === 'submit')
    if (isEnd(answer)) return end(form, answer.step, answer)
    isUndecided ||= answer.step === 'processing'
    answer = await next(answer, polls++)
  }
}

/** Every way from one answer to the next; undefined when there is nothing left to wait for. */
async function next(
  state: Step<'method' | 'challenge' | 'processing'>,
  polls: number,
): Promise<Answer | undefined> {
  if (state.step === 'challenge') return challenged(state)
  if (state.step === 'method') {
    await runMethod(state)
    return ask('proceed')
  }
  if (polls >= pollsBeforeWord) sayStillProcessing()
  else if (shownPanel() === 'challenge') showPanel('processing')
  if (polls >= pollsMax) return undefined
  await pause(Math.min(1_000 + polls * 250, 5_000))
  return ask('state')
}
const pollsBeforeWord = 12
/** About as long as a session lives. */
const pollsMax = 360

/** No answer: the gateway is asked where things stand, patiently, until it is heard again. */
async function askedAgain(): Promise<Answer> {
  announce(words.connectionLost)
  for (const waitMs of [1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]) {
    await pause(waitMs)
    const answer = await ask('state')
    if (answer !== 'unreachable') return answer
  }
  return 'unreachable'
}

/** Nobody knows this page any more, nor says how it ended: nothing is said that may not be so. */
function endUntold(form: Form, isUndecided: boolean): void {
  const isAllOfIt = data.due === undefined
  end(form, 'expired', isUndecided && isAllOfIt ? { sentence: words.outcomeUntold } : {})
}

function giveUp(form: Form, why: 'refused' | 'unreachable'): void {
  const sentence = why === 'refused' ? words.elsewhere : words.unreachable
  form.setBusy(false)
  // Whatever is typed here, nobody will take it.
  if (why === 'refused') existing('pay', HTMLButtonElement).disabled = true
  tellEmbedder({ tollgate: 'error', cause: why })
  if (shownPanel() === 'review') showPanel('form')
  if (shownPanel() === 'form') {
    form.showTrouble(sentence)
    return
  }
  existing('processing-text', HTMLElement).textContent = sentence
  showPanel('processing')
  announce(sentence, 'alarm')
}

/** Whoever is in the middle of typing or looking over is not disturbed when nothing has happened. */
function showForm(form: Form, { error, attemptsLeft, rest }: Step<'form'>, wasCutOff: boolean): void {
  const isOther = error?.terms !== undefined && error.terms !== data.terms
  // Another amount is due than this page tells: it begins anew, with what it says of that.
  if (isOther || rest?.due !== data.due) {
    form.clear()
    if (isOther) markChanged()
    location.reload()
    return
  }
  form.setBusy(false)
  const isAtIt = shownPanel() === 'form' || shownPanel() === 'review'
  if (error || wasCutOff || !isAtIt) showPanel('form')
  if (error) form.showError(error, attemptsLeft)
  else if (wasCutOff) form.showTrouble(words.interrupted)
}

/** Until the issuer is done, the payer gives up, or it turns out to be decided elsewhere. */
async function challenged(state: Step<'challenge'>): Promise<Answer> {
  showPanel('challenge')
  let hide = () => {}
  const outcome = await new Promise<Answer | 'over' | 'given up'>(resolve => {
    giveUpChallenge = () => resolve('given up')
    hide = showChallenge(state, () => resolve('over'))
    void decidedElsewhere(() => shownPanel() === 'challenge').then(resolve)
  })
  hide()
  showPanel('processing')
  if (outcome === 'over') return ask('proceed')
  const cancellation: Cancellation = { of: 'challenge' }
  return outcome === 'given up' ? ask('cancel', cancellation) : outcome
}

let giveUpChallenge = () => {}
onPress('challenge-cancel', () => giveUpChallenge())

async function decidedElsewhere(isOpen: () => boolean): Promise<Answer> {
  for (let polls = 0; polls < pollsMax; polls++) {
    await pause(5_000)
    if (!isOpen()) break
    const answer = await ask('state')
    if (answer !== 'unreachable' && (typeof answer === 'string' || answer.step !== 'challenge')) return answer
  }
  return 'unreachable'
}

function sayStillProcessing(): void {
  const text = byId('processing-text')
  if (!text || text.textContent === words.stillProcessing) return
  text.textContent = words.stillProcessing
  showPanel('processing')
  announce(words.stillProcessing)
}
