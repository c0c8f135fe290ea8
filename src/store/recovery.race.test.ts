import pg from 'pg'
import { expect, test } from 'vitest'
import { type Raced, race } from '../../test/race/race.ts'

const count = Number(process.env.RACE_COUNT ?? 200)
const weakenedCount = 100
const timeout = 60_000 + count * 300

test(`two nodes race the same ids on ${count} orders while recovery takes over: nothing is done twice`, {
  timeout,
}, async () => {
  const { violations, books } = await race({ orders: count, looksMax: 10_000 })
  const { started, takenOver, closed, answers, claims, amended, refusedCloses } = books
  const happened = { started, takenOver, closed, answers, claims, amended }
  const counts = Object.entries(happened).map(([name, all]) => [name, all.length] as const)
  console.log(`race: ${JSON.stringify({ ...Object.fromEntries(counts), refusedCloses })}`)
  if (books.faults.length > 0) console.log(books.faults.slice(0, 3))
  expect(nonZero({ violations, books })).toEqual({})
  for (const [name, number] of counts) expect(number, name).toBeGreaterThan(0)
  expect(refusedCloses, 'who was taken over tried to close').toBeGreaterThan(0)
})

/** What each condition keeps from happening. */
const conditions = [
  ['begin', 'o.version = excluded.version - 1 and ', 'captured beyond what was authorized'],
  ['close', 'o.version = excluded.version - 1 and ', 'closed by who was taken over'],
  ['amend', 'o.version = excluded.version - 1 and ', 'totals that are not the sum of their transactions'],
] as const

test.each(conditions)(
  'the same race is red when %s is sent without "%s": %s',
  {
    timeout,
  },
  async (name, condition, violation) => {
    const raced = await weakened(name, condition)
    expect(nonZero(raced)).toMatchObject({ [violation]: expect.any(Number) })
  },
)

function nonZero({ violations }: Raced): Record<string, number> {
  return Object.fromEntries(Object.entries(violations).filter(([, number]) => number > 0))
}

/** With a condition taken out of a statement on its way to the server: the product has no such switch. */
async function weakened(name: string, condition: string): Promise<Raced> {
  const { query } = pg.Client.prototype
  let isWeakened = false
  pg.Client.prototype.query = new Proxy(query, {
    apply(original, client, [statement, ...rest]) {
      if (statement?.name !== name) return Reflect.apply(original, client, [statement, ...rest])
      const text = statement.text.replace(condition, '')
      isWeakened ||= text !== statement.text
      return Reflect.apply(original, client, [{ ...statement, text }, ...rest])
    },
  })
  try {
    const raced = await race({ orders: weakenedCount, looksMax: 50 })
    expect(isWeakened, 'the condition was found').toBe(true)
    return raced
  } finally {
    pg.Client.prototype.query = query
  }
}
