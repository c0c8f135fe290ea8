import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import { memoryInteractions } from '../../../test/support/sandbox/memoryInteractions.ts'
import type { ProviderAnswer, ProviderInitiateAsk } from '../../providers/port.ts'
import { createProviderSimulator } from './simulator.ts'

type Step = 'open' | 'approve' | 'decline' | 'cancel' | 'abort' | 'progress' | 'over' | 'confirm' | 'start'
const steps: Step[] = [
  'open',
  'approve',
  'decline',
  'cancel',
  'abort',
  'progress',
  'over',
  'confirm',
  'start',
]
const references = [undefined, 'TEST-SUCCEED', 'TEST-FAIL-DECLINE', 'TEST-SUCCESS-INIT', 'TEST-PENDING', 'x']

const subject = {
  merchantId: 'M',
  orderId: 'O',
  transactionId: '1',
  currency: 'EUR',
  operation: 'PAY',
} as const
const initiate: ProviderInitiateAsk = {
  ...subject,
  verb: 'initiate',
  amount: 2n,
  kind: 'PROVIDER_B',
  returnCallback: '',
  isConfirmedAtMerchant: false,
  showsShippingAddress: false,
  mayChangeShippingAddress: false,
  particulars: {},
}
const endless = new AbortController().signal

type Race = { slow: <Args extends unknown[], Told>(act: Act<Args, Told>) => Act<Args, Told> }
type Act<Args extends unknown[], Told> = (...args: Args) => Promise<Told>

type Wish = { readonly amount: bigint; readonly reference?: string }
const wishes: Wish[] = [{ amount: 1n }, { amount: 2n }, { amount: 3n, reference: 'x.FAILBLOCKED' }]

/** Whatever is kept may be held up, in any order. */
async function open({ slow }: Race, wishes: Partial<ProviderInitiateAsk>) {
  let nowMs = Date.UTC(2026, 10, 15)
  const { post, entries } = memoryBooks()
  const { add, find, decide } = memoryInteractions()
  const interactions = { add: slow(add), find: slow(find), decide: slow(decide) }
  const books = { post: slow(post), entries }
  const now = () => new Date(nowMs)
  const provider = createProviderSimulator({ interactions, books, origin: () => '', now })
  const { visits } = provider
  const start = () => provider.send({ ...initiate, ...wishes }, endless)
  const started = await start()
  const id = started.outcome === 'started' ? started.interactionId : ''
  const finals: ProviderAnswer[] = []
  const note = (answer: ProviderAnswer) => {
    if (answer.outcome === 'approved' || answer.outcome === 'declined') finals.push(answer)
  }
  const progress = async (isOver: boolean) =>
    note(
      await provider.send({ ...subject, amount: 2n, verb: 'progress', interactionId: id, isOver }, endless),
    )
  const confirmation = { ...subject, verb: 'confirm', interactionId: id, particulars: {} } as const
  const takers: Record<Step, (wish: Wish) => Promise<unknown>> = {
    start,
    open: () => visits.open(id),
    approve: () => visits.act(id, { act: 'approve' }),
    decline: () => visits.act(id, { act: 'decline' }),
    cancel: () => visits.act(id, { act: 'cancel' }),
    abort: () => visits.act(id, { act: 'abort' }),
    progress: () => progress(false),
    over: () => progress(true),
    confirm: async wish => note(await provider.send({ ...confirmation, ...wish }, endless)),
  }
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { takers, finals, wait, entries: () => entries({ limit: 10 }) }
}

const story = fc.record({
  reference: fc.constantFrom(...references),
  isConfirmedAtMerchant: fc.boolean(),
  /** Before the race begins. */
  isAgreed: fc.boolean(),
  steps: fc.array(fc.record({ step: fc.constantFrom(...steps), wish: fc.constantFrom(...wishes) }), {
    maxLength: 12,
  }),
  scheduler: fc.scheduler(),
})

test('in any order, at the same time: carried out at most once, nothing final contradicted', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ reference, isConfirmedAtMerchant, isAgreed, steps, scheduler }) => {
      let isRacing = false
      const held = () => (isRacing ? scheduler.schedule(Promise.resolve()) : Promise.resolve())
      const race: Race = {
        slow:
          act =>
          (...args) =>
            held().then(() => act(...args)),
      }
      const wishes = { isConfirmedAtMerchant, ...(reference !== undefined && { reference }) }
      const { takers, finals, wait, entries } = await open(race, wishes)
      if (isAgreed) await takers.approve({ amount: 0n })
      isRacing = true
      await scheduler.waitFor(Promise.all(steps.map(({ step, wish }) => takers[step](wish))))
      isRacing = false
      wait(10_000)
      await takers.progress({ amount: 0n })
      const posted = await entries()
      expect(posted.length).toBeLessThanOrEqual(1)
      for (const final of finals) expect(final).toEqual(finals[0])
      expect(finals.some(({ outcome }) => outcome === 'approved')).toBe(posted.length === 1)
    }),
    { numRuns: 500 },
  )
})
