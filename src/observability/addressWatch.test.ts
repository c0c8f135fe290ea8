import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { watchAddress } from './addressWatch.ts'

test('an address that does not fit is told every ten minutes, and warned of for an hour', () => {
  const lines: string[] = []
  let nowMs = 0
  const watch = watchAddress({
    log: createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } }),
    origin: () => 'https://pay.example',
    clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs },
  })
  expect(watch.isAddressUnfit()).toBe(false)
  for (const origin of ['null', 'javascript:alert(1)', `https://${'a'.repeat(300)}.example`])
    watch.onElsewhere(origin)
  expect([watch.isAddressUnfit(), lines]).toEqual([false, []])
  watch.onElsewhere('https://other.example')
  expect(lines.join()).toContain(
    'reached this gateway at https://other.example, and TOLLGATE_PUBLIC_URL says',
  )
  nowMs += 599_999
  watch.onElsewhere('https://other.example')
  expect(lines).toHaveLength(1)
  nowMs += 1
  watch.onElsewhere('https://other.example')
  expect(lines).toHaveLength(2)
  nowMs += 3_599_999
  expect(watch.isAddressUnfit()).toBe(true)
  nowMs += 1
  expect(watch.isAddressUnfit()).toBe(false)
})

test('an address with card data in it is warned of, and never told', () => {
  const origins = ['https://4111111111111111.example', 'https://a.4111-1111-1111-1111.example']
  for (const origin of [...origins, 'https://cvv-123.example']) {
    const lines: string[] = []
    const log = createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } })
    const watch = watchAddress({ log, origin: () => 'https://pay.example' })
    watch.onElsewhere(origin)
    expect(watch.isAddressUnfit()).toBe(true)
    expect(lines.join()).toContain('reached this gateway at another address, and TOLLGATE_PUBLIC_URL says')
    expect(lines.join()).not.toMatch(/1111|cvv/)
  }
})
