import { expect, test } from 'vitest'
import {
  authorization,
  caller,
  known,
  reversal,
  signedOn,
  start,
} from '../../test/support/acquirerHost/hostStory.ts'
import { framed } from '../../test/support/acquirerHost/rawClient.ts'

test('a sign-on in known bytes is accepted, byte for byte', async () => {
  const client = await caller(await start())
  client.send(known.A1)
  expect(await client.next()).toBe('0810822000000200000004000000000000001115123000000001' + '00' + '001')
})

test('a known authorization is approved: it is repeated, and the host adds what it found', async () => {
  const client = await signedOn(await start())
  client.send(known.A2)
  const answer = await client.answer()
  expect(answer).toMatchObject({
    ...{ 0: '0110', 2: '5123450000000008', 3: '003000', 4: '000000012345', 7: '1115123045', 11: '000101' },
    ...{ 12: '123045', 13: '1115', 15: '1115', 32: '123456', 37: '631912000101', 39: '00' },
    ...{ 41: 'TG000001', 42: 'TESTMERCHANT001', 49: '840' },
  })
  expect(answer[38]).toMatch(/^[0-9A-Z]{6}$/)
})

test('security code and proof are checked where their tags can be read', async () => {
  const client = await signedOn(await start())
  const proof = '4328kBMwAAAAAAAAAAAAAAAAAAAAAAAA'
  client.send(authorization('000001', { 48: `T42070103212${proof}9203102` }), known.A2)
  // In 44 the tenth character is about the security code, the thirteenth about the proof.
  const { 44: checked = '' } = await client.answer()
  expect([checked[9], checked[12]]).toEqual(['N', '2'])
  // Field 48 of A2 announces four characters more of a proof than there are.
  const { 44: unread = '' } = await client.answer()
  expect([unread[9], unread[12]]).toEqual(['S', undefined])
})

test('its reversal in known bytes finds it by its original data, and frees what was held', async () => {
  const host = await start()
  const client = await signedOn(host)
  client.send(known.A2, known.A5)
  await client.answer()
  expect(await client.answer()).toMatchObject({ 0: '0430', 11: '000102', 39: '00', 4: '000000012345' })
  expect(host.control.entries()).toMatchObject([
    { kind: 'hold', state: 'undone', amount: 12_345n, traceNumber: '000101' },
    { kind: 'reversal', state: 'posted', of: 1 },
  ])
  expect(host.control.comparisons()).toMatchObject({ matched: 1, mismatched: 0, unknown: 0 })
})

test('original data that differ in one byte are recorded as a fault, and nothing is undone', async () => {
  const host = await start()
  const client = await signedOn(host)
  client.send(known.A2)
  await client.answer()
  client.send(reversal('000102', '000101', { 90: '010000010111151230440000012345600000000000' }))
  expect(await client.answer()).toMatchObject({ 0: '0430', 39: '25' })
  expect(host.control.entries()).toMatchObject([{ kind: 'hold', state: 'posted' }])
  expect(host.control.comparisons()).toMatchObject({
    ...{ matched: 0, mismatched: 1 },
    mismatches: [{ type: '0420', traceNumber: '000102', differsIn: ['time'] }],
  })
})

test('an original that comes after its reversal is declined, unless a fault books it', async () => {
  const host = await start()
  const client = await signedOn(host)
  client.send(reversal('000002', '000001'), authorization('000001'))
  expect(await client.answer()).toMatchObject({ 0: '0430', 39: '25' })
  expect(await client.answer()).toMatchObject({ 0: '0110', 39: '12' })
  expect(host.control.entries()).toEqual([])
  host.control.fault('blind-reversals', { probability: 1 })
  host.control.fault('book-after-reversal', { probability: 1 })
  client.send(reversal('000004', '000003'), authorization('000003'))
  expect(await client.answer()).toMatchObject({ 0: '0430', 39: '00' })
  expect(await client.answer()).toMatchObject({ 0: '0110', 39: '00' })
  expect(host.control.entries()).toMatchObject([{ kind: 'hold', state: 'posted', traceNumber: '000003' }])
})

