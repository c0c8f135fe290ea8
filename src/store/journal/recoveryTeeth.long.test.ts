import { expect, test } from 'vitest'
import { rewritten } from '../../../test/database/prepared.ts'
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
  let isWeakened = false
  const restore = rewritten(name, text => {
    isWeakened = true
    return text.replace(condition, '')
  })
  try {
    const raced = await race({ orders, looksMax: 50 })
    expect(isWeakened, 'the statement was executed').toBe(true)
    return raced
  } finally {
    restore()
  }
}
