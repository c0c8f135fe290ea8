import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flawsOf, get, openTestListener, put } from '../../../test/support/http/testClient.ts'

test('a request with anything done to its bytes gets a proper answer or a closed connection', async () => {
  let now = 0
  // Time flies, so that changed passwords are not held against the next request.
  const clock = { now: () => new Date(0), monotonicMs: () => (now += 30_000) }
  const hurried = await openTestListener({ clock, limits: { socketsPerAddressMax: 400, lingerMs: 50 } })
  const good = put('{"apiOperation":"PAY","order":{"amount":"1.00"}}', ['Content-Type: application/json'])
  const pieces = fc.constantFrom(
    '\r\n',
    '\r\n\r\n',
    '%00',
    ': ',
    '"',
    '{',
    'Content-Length: 5\r\n',
    '\\ud800',
  )
  const added = fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    pieces.map(text => Buffer.from(text)),
  )
  const change = fc.record({ at: fc.nat(good.length - 1), drop: fc.nat(20), added })
  const request = fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map(changes => changes.reduce(changed, good))
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 40, maxLength: 40 }), async requests => {
      const heard = await Promise.all(requests.map(bytes => hurried.sendRaw(bytes, 300)))
      for (const answer of heard.flatMap(({ answers }) => answers)) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status >= 400) expect(flawsOf(answer)).toEqual([])
      }
    }),
    { numRuns: 10 },
  )
  expect([...statuses.keys()]).not.toContain(500)
  for (const usual of [400, 401, 404]) expect(statuses.get(usual) ?? 0).toBeGreaterThan(5)
  expect((await hurried.sendRaw(get('/live'), 1_000)).first?.status).toBe(200)
  await hurried.listener.close()
})

function changed(
  bytes: Buffer,
  { at, drop, added }: { at: number; drop: number; added: Uint8Array },
): Buffer {
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + drop)])
}