test('a reversal overtakes an original that arrives late', async () => {
  const host = await start()
  const client = await signedOn(host)
  host.control.fault('late-request', { next: 1, on: 'originals', ms: 50 })
  client.send(authorization('000001'), reversal('000002', '000001'))
  expect(await client.answer()).toMatchObject({ 0: '0430', 39: '25' })
  expect(await client.answer()).toMatchObject({ 0: '0110', 39: '12' })
  expect(host.control.faults().happened).toEqual({ 'late-request': 1 })
})

test('a repeat is answered with the amount that it has, also where less is left of a hold', async () => {
  const client = await signedOn(await start())
  const remains = `${'10000'.padStart(12, '0')}${'0'.repeat(12)}D00000000D00000000`
  const decrease = (type: string) => reversal('000002', '000001', { 0: type, 95: remains })
  client.send(authorization('000001'), decrease('0420'), decrease('0421'))
  await client.answer()
  const first = await client.answer()
  expect(first).toMatchObject({ 0: '0430', 39: '00', 4: '000000012345' })
  expect(await client.answer()).toEqual(first)
})

test('an original that comes twice is booked once, answered as the first time, and counted', async () => {
  const host = await start()
  const client = await signedOn(host)
  client.send(known.A2, known.A2)
  expect(await client.next()).toBe(await client.next())
  expect(host.control.entries()).toHaveLength(1)
  expect(host.control.counters().originalsSentTwice).toBe(1)
})

test('nothing is booked before a sign-on', async () => {
  const host = await start()
  const client = await caller(host)
  client.send(known.A2)
  expect(await client.answer()).toMatchObject({ 0: '0110', 11: '000101', 39: '91' })
  expect(host.control.entries()).toEqual([])
  expect(host.control.counters().beforeSignOn).toBe(1)
})

test('two messages in one segment and one byte after another are the same to it', async () => {
  const client = await signedOn(await start())
  client.send(authorization('000001'), authorization('000002'))
  expect(await client.answer()).toMatchObject({ 11: '000001', 39: '00' })
  expect(await client.answer()).toMatchObject({ 11: '000002', 39: '00' })
  for (const byte of framed(authorization('000003'))) client.write(Buffer.of(byte))
  expect(await client.answer()).toMatchObject({ 11: '000003', 39: '00' })
})

test.each([
  ['3902', '51'],
  ['3905', '05'],
  ['3908', '09'],
  ['3706', '00'],
  ['3705', '68'],
  ['2001', '54'],
])('a card that expires %s is answered %s', async (expiry, code) => {
  const client = await signedOn(await start())
  client.send(authorization('000001', { 14: expiry }))
  expect(await client.answer()).toMatchObject({ 39: code })
})

test('a frame that stops in the middle is closed after a while, and other connections live on', async () => {
  const host = await start({ partialFrameMs: 100 })
  const [stalled, other] = [await signedOn(host), await signedOn(host)]
  stalled.write(framed(known.A2).subarray(0, 40))
  await stalled.closed
  other.send(known.A2)
  expect(await other.answer()).toMatchObject({ 39: '00' })
  expect(host.control.counters()).toMatchObject({ stalled: 1, openConnections: 1 })
})

test('what cannot be read closes its connection, or is answered with a format error', async () => {
  const host = await start()
  const client = await signedOn(host)
  client.send(`${authorization('000001')}X`)
  await client.closed
  const kind = await start({ onUnreadable: 'answer' })
  const asker = await signedOn(kind)
  asker.send(`${authorization('000001')}X`)
  expect(await asker.answer()).toEqual({ 0: '0110', 39: '30' })
  expect([host.control.counters().unreadable, kind.control.counters().unreadable]).toEqual([1, 1])
})

test('the same original data at two terminals name two payments: each reversal undoes its own', async () => {
  const host = await start()
  const client = await signedOn(host)
  client.send(authorization('000001'), authorization('000001', { 41: 'TG000002' }))
  client.send(reversal('000002', '000001'))
  for (let count = 0; count < 3; count += 1) expect(await client.answer()).toMatchObject({ 39: '00' })
  expect(host.control.entries()).toMatchObject([
    { kind: 'hold', terminal: 'TG000001', state: 'undone' },
    { kind: 'hold', terminal: 'TG000002', state: 'posted' },
    { kind: 'reversal', of: 1 },
  ])
})
