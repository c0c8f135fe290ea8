import { type DemoExchange, isMembers, listAt, parseExchange, textAt, valueAt } from './exchange.ts'
import { showExchanges } from './exchangePanel.ts'
import { type CheckoutExit, outcomeOf } from './outcome.ts'
import { chosenScenario, endSteps, goToStep, prepareScenarios, requiredElement, showProblem } from './page.ts'
import { showResult } from './result.ts'

/** One walk through a flow: what has happened, and how to go on. */
export type Walkthrough = {
  readonly merchantId: string
  readonly origin: string
  readonly state: () => WalkthroughState
  /** Adds to the story, shows it, and keeps it for the time after the next page. */
  readonly update: (
    news: Partial<Omit<WalkthroughState, 'exchanges'>>,
    exchanges?: readonly DemoExchange[],
  ) => void
  /** Has the shop's server act; what it did is shown. Trouble is shown too, and nothing comes back. */
  readonly askShop: (name: string, body: Readonly<Record<string, string>>) => Promise<ShopReply | undefined>
  /** Asks what became of the order, unless that is `known` already, and tells the visitor. */
  readonly finish: (brought?: CheckoutReturn, known?: ShopReply) => Promise<void>
  /** From now on a reload comes back to this order. */
  readonly setOrder: (order: string) => void
}

/** What a browser brings back from the payment page. */
export type CheckoutReturn = { readonly exit?: CheckoutExit; readonly resultIndicator?: string }

export function createWalkthrough(flow: string, order: string | undefined): Walkthrough {
  const {
    merchant: merchantId = '',
    origin = '',
    certificate = '',
  } = requiredElement('main', HTMLElement).dataset
  const address = { origin, merchantId, certificate }
  const kept = loadState(flow)
  let story: WalkthroughState =
    order === undefined ? emptyState : kept.order === order ? kept : { ...emptyState, order }
  showExchanges(story.exchanges, address)
  const tell: Walkthrough['update'] = (news, exchanges = []) => {
    story = withExchanges({ ...story, ...news, scenario: chosenScenario().id }, exchanges)
    showExchanges(exchanges, address)
    saveState(flow, story)
  }
  prepareScenarios(story.scenario ?? kept.scenario, () => tell({}))
  const act: Walkthrough['askShop'] = async (name, body) => {
    const told = await postToShop(name, body)
    tell({}, told.exchanges)
    if (told.problem === undefined) return told
    showProblem(told.problem)
    return undefined
  }
  const walk: Walkthrough = {
    merchantId,
    origin,
    state: () => story,
    update: tell,
    askShop: act,
    finish: (brought = {}, known) => finish(walk, { flow, returned: brought, known }),
    setOrder: id => history.replaceState(null, '', `/demo?flow=${flow}&order=${id}`),
  }
  return walk
}

type FinishContext = {
  readonly flow: string
  readonly returned: CheckoutReturn
  readonly known: ShopReply | undefined
}

async function finish(walk: Walkthrough, { flow, returned: brought, known }: FinishContext): Promise<void> {
  const { order, arrangement } = walk.state()
  if (order === undefined) return
  const { exit: ending, resultIndicator } = brought
  const told =
    known ?? (await walk.askShop('retrieve', { order, ...(resultIndicator && { resultIndicator }) }))
  if (told === undefined) return
  const isConfirmed = arrangement === 'confirmed'
  const verdict = outcomeOf(told.answer, { isConfirmed, ...(ending && { exit: ending }) })
  endSteps(verdict.tone === 'bad' ? 'failed' : 'done')
  const hasIndicator = flow === 'checkout' || flow === 'embedded'
  showResult({
    outcome: verdict,
    order,
    scenario: chosenScenario().name,
    ...(hasIndicator && { comparison: told.comparison ?? 'none' }),
    actions: {
      look: () => void walk.finish(brought),
      capture: () => void continueOrder(walk, 'capture', { order }),
      pay: () => void continueOrder(walk, 'pay', { order, session: walk.state().session ?? '' }),
      confirm: () => goToStep('confirm'),
    },
    explain: transaction => void explain(walk, { order, transaction }),
    again: () => location.assign(`/demo?flow=${flow}`),
  })
}

async function explain(walk: Walkthrough, ids: { readonly order: string; readonly transaction: string }) {
  await walk.askShop('explain', ids)
  document.querySelector('#wire > li:last-child')?.scrollIntoView({ block: 'nearest' })
}

