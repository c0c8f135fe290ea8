import { expect, test } from 'vitest'
import { added } from './usePastJudged.ts'

const part = (amount: string, count: number) => ({
  ...{ seen: 10, held: count, unknown: 1, samples: [] },
  amounts: [{ currency: 'USD', amount, count }],
})

test('parts of the past add up exactly, however large', () => {
  const first = { ...part('0.07', 1), isRunning: true }
  const whole = added(added(first, part('99999999999.95', 2)), part('0.01', 1))
  expect(whole).toMatchObject({ seen: 30, held: 4, unknown: 3 })
  expect(whole.amounts).toEqual([{ currency: 'USD', amount: '100000000000.03', count: 4 }])
})
