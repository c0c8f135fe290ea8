import { requiredElement } from './dom.ts'
import type { DemoExchange } from './exchange.ts'
import { chosenScenario, prepareScenarios } from './outcomes.ts'
import { showResult } from './result.ts'
import { postToShop, rejectionText, type ShopReply } from './shop.ts'
import { endSteps, goToStep, showProblem } from './steps.ts'
import { emptyState, loadState, saveState, type WalkthroughState, withExchanges } from './story.ts'
import { type CheckoutExit, outcomeOf } from './verdict.ts'
import { showExchanges } from './wire.ts'

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
