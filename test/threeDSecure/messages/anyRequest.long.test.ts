import { expect, test } from 'vitest'
import { casesEach, requestsThatAllTake } from './anyRequest.ts'

/** `npm run requests` tries ten thousand. */
const count = Number(process.env.REQUESTS_COUNT ?? 1_000)

test('whatever a merchant sends becomes requests of every version, for every purpose, that all take', () => {
  const written = requestsThatAllTake(count)
  expect(written).toBeGreaterThan(count * casesEach * 0.5)
  console.info(`${written} requests were written and taken`)
}, 600_000)
