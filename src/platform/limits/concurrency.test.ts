import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency.ts'
import { createLimitsKeeper, type LimitsKeeper, type SharedLimits } from './sharedLimits.ts'

const clock = { monotonicMs: () => 0 }

test('a process that is alone is answered at once', () => {
  const limit = createConcurrencyLimit({ slotsMax: 3, perNameMax: 2 })
  expect(['A', 'A', 'A', 'B', 'B'].map(limit.acquire)).toEqual([true, true, false, true, false])
  limit.release('A')
  expect(limit.acquire('B')).toBe(true)
  for (const name of ['A', 'B', 'B']) limit.release(name)
  expect(limit.isEmpty()).toBe(true)
})

test.each([
  ...[1, 2, 3, 8, 64].map(processes => ({ processes, slotsMax: 40, perNameMax: 20 })),
  { processes: 4, slotsMax: 7, perNameMax: 3 },
])(
  '$processes processes together have as many as the limit says, and no more: $slotsMax, $perNameMax',
  async options => {
    const { processes, slotsMax, perNameMax } = options
    const limits = limitsOf(createLimitsKeeper(clock), options)
    const admitted = async (name: string) => {
      let count = 0
      // Of each process more than the whole limit; all at the same time.
      const all = limits.flatMap(limit => Array.from({ length: slotsMax + 1 }, () => limit.acquire(name)))
      for (const each of all) if (await each) count++
      return count
    }
    expect(await admitted('A')).toBe(perNameMax)
    expect(await admitted('B')).toBe(Math.min(perNameMax, slotsMax - perNameMax))
    if (slotsMax === perNameMax * 2) expect(await admitted('C')).toBe(0)
    expect(processes).toBeGreaterThan(0)
  },
)

test('one process alone has more than half of what all have together', async () => {
  const [only] = limitsOf(createLimitsKeeper(clock), { processes: 8, slotsMax: 512, perNameMax: 256 })
  let admitted = 0
  while (await only?.acquire('A')) admitted++
  expect(admitted).toBeGreaterThan(128)
})

test('few are counted without asking anybody', () => {
  const keeper = { ...createLimitsKeeper(clock), borrow: () => Number.NaN }
  const [limit] = limitsOf(keeper, { processes: 2, slotsMax: 512, perNameMax: 256 })
  for (let each = 0; each < 64; each++) expect(limit?.acquire('A')).toBe(true)
})

test('what was borrowed and is not needed is there for the others soon', async () => {
  const options = { processes: 2, slotsMax: 8, perNameMax: 8 }
  const [one, other] = limitsOf(createLimitsKeeper(clock), options)
  const taken = []
  while (await one?.acquire('A')) taken.push('A')
  expect(taken).toHaveLength(6)
  for (const name of taken) one?.release(name)
  await expect.poll(async () => (await all(other, 6)).filter(Boolean).length).toBe(6)
})

test('what a process had borrowed is there again when it has ended', () => {
  const keeper = createLimitsKeeper(clock)
  const order = { pool: 3, wanted: 2 }
  expect([1, 2, 2].map(borrower => keeper.borrow(borrower, 'load A', order))).toEqual([2, 1, 0])
  keeper.forget(1)
  expect(keeper.borrow(2, 'load A', order)).toBe(2)
  keeper.giveBack(2, 'load A', 3)
  expect(keeper.borrow(1, 'load A', { pool: 3, wanted: 9 })).toBe(3)
})

type ConcurrencyCase = { readonly processes: number; readonly slotsMax: number; readonly perNameMax: number }

function limitsOf(keeper: LimitsKeeper, { processes, slotsMax, perNameMax }: ConcurrencyCase) {
  return Array.from({ length: processes }, (_, borrower) => {
    const limits: SharedLimits = {
      processes,
      borrow: async (slots, order) => keeper.borrow(borrower, slots, order),
      giveBack: (slots, count) => keeper.giveBack(borrower, slots, count),
      takeToken: async (name, perSecond) => keeper.takeToken(name, perSecond),
      countFailedLogin: async name => keeper.countFailedLogin(name),
    }
    return createConcurrencyLimit({ slotsMax, perNameMax, shared: { limits, name: 'load' } })
  })
}

/** So many at once, all given back afterwards. */
async function all(limit: ReturnType<typeof createConcurrencyLimit> | undefined, count: number) {
  const taken = await Promise.all(Array.from({ length: count }, () => limit?.acquire('B')))
  for (const isTaken of taken) if (isTaken) limit?.release('B')
  return taken
}
