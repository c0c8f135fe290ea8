import { expect, test } from 'vitest'
import { found, race } from '../../../test/race/race.ts'
import { inEachTier } from '../../../test/tier.ts'

const count = Number(process.env.RACE_COUNT ?? inEachTier({ short: 80, long: 200 }))
const timeout = 60_000 + count * 300

test(`two nodes race the same ids on ${count} orders while recovery takes over: nothing is done twice`, {
  timeout,
}, async () => {
  const { violations, books } = await race({ orders: count, looksMax: 10_000 })
  const { started, takenOver, closed, answers, claims, amended, refusedCloses, refused } = books
  const happened = { started, takenOver, closed, answers, claims, amended }
  const counts = Object.entries(happened).map(([name, all]) => [name, all.length] as const)
  console.log(`race: ${JSON.stringify({ ...Object.fromEntries(counts), refusedCloses, refused })}`)
  if (books.faults.length > 0) console.log(books.faults.slice(0, 3))
  expect(found({ violations, books })).toEqual({})
  for (const [name, number] of counts) expect(number, name).toBeGreaterThan(0)
  expect(refusedCloses, 'who was taken over tried to close').toBeGreaterThan(0)
})
