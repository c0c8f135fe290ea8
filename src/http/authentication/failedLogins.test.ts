import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createFailedLogins, type FailedLogin, type FailedLoginsOptions } from './failedLogins.ts'

const wrong: FailedLogin = {
  ...{ kind: 'password', merchantId: 'SHOP', isKnown: true, source: '192.0.2.1', cameAtMs: 0 },
}

test('from the tenth wrong login of a minute on answers are slow, and those before are not', async () => {
  const { note, slept, pass } = stage()
  for (let failure = 0; failure < 9; failure++) await note()
  expect(slept.splice(0).every(ms => ms <= 10)).toBe(true)
  for (let failure = 0; failure < 3; failure++) await note()
  expect(slept.splice(0)).toEqual([1_010, 1_010, 1_010])
  await note({ merchantId: 'OTHER' })
  await note({ source: '192.0.2.2' })
  await note({ kind: 'session' })
  expect(slept.splice(0).every(ms => ms <= 10)).toBe(true)
  pass(60_000)
  await note()
  expect(slept.every(ms => ms <= 10)).toBe(true)
})

test('many wrong logins are told once a minute, by a name that is a merchant only', async () => {
  const { note, lines } = stage()
  for (let failure = 0; failure < 30; failure++) await note()
  for (let failure = 0; failure < 30; failure++)
    await note({ merchantId: '5123450000000008', isKnown: false })
  const told = lines.map(line => JSON.parse(line))
  expect(told).toMatchObject([
    { level: 'warn', msg: 'many failed logins', merchant: 'SHOP', host: '192.0.2.1', count: 10 },
    { level: 'warn', msg: 'many failed logins', count: 10 },
  ])
  expect(lines.join('')).not.toContain('5123450000000008')
})

test('all addresses of one IPv6 network fail as one', async () => {
  const { note, slept } = stage()
  for (let failure = 0; failure < 10; failure++) await note({ source: `2001:db8::${failure}` })
  expect(slept.at(-1)).toBe(1_010)
  await note({ source: '2001:db8:0:1::f' })
  expect(slept.at(-1)).toBeLessThanOrEqual(10)
})

test('only so many answers wait, for one source and in all; others are as soon as the first', async () => {
  const { note, slept, wake } = stage({ slowedMax: 5, slowedPerPairMax: 3 })
  const fail = (source: string, count: number) => {
    slept.length = 0
    return Array.from({ length: count }, () => note({ source }))
  }
  const slow = () => slept.filter(ms => ms > 1_000).length
  for (const source of ['192.0.2.1', '192.0.2.2']) {
    const first = fail(source, 9)
    wake()
    await Promise.all(first)
  }
  const many = fail('192.0.2.1', 100)
  expect(slow()).toBe(3)
  const others = fail('192.0.2.2', 100)
  expect(slow()).toBe(2)
  wake()
  await Promise.all([...many, ...others])
  const again = fail('192.0.2.1', 100)
  expect(slow()).toBe(3)
  wake()
  await Promise.all(again)
})

test('many at once are no way to learn how long looking took: each is answered at a fixed time', async () => {
  const { note, slept, pass, wake } = stage({ slowedMax: 5, slowedPerPairMax: 2 })
  const all = Array.from({ length: 11 }, () => note())
  expect(slept.splice(0).slice(-2)).toEqual([1_010, 1_010])
  for (const tookMs of [0.1, 3.7, 12.5]) {
    pass(tookMs)
    all.push(note())
    pass(-tookMs)
    expect((tookMs + (slept.pop() ?? 0)) % 10).toBeCloseTo(0)
  }
  expect(slept).toEqual([])
  wake()
  await Promise.all(all)
})

test('of failures as many are remembered as there is room for, the latest ones', async () => {
  const { note, slept } = stage({ pairsMax: 3 })
  for (let failure = 0; failure < 10; failure++) await note()
  expect(slept.at(-1)).toBe(1_010)
  for (const merchantId of ['A', 'B', 'C']) await note({ merchantId })
  await note()
  expect(slept.at(-1)).toBeLessThanOrEqual(10)
})

test('how long looking took cannot be told from when the answer comes', async () => {
  const { note, slept, pass } = stage()
  const answeredAt = async (tookMs: number) => {
    pass(tookMs)
    await note({ merchantId: String(tookMs), cameAtMs: 0 })
    pass(-tookMs)
    return tookMs + (slept.at(-1) ?? 0)
  }
  for (const tookMs of [0.1, 0.9, 3.7, 9.9]) expect(await answeredAt(tookMs)).toBeCloseTo(10)
  expect(await answeredAt(12.5)).toBeCloseTo(20)
  for (let failure = 0; failure < 10; failure++) await note({ merchantId: '3.7' })
  expect(await answeredAt(3.7)).toBeCloseTo(1_010)
})

/** Failed logins with a clock that stands, and waits that are over at once or when somebody wakes them. */
function stage(bounds?: FailedLoginsOptions['bounds']) {
  let nowMs = 0
  const slept: number[] = []
  const lines: string[] = []
  const sleeping: (() => void)[] = []
  const isByHand = bounds?.slowedMax !== undefined
  const sleep = (ms: number) => {
    slept.push(ms)
    return isByHand ? new Promise<void>(resolve => sleeping.push(resolve)) : Promise.resolve()
  }
  const failures = createFailedLogins({
    clock: { now: () => new Date(0), monotonicMs: () => nowMs, sleep },
    log: createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } }),
    ...(bounds && { bounds }),
  })
  return {
    ...{ slept, lines },
    note: (more: Partial<FailedLogin> = {}) => failures.record({ ...wrong, ...more }),
    pass(ms: number) {
      nowMs += ms
    },
    wake() {
      for (const resolve of sleeping.splice(0)) resolve()
    },
  }
}
