import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { monitorPublicAddress, type PublicAddressMonitorDependencies } from './publicAddressMonitor.ts'

const session = 'SESSION1'
const isSession = async (sessionId: string) => sessionId === session

function watching(parts: Partial<PublicAddressMonitorDependencies> = {}) {
  const lines: string[] = []
  const log = createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } })
  let nowMs = 0
  const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs }
  const watch = monitorPublicAddress({ log, origin: () => 'https://pay.example', isSession, clock, ...parts })
  return { ...watch, lines, pass: (ms: number) => (nowMs += ms) }
}

test('an address that does not fit is told every ten minutes, and warned of for an hour', async () => {
  const { onElsewhere, isAddressUnfit, lines, pass } = watching()
  expect(isAddressUnfit()).toBe(false)
  for (const origin of ['null', 'javascript:alert(1)', `https://${'a'.repeat(300)}.example`])
    await onElsewhere(origin, session)
  expect([isAddressUnfit(), lines]).toEqual([false, []])
  await onElsewhere('https://other.example', session)
  expect(lines.join()).toContain(
    'may have reached this gateway at https://other.example, and TOLLGATE_PUBLIC_URL says',
  )
  pass(599_999)
  await onElsewhere('https://other.example', session)
  expect(lines).toHaveLength(1)
  pass(1)
  await onElsewhere('https://other.example', session)
  expect(lines).toHaveLength(2)
  pass(3_599_999)
  expect(isAddressUnfit()).toBe(true)
  pass(1)
  expect(isAddressUnfit()).toBe(false)
})

test('only who names a session is believed, and nobody while that cannot be known', async () => {
  const { onElsewhere, isAddressUnfit, lines } = watching()
  await onElsewhere('https://other.example', 'SESSION2')
  expect([isAddressUnfit(), lines]).toEqual([false, []])
  const away = watching({ isSession: () => Promise.reject(new Error('away')) })
  await away.onElsewhere('https://other.example', session)
  expect([away.isAddressUnfit(), away.lines]).toEqual([false, []])
})

test('one address does not keep another from being told, up to a few', async () => {
  const { onElsewhere, lines, pass } = watching()
  for (let index = 1; index <= 20; index++) await onElsewhere(`https://pay-${index}.example`, session)
  expect(lines).toHaveLength(8)
  expect(lines[7]).toContain('https://pay-8.example')
  pass(600_000)
  await onElsewhere('https://pay-20.example', session)
  expect(lines[8]).toContain('https://pay-20.example')
})

test('few are asked about at a time: what anybody can send costs little', async () => {
  let asked = 0
  let answer = (_isOne: boolean) => {}
  const whether = new Promise<boolean>(resolve => (answer = resolve))
  const isSession = () => {
    asked++
    return whether
  }
  const { onElsewhere, lines } = watching({ isSession })
  const all = Array.from({ length: 100 }, () => onElsewhere('https://other.example', session))
  expect(asked).toBe(4)
  answer(true)
  await Promise.all(all)
  expect(lines).toHaveLength(1)
  await onElsewhere('https://another.example', session)
  expect([asked, lines.length]).toEqual([5, 2])
})

test('an address with card data in it is warned of, and never told', async () => {
  const origins = ['https://4111111111111111.example', 'https://a.4111-1111-1111-1111.example']
  for (const origin of [...origins, 'https://cvv-123.example']) {
    const { onElsewhere, isAddressUnfit, lines } = watching()
    await onElsewhere(origin, session)
    expect(isAddressUnfit()).toBe(true)
    expect(lines.join()).toContain(
      'may have reached this gateway at another address, and TOLLGATE_PUBLIC_URL says',
    )
    // The number of the process may be anything.
    expect(lines.join().replace(/"pid":\d+/g, '')).not.toMatch(/1111|cvv/)
  }
})
