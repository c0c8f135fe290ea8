import { part } from './dom.ts'
import type { Exchange } from './exchange.ts'
import { chosen, prepareOutcomes } from './outcomes.ts'
import { showResult } from './result.ts'
import { ask, refusalOf, type Told } from './shop.ts'
import { complain, endSteps, goTo } from './steps.ts'
import { keepStory, noStory, recallStory, type Story, withExchanges } from './story.ts'
import { type Ending, verdictOf } from './verdict.ts'
import { showExchanges } from './wire.ts'

/** One walk through a flow: what has happened, and how to go on. */
export type Walk = {
  readonly merchantId: string
  readonly origin: string
  readonly story: () => Story
  /** Adds to the story, shows it, and keeps it for the time after the next page. */
  readonly tell: (news: Partial<Omit<Story, 'exchanges'>>, exchanges?: readonly Exchange[]) => void
  /** Has the shop's server act; what it did is shown. Trouble is shown too, and nothing comes back. */
  readonly act: (name: string, body: Readonly<Record<string, string>>) => Promise<Told | undefined>
  /** Asks what became of the order, unless that is `known` already, and tells the visitor. */
  readonly finish: (brought?: Brought, known?: Told) => Promise<void>
  /** From now on a reload comes back to this order. */
  readonly stay: (order: string) => void
}

/** What a browser brings back from the payment page. */
export type Brought = { readonly ending?: Ending; readonly resultIndicator?: string }

export function createWalk(flow: string, order: string | undefined): Walk {
  const { merchant: merchantId = '', origin = '', certificate = '' } = part('main', HTMLElement).dataset
  const address = { origin, merchantId, certificate }
  const kept = recallStory(flow)
  let story: Story = order === undefined ? noStory : kept.order === order ? kept : { ...noStory, order }
  showExchanges(story.exchanges, address)
  const tell: Walk['tell'] = (news, exchanges = []) => {
    story = withExchanges({ ...story, ...news, scenario: chosen().id }, exchanges)
    showExchanges(exchanges, address)
    keepStory(flow, story)
  }
  prepareOutcomes(story.scenario ?? kept.scenario, () => tell({}))
  const act: Walk['act'] = async (name, body) => {
    const told = await ask(name, body)
    tell({}, told.exchanges)
    if (told.trouble === undefined) return told
    complain(told.trouble)
    return undefined
  }
  const walk: Walk = {
    merchantId,
    origin,
    story: () => story,
    tell,
    act,
    finish: (brought = {}, known) => finish(walk, { flow, brought, known }),
    stay: id => history.replaceState(null, '', `/demo?flow=${flow}&order=${id}`),
  }
  return walk
}

type Finish = { readonly flow: string; readonly brought: Brought; readonly known: Told | undefined }

async function finish(walk: Walk, { flow, brought, known }: Finish): Promise<void> {
  const { order, arrangement } = walk.story()
  if (order === undefined) return
  const { ending, resultIndicator } = brought
  const told = known ?? (await walk.act('retrieve', { order, ...(resultIndicator && { resultIndicator }) }))
  if (told === undefined) return
  const isConfirmed = arrangement === 'confirmed'
  const verdict = verdictOf(told.answer, { isConfirmed, ...(ending && { ending }) })
  endSteps(verdict.tone === 'bad' ? 'failed' : 'done')
  const hasIndicator = flow === 'checkout' || flow === 'embedded'
  showResult({
    verdict,
    order,
    wanted: chosen().name,
    ...(hasIndicator && { comparison: told.comparison ?? 'none' }),
    offers: {
      look: () => void walk.finish(brought),
      capture: () => void actAgain(walk, 'capture', { order }),
      pay: () => void actAgain(walk, 'pay', { order, session: walk.story().session ?? '' }),
      confirm: () => goTo('confirm'),
    },
    explain: transaction => void explain(walk, { order, transaction }),
    again: () => location.assign(`/demo?flow=${flow}`),
  })
}

async function explain(walk: Walk, ids: { readonly order: string; readonly transaction: string }) {
  await walk.act('explain', ids)
  document.querySelector('#wire > li:last-child')?.scrollIntoView({ block: 'nearest' })
}

async function actAgain(walk: Walk, name: string, body: Readonly<Record<string, string>>): Promise<void> {
  const told = await walk.act(name, body)
  if (told !== undefined) await walk.finish()
}

/** The first act of every flow; without what it should bring, the visitor reads why. */
export async function begin(
  walk: Walk,
  act: string,
  body: Readonly<Record<string, string>>,
): Promise<Told | undefined> {
  const button = part('#begin', HTMLButtonElement)
  button.disabled = true
  const told = await walk.act(act, body)
  button.disabled = false
  const next = told?.session ?? told?.address
  if (told?.order === undefined) return undefined
  if (next === undefined) {
    complain(refusalOf(told))
    return undefined
  }
  const { order, session, address } = told
  walk.tell({ order, ...(session && { session }), ...(address && { address }) })
  walk.stay(order)
  return told
}
