import type { AdviceAction, OrderOutcome } from './outcome.ts'
import { announce, make, makeButton, requiredElement, withCode } from './page.ts'

/** The result of a walkthrough: what happened, what a merchant does now, and buttons for it. */

type DemoResult = {
  readonly outcome: OrderOutcome
  readonly order: string
  /** The name of the scenario that the visitor chose. */
  readonly scenario: string
  /** The result of comparing the indicators, in a flow that has them. */
  readonly comparison?: string
  readonly actions: Readonly<Record<AdviceAction, () => void>>
  readonly explain: (transactionId: string) => void
  readonly again: () => void
}

export function showResult(result: DemoResult): void {
  const { outcome, order, scenario } = result
  const section = requiredElement('#result', HTMLElement)
  const title = make('h2', { id: 'result-title', tabindex: '-1' }, outcome.title)
  section.className = `result ${outcome.tone}`
  section.replaceChildren(
    make('p', { class: 'wanted' }, `You chose: ${scenario}`),
    title,
    make('p', {}, ...withCode(outcome.what)),
    make('p', { class: 'next' }, make('strong', {}, 'What to do now. '), ...withCode(outcome.next)),
    ...outcome.cautions.map(caution => make('p', { class: 'next' }, make('strong', {}, 'Mind. '), caution)),
    factsOf(result),
    buttonsOf(result),
  )
  section.hidden = false
  title.focus({ preventScroll: true })
  section.scrollIntoView({ block: 'nearest' })
  announce(`${outcome.title}. Order ${order}.`)
}

function factsOf({ outcome, order, comparison }: DemoResult): HTMLElement {
  const list = make('dl', { class: 'facts' })
  const add = (name: string, ...value: readonly (Node | string)[]) =>
    list.append(make('dt', {}, name), make('dd', {}, ...value))
  add('order.id', make('code', {}, order))
  for (const { name, value } of outcome.facts) add(name, make('code', {}, value))
  const text = comparison === undefined ? undefined : comparisons[comparison]
  if (text !== undefined) add('resultIndicator', ...withCode(text))
  return list
}

const comparisons: { readonly [comparison: string]: string | undefined } = {
  same: 'equals the `successIndicator` your server kept: the payer comes from a payment that succeeded.',
  different: 'is not the `successIndicator` your server kept: trust nothing the browser says.',
  forgotten: 'cannot be compared: the shop was started anew and forgot the `successIndicator`.',
  none: 'is missing: only a payment that succeeded brings one back.',
}

const actionNames = {
  capture: 'Ship it: capture the money',
  confirm: 'Go on to confirm',
  look: 'Look again',
  pay: 'Go on: authorize',
} as const satisfies Record<AdviceAction, string>

function buttonsOf({ outcome, actions, explain, again }: DemoResult): HTMLElement {
  const buttons = make('div', { class: 'buttons' })
  const { offers: action, transactionId } = outcome
  if (action !== undefined) buttons.append(makeButton(actionNames[action], actions[action]))
  if (transactionId !== undefined) {
    buttons.append(makeButton('Explain it', () => explain(transactionId), 'button quiet'))
  }
  buttons.append(makeButton('Buy another', again, 'button quiet'))
  const next = document.querySelector<HTMLAnchorElement>('.ways li:has([aria-current]) + li a')
  if (next) buttons.append(make('a', { class: 'link', href: next.href }, `Next: ${nameOf(next)}`))
  return buttons
}

const nameOf = (link: HTMLAnchorElement): string =>
  link.querySelector('.name')?.lastChild?.textContent?.trim() ?? ''