async function continueOrder(
  walk: Walkthrough,
  name: string,
  body: Readonly<Record<string, string>>,
): Promise<void> {
  const told = await walk.askShop(name, body)
  if (told !== undefined) await walk.finish()
}

/** The first act of every flow; without what it should bring, the visitor reads why. */
export async function beginOrder(
  walk: Walkthrough,
  act: string,
  body: Readonly<Record<string, string>>,
): Promise<ShopReply | undefined> {
  const button = requiredElement('#begin', HTMLButtonElement)
  button.disabled = true
  const told = await walk.askShop(act, body)
  button.disabled = false
  const next = told?.session ?? told?.address
  if (told?.order === undefined) return undefined
  if (next === undefined) {
    showProblem(rejectionText(told))
    return undefined
  }
  const { order, session, address } = told
  walk.update({ order, ...(session && { session }), ...(address && { address }) })
  walk.setOrder(order)
  return told
}

/**
 * What has happened so far in one flow. The browser keeps it while it is away at another page: ids and masked
 * exchanges, nothing else. Card data never come near this page.
 */
export type WalkthroughState = {
  readonly order?: string
  readonly session?: string
  /** Which outcome the visitor wanted. */
  readonly scenario?: string
  /** Who confirms a browser payment. */
  readonly arrangement?: string
  /** Where the payer has to go. */
  readonly address?: string
  readonly exchanges: readonly DemoExchange[]
}

export const emptyState: WalkthroughState = { exchanges: [] }

/** Quite a long story; the beginning of a longer one is forgotten. */
const exchangesMax = 40

export function withExchanges(story: WalkthroughState, exchanges: readonly DemoExchange[]): WalkthroughState {
  return { ...story, exchanges: [...story.exchanges, ...exchanges].slice(-exchangesMax) }
}

/** Storage may be full or forbidden: then the story is only told until the page is left. */
export function saveState(flow: string, story: WalkthroughState): void {
  try {
    sessionStorage.setItem(keyOf(flow), JSON.stringify(story))
  } catch {
    // The page goes on without.
  }
}

export function loadState(flow: string): WalkthroughState {
  try {
    return parseState(sessionStorage.getItem(keyOf(flow)) ?? '{}')
  } catch {
    return emptyState
  }
}

const keyOf = (flow: string): string => `tollgate-demo-${flow}`

export function parseState(text: string): WalkthroughState {
  const value: unknown = JSON.parse(text)
  const names = ['order', 'session', 'scenario', 'arrangement', 'address'] as const
  const held = names.flatMap(name => {
    const found = textAt(value, name)
    return found === undefined ? [] : [[name, found] as const]
  })
  const exchanges = listAt(value, 'exchanges').flatMap(one => parseExchange(one) ?? [])
  return { ...Object.fromEntries(held), exchanges: exchanges.slice(-exchangesMax) }
}

/** What the shop's server tells after an act; `trouble` is why it could not act. */
export type ShopReply = {
  readonly exchanges: readonly DemoExchange[]
  readonly order?: string
  readonly session?: string
  readonly address?: string
  readonly answer?: unknown
  readonly comparison?: string
  readonly problem?: string
}

export async function postToShop(act: string, body: Readonly<Record<string, string>>): Promise<ShopReply> {
  try {
    const response = await fetch(`/demo/api/${act}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
    })
    const told: unknown = await response.json()
    return response.ok ? parseReply(told) : { exchanges: [], problem: problemOf(response.status, told) }
  } catch {
    return { exchanges: [], problem: 'The gateway cannot be reached. Is it still running?' }
  }
}

function parseReply(told: unknown): ShopReply {
  const names = ['order', 'session', 'address', 'comparison'] as const
  const texts = names.flatMap(name => {
    const found = textAt(told, name)
    return found === undefined ? [] : [[name, found] as const]
  })
  const answer = valueAt(told, 'answer')
  return {
    ...Object.fromEntries(texts),
    exchanges: listAt(told, 'exchanges').flatMap(one => parseExchange(one) ?? []),
    ...(isMembers(answer) && { answer }),
  }
}

function problemOf(status: number, told: unknown): string {
  if (status === 403) {
    return 'The demo serves whoever sits at the machine of the gateway: open it there, by 127.0.0.1.'
  }
  return textAt(told, 'error', 'explanation') ?? `The shop answered ${status}.`
}

/** Why a request came to nothing, in the words of the gateway. */
export function rejectionText({ exchanges }: ShopReply): string {
  const answer = exchanges.at(-1)?.answer
  return textAt(answer, 'error', 'explanation') ?? 'The gateway refused the request: see beside.'
}
