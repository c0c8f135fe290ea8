import { type DemoExchange, isMembers, listAt, parseExchange, textAt, valueAt } from './exchange.ts'
import { showExchanges } from './exchangePanel.ts'
import { type CheckoutExit, outcomeOf } from './outcome.ts'
import { chosenScenario, endSteps, goToStep, prepareScenarios, requiredElement, showProblem } from './page.ts'
import { showResult } from './result.ts'

/** One walkthrough of a flow of the demo: its state, the requests to the shop's server, and the result. */

export type Walkthrough = {
  readonly merchantId: string
  readonly origin: string
  /** The version of the API that the shop uses. */
  readonly version: string
  readonly state: () => WalkthroughState
  /** Changes the state, saves it for when the browser is back from another page, and shows new exchanges. */
  readonly update: (
    changes: Partial<Omit<WalkthroughState, 'exchanges'>>,
    exchanges?: readonly DemoExchange[],
  ) => void
  /** Has the shop's server act, and shows its exchanges. A problem is shown too; then there is no reply. */
  readonly ask: (name: string, body: Readonly<Record<string, string>>) => Promise<ShopReply | undefined>
  /** Retrieves the order, unless the reply is `known` already, and shows the result. */
  readonly finish: (returned?: CheckoutReturn, known?: ShopReply) => Promise<void>
  /** Puts the order into the page's address, so that a reload comes back to it. */
  readonly setOrder: (order: string) => void
}

/** What the browser brings back from the checkout page. */
export type CheckoutReturn = { readonly exit?: CheckoutExit; readonly resultIndicator?: string }

export function createWalkthrough(flow: string, order: string | undefined): Walkthrough {
  const {
    merchant: merchantId = '',
    origin = '',
    version = '',
    certificate = '',
  } = requiredElement('main', HTMLElement).dataset
  const address = { origin, merchantId, certificate }
  const saved = loadState(flow)
  let state: WalkthroughState =
    order === undefined ? emptyState : saved.order === order ? saved : { ...emptyState, order }
  showExchanges(state.exchanges, address)
  const update: Walkthrough['update'] = (changes, exchanges = []) => {
    state = withExchanges({ ...state, ...changes, scenario: chosenScenario().id }, exchanges)
    showExchanges(exchanges, address)
    saveState(flow, state)
  }
  prepareScenarios(state.scenario ?? saved.scenario, () => update({}))
  const ask: Walkthrough['ask'] = async (name, body) => {
    const reply = await postToShop(name, body)
    update({}, reply.exchanges)
    if (reply.problem === undefined) return reply
    showProblem(reply.problem)
    return undefined
  }
  const walkthrough: Walkthrough = {
    merchantId,
    origin,
    version,
    state: () => state,
    update,
    ask,
    finish: (returned = {}, known) => finish(walkthrough, { flow, returned, known }),
    setOrder: id => history.replaceState(null, '', `/demo?flow=${flow}&order=${id}`),
  }
  return walkthrough
}

type FinishContext = {
  readonly flow: string
  readonly returned: CheckoutReturn
  readonly known: ShopReply | undefined
}

async function finish(walkthrough: Walkthrough, { flow, returned, known }: FinishContext): Promise<void> {
  const { order, arrangement } = walkthrough.state()
  if (order === undefined) return
  const { exit, resultIndicator } = returned
  const reply =
    known ?? (await walkthrough.ask('retrieve', { order, ...(resultIndicator && { resultIndicator }) }))
  if (reply === undefined) return
  const isConfirmed = arrangement === 'confirmed'
  const outcome = outcomeOf(reply.answer, { isConfirmed, ...(exit && { exit }) })
  endSteps(outcome.tone === 'bad' ? 'failed' : 'done')
  const hasIndicator = flow === 'checkout' || flow === 'embedded'
  showResult({
    outcome,
    order,
    scenario: chosenScenario().name,
    ...(hasIndicator && { comparison: reply.comparison ?? 'none' }),
    actions: {
      look: () => void walkthrough.finish(returned),
      capture: () => void continueOrder(walkthrough, 'capture', { order }),
      pay: () =>
        void continueOrder(walkthrough, 'pay', { order, session: walkthrough.state().session ?? '' }),
      confirm: () => goToStep('confirm'),
    },
    explain: transaction => void explain(walkthrough, { order, transaction }),
    again: () => location.assign(`/demo?flow=${flow}`),
  })
}

async function explain(
  walkthrough: Walkthrough,
  ids: { readonly order: string; readonly transaction: string },
) {
  await walkthrough.ask('explain', ids)
  document.querySelector('#wire > li:last-child')?.scrollIntoView({ block: 'nearest' })
}

