import pg from 'pg'
import { expect, test } from 'vitest'
import { found, type Raced, race } from '../../../test/race/race.ts'

const orders = 100
const timeout = 90_000

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
    expect(found(raced)).toMatchObject({ [violation]: expect.any(Number) })
  },
)

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
    const raced = await race({ orders, looksMax: 50 })
    expect(isWeakened, 'the condition was found').toBe(true)
    return raced
  } finally {
    pg.Client.prototype.query = query
  }
}
