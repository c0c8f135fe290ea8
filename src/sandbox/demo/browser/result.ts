import type { AdviceAction, OrderOutcome } from './outcome.ts'
import { announce, make, makeButton, requiredElement, withCode } from './page.ts'

/** What the visitor is told at the end, and what they can do about it. */
export type DemoResult = {
  readonly outcome: OrderOutcome
  readonly order: string
  /** Which outcome was asked for. */
  readonly scenario: string
  /** What comparing the indicators showed, in a flow that has them. */
  readonly comparison?: string
  readonly actions: Readonly<Record<AdviceAction, () => void>>
  readonly explain: (transactionId: string) => void
  readonly again: () => void
}

export function showResult(result: DemoResult): void {
  const { outcome: verdict, order, scenario: wanted } = result
  const section = requiredElement('#result', HTMLElement)
  const title = make('h2', { id: 'result-title', tabindex: '-1' }, verdict.title)
  section.className = `result ${verdict.tone}`
  section.replaceChildren(
    make('p', { class: 'wanted' }, `You chose: ${wanted}`),
    title,
    make('p', {}, ...withCode(verdict.what)),
    make('p', { class: 'next' }, make('strong', {}, 'What to do now. '), ...withCode(verdict.next)),
    ...verdict.cautions.map(caution => make('p', { class: 'next' }, make('strong', {}, 'Mind. '), caution)),
    factsOf(result),
    buttonsOf(result),
  )
  section.hidden = false
  title.focus({ preventScroll: true })
  section.scrollIntoView({ block: 'nearest' })
  announce(`${verdict.title}. Order ${order}.`)
}

function factsOf({ outcome: verdict, order, comparison }: DemoResult): HTMLElement {
  const list = make('dl', { class: 'facts' })
  const add = (name: string, ...value: readonly (Node | string)[]) =>
    list.append(make('dt', {}, name), make('dd', {}, ...value))
  add('order.id', make('code', {}, order))
  for (const { name, value } of verdict.facts) add(name, make('code', {}, value))
  const told = comparison === undefined ? undefined : comparisons[comparison]
  if (told !== undefined) add('resultIndicator', ...withCode(told))
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

function buttonsOf({ outcome: verdict, actions: offers, explain, again }: DemoResult): HTMLElement {
  const buttons = make('div', { class: 'buttons' })
  const { offers: offer, transactionId } = verdict
  if (offer !== undefined) buttons.append(makeButton(actionNames[offer], offers[offer]))
  if (transactionId !== undefined) {
    buttons.append(makeButton('Explain it', () => explain(transactionId), 'button quiet'))
  }
  buttons.append(makeButton('Buy another', again, 'button quiet'))
  const next = document.querySelector<HTMLAnchorElement>('.ways li:has([aria-current]) + li a')
  if (next) buttons.append(make('a', { class: 'link', href: next.href }, `Next: ${nameOf(next)}`))
  return buttons
}

const nameOf = (way: HTMLAnchorElement): string =>
  way.querySelector('.name')?.lastChild?.textContent?.trim() ?? ''