async function continueOrder(
  walkthrough: Walkthrough,
  name: string,
  body: Readonly<Record<string, string>>,
): Promise<void> {
  const reply = await walkthrough.ask(name, body)
  if (reply !== undefined) await walkthrough.finish()
}

/** The first request of every flow. If it is rejected, the reason is shown. */
export async function beginOrder(
  walkthrough: Walkthrough,
  action: string,
  body: Readonly<Record<string, string>>,
): Promise<ShopReply | undefined> {
  const button = requiredElement('#begin', HTMLButtonElement)
  button.disabled = true
  const reply = await walkthrough.ask(action, body)
  button.disabled = false
  const next = reply?.session ?? reply?.address
  if (reply?.order === undefined) return undefined
  if (next === undefined) {
    showProblem(rejectionText(reply))
    return undefined
  }
  const { order, session, address } = reply
  walkthrough.update({ order, ...(session && { session }), ...(address && { address }) })
  walkthrough.setOrder(order)
  return reply
}

/**
 * Kept in the session storage while the browser is at another page: ids and masked exchanges, nothing else.
 * Card data never reach this page.
 */
type WalkthroughState = {
  readonly order?: string
  readonly session?: string
  /** The scenario that the visitor chose. */
  readonly scenario?: string
  /** Who confirms a browser payment. */
  readonly arrangement?: string
  /** The page of the provider that the payer has to open. */
  readonly address?: string
  readonly exchanges: readonly DemoExchange[]
}

export const emptyState: WalkthroughState = { exchanges: [] }

/** Older ones are dropped. */
const exchangesMax = 40

export function withExchanges(state: WalkthroughState, exchanges: readonly DemoExchange[]): WalkthroughState {
  return { ...state, exchanges: [...state.exchanges, ...exchanges].slice(-exchangesMax) }
}

/** Storage may be full or forbidden: then the state lasts until the page is left. */
function saveState(flow: string, state: WalkthroughState): void {
  try {
    sessionStorage.setItem(keyOf(flow), JSON.stringify(state))
  } catch {
    // The page works without it.
  }
}

function loadState(flow: string): WalkthroughState {
  try {
    return parseState(sessionStorage.getItem(keyOf(flow)) ?? '{}')
  } catch {
    return emptyState
  }
}

const keyOf = (flow: string): string => `tollgate-demo-${flow}`

export function parseState(text: string): WalkthroughState {
  const value: unknown = JSON.parse(text)
  return {
    ...textsAt(value, 'order', 'session', 'scenario', 'arrangement', 'address'),
    exchanges: exchangesIn(value).slice(-exchangesMax),
  }
}

function textsAt<Name extends string>(
  value: unknown,
  ...names: readonly Name[]
): { readonly [name in Name]?: string } {
  const texts: { [name in Name]?: string } = {}
  for (const name of names) {
    const text = textAt(value, name)
    if (text !== undefined) texts[name] = text
  }
  return texts
}

const exchangesIn = (value: unknown): readonly DemoExchange[] =>
  listAt(value, 'exchanges').flatMap(one => parseExchange(one) ?? [])

/** The reply of the shop's server; `problem` says why it could not act. */
type ShopReply = {
  readonly exchanges: readonly DemoExchange[]
  readonly order?: string
  readonly session?: string
  readonly address?: string
  readonly answer?: unknown
  readonly comparison?: string
  readonly problem?: string
}

async function postToShop(action: string, body: Readonly<Record<string, string>>): Promise<ShopReply> {
  try {
    const response = await fetch(`/demo/api/${action}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
    })
    const answer: unknown = await response.json()
    return response.ok ? parseReply(answer) : { exchanges: [], problem: problemOf(response.status, answer) }
  } catch {
    return { exchanges: [], problem: 'The gateway cannot be reached. Is it still running?' }
  }
}

function parseReply(body: unknown): ShopReply {
  const answer = valueAt(body, 'answer')
  return {
    ...textsAt(body, 'order', 'session', 'address', 'comparison'),
    exchanges: exchangesIn(body),
    ...(isMembers(answer) && { answer }),
  }
}

function problemOf(status: number, body: unknown): string {
  if (status === 403) {
    return 'The demo serves whoever sits at the machine of the gateway: open it there, by 127.0.0.1.'
  }
  return textAt(body, 'error', 'explanation') ?? `The shop answered ${status}.`
}

/** Why the gateway rejected the request. */
export function rejectionText({ exchanges }: ShopReply): string {
  const answer = exchanges.at(-1)?.answer
  return textAt(answer, 'error', 'explanation') ?? 'The gateway refused the request: see beside.'
}
