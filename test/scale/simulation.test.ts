import { expect, test } from 'vitest'
import { asMeasured } from '../../bench/scale/costs.ts'
import { type Deployment, simulate } from '../../bench/scale/deployment.ts'
import { readMeasured } from '../../bench/scale/measure.ts'

const window = { seed: 7, warmUpMs: 500, measuredMs: 3_000 }
const costs = {
  ...{ gatewayPayment: 400, gatewayGroup: 0, databasePayment: 100, databaseGroup: 0, clientPayment: 0 },
}
const plain: Deployment = {
  ...{ costs, commits: [true, true], flushUs: 1_000, acquirerMs: 0.001 },
  ...{ workers: 1, cells: 1, coresPerCell: 4 },
}

test('one at a time takes as long as its parts together', () => {
  const { medianMs, perSecond } = simulate(plain, { connections: 1 }, window)
  expect(medianMs).toBeCloseTo(0.4 + 0.1 + 2 * 1, 1)
  expect(perSecond).toBeCloseTo(1_000 / medianMs, -1)
})

test('a worker does as many a second as its core has time for, and no more', () => {
  const { perSecond, gatewayUse } = simulate(plain, { connections: 200 }, window)
  expect(perSecond).toBeCloseTo(1e6 / 400, -2)
  expect(gatewayUse).toBeCloseTo(1, 1)
})

test('whoever waits is as many as come in the time that each takes', () => {
  const connections = 24
  const { perSecond, medianMs } = simulate({ ...plain, acquirerMs: 20 }, { connections }, window)
  expect((perSecond * medianMs) / 1_000).toBeGreaterThan(connections * 0.6)
  expect((perSecond * medianMs) / 1_000).toBeLessThan(connections * 1.1)
})

test('groups grow with the load, and cost less for each', () => {
  const dear = { ...plain, costs: { ...costs, gatewayGroup: 500 } }
  const [few, many] = [2, 64].map(connections => simulate(dear, { connections }, window))
  expect(many?.groupSize).toBeGreaterThan(4 * (few?.groupSize ?? 0))
  expect(many?.perSecond).toBeGreaterThan(3 * (few?.perSecond ?? 0))
})

test('the same seed gives the same figures, another seed nearly the same', () => {
  const of = (seed: number) => simulate(plain, { perSecond: 1_500 }, { ...window, seed })
  expect(of(1)).toEqual(of(1))
  expect(of(2)).not.toEqual(of(1))
  expect(of(2).medianMs / of(1).medianMs).toBeCloseTo(1, 1)
})

test('it says of the machine that was measured what was measured there, within a quarter', () => {
  const measured = readMeasured()
  for (const { connections, perSecond, medianMs } of measured.sandbox) {
    const simulated = simulate(asMeasured(measured), { connections }, window)
    expect(Math.abs(simulated.perSecond / perSecond - 1)).toBeLessThan(0.25)
    expect(Math.abs(simulated.medianMs / medianMs - 1)).toBeLessThan(0.25)
  }
})
