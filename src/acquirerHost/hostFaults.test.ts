import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  authorization,
  caller,
  reversal,
  signedOn,
  start,
} from '../../test/support/acquirerHost/hostStory.ts'
import { connectRaw, readAscii } from '../../test/support/acquirerHost/rawClient.ts'
import { createFaultDeck, type FaultName } from './faults.ts'

/** Asks once with a fault, then once without. */
async function withFault(name: FaultName, ms?: number) {
  const host = await start()
  const client = await signedOn(host)
  host.control.fault(name, { next: 1, ...(ms !== undefined && { ms }) })
  client.send(authorization('000001'))
  return { host, client, again: () => client.send(authorization('000002')) }
}

test.each([
  ['drop-request', 0],
  ['drop-answer', 1],
] as const)('%s: no answer, and %s entries', async (name, entries) => {
  const { host, client, again } = await withFault(name)
  again()
  expect(await client.answer()).toMatchObject({ 11: '000002' })
  expect(host.control.entries()).toHaveLength(entries + 1)
  expect(host.control.faults().happened).toEqual({ [name]: 1 })
})

test.each([
  ['wrong-trace-number', { 11: '000002', 39: '00' }],
  ['wrong-amount', { 11: '000001', 4: '000000012346' }],
  ['wrong-currency', { 11: '000001', 49: '978' }],
  ['swapped-terminal', { 11: '000001', 41: 'TG000009' }],
] as const)('%s: one field is another one', async (name, fields) => {
  const { client } = await withFault(name)
  expect(await client.answer()).toMatchObject(fields)
})

test('no-response-code: everything but field 39', async () => {
  const { client } = await withFault('no-response-code')
  const answer = await client.answer()
  expect([answer[11], answer[39]]).toEqual(['000001', undefined])
})

test('late: after what came later', async () => {
  const { client, again } = await withFault('late', 60)
  again()
  expect([(await client.answer())[11], (await client.answer())[11]]).toEqual(['000002', '000001'])
})

test('twice: the same answer again', async () => {
  const { client } = await withFault('twice')
  expect(await client.next()).toBe(await client.next())
})

test('half-message: a frame that ends within a field', async () => {
  const { client, again } = await withFault('half-message')
  const half = await client.next()
  expect(() => readAscii(half)).toThrow()
  again()
  expect(await client.answer()).toMatchObject({ 11: '000002' })
})

test('byte-by-byte: nothing gets between its bytes', async () => {
  const { client, again } = await withFault('byte-by-byte')
  again()
  expect([(await client.answer())[11], (await client.answer())[11]]).toEqual(['000001', '000002'])
})

test('two-in-one-segment: it waits for the next one, or for a while', async () => {
  const { client, again, host } = await withFault('two-in-one-segment', 5_000)
  const sizes: number[] = []
  client.socket.on('data', chunk => sizes.push(chunk.length))
  await sleep(30)
  expect(client.waiting()).toBe(0)
  again()
  const [one, other] = [await client.next(), await client.next()]
  expect(sizes).toEqual([one.length + other.length + 4])
  host.control.fault('two-in-one-segment', { next: 1, ms: 20 })
  client.send(authorization('000003'))
  expect(await client.answer()).toMatchObject({ 11: '000003' })
})

test('cut-in-the-middle: half a frame, then nothing', async () => {
  const { client } = await withFault('cut-in-the-middle')
  let bytes = 0
  client.socket.on('data', chunk => {
    bytes += chunk.length
  })
  await client.closed
  expect([bytes > 20, client.waiting()]).toEqual([true, 0])
})

test('half-open: neither an answer nor an end, and other connections live', async () => {
  const { host, client, again } = await withFault('half-open')
  again()
  client.end()
  const other = await signedOn(host)
  other.send(authorization('000003'))
  expect(await other.answer()).toMatchObject({ 11: '000003' })
  expect([client.waiting(), client.socket.closed, host.control.entries().length]).toEqual([0, false, 1])
})

test('refuse-connections: the system refuses, until it is taken back', async () => {
  const host = await start()
  const old = await signedOn(host)
  host.control.fault('refuse-connections', { probability: 1 })
  await expect(connectRaw(host.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  old.send(authorization('000001'))
  expect(await old.answer()).toMatchObject({ 39: '00' })
  host.control.clearFaults()
  expect((await caller(host)).socket.readyState).toBe('open')
})

test.each([
  ['cut-over', '201'],
  ['sign-off', '002'],
  ['echo', '301'],
  ['key-change', '101'],
] as const)('%s: the host starts a message of its own', async (name, code) => {
  const { client, host } = await withFault(name)
  expect(await client.answer()).toMatchObject({ 0: '0800', 70: code })
  expect(await client.answer()).toMatchObject({ 0: '0110', 39: name === 'sign-off' ? '91' : '00' })
  expect(host.control.businessDate()).toBe(name === 'cut-over' ? '20261116' : '20261115')
})

test('a fault may be meant for reversals only', async () => {
  const host = await start({ faults: { 'drop-answer': { probability: 1, on: 'reversals' } } })
  const client = await signedOn(host)
  client.send(authorization('000001'), reversal('000002', '000001'), authorization('000003'))
  expect([(await client.answer())[11], (await client.answer())[11]]).toEqual(['000001', '000003'])
  expect(host.control.entries().map(({ state }) => state)).toEqual(['undone', 'posted', 'posted'])
})

test('the same seed gives the same faults, and probabilities of several add up', () => {
  const drawn = (seed: number) => {
    const deck = createFaultDeck(seed)
    deck.set('late', { probability: 0.1 })
    deck.set('twice', { probability: 0.1 })
    return Array.from({ length: 10_000 }, () => deck.draw('0100')?.name)
  }
  expect(drawn(7)).toEqual(drawn(7))
  expect(drawn(7)).not.toEqual(drawn(8))
  const share = drawn(7).filter(name => name !== undefined).length / 10_000
  expect(share).toBeGreaterThan(0.18)
  expect(share).toBeLessThan(0.22)
})

test.each([
  ['book-nothing', []],
  ['book-other-amount', [{ amount: 12_346n, currency: '840', businessDate: '20261115' }]],
  ['book-other-currency', [{ amount: 12_345n, currency: '978', businessDate: '20261115' }]],
  ['book-next-date', [{ amount: 12_345n, currency: '840', businessDate: '20261116' }]],
] as const)('%s: the answer is right, the books are not', async (name, entries) => {
  const host = await start()
  const client = await signedOn(host)
  host.control.fault(name, { next: 1 })
  const sale = authorization('000001', { 0: '0200', 3: '000000' })
  client.send(sale)
  expect(await client.answer()).toMatchObject({ 4: '000000012345', 15: '1115', 39: '00', 49: '840' })
  expect(host.control.entries()).toMatchObject(entries)
  expect(host.control.entries()).toHaveLength(entries.length)
  client.send(authorization('000002', { 0: '0200', 3: '000000' }))
  expect(await client.answer()).toMatchObject({ 11: '000002', 15: '1115', 39: '00' })
  const booked = { amount: 12_345n, currency: '840', businessDate: '20261115' }
  expect(host.control.entries().at(-1)).toMatchObject(booked)
})

test('a repeat is answered with the date on which the first one counts, also after a cut-over', async () => {
  const host = await start()
  const client = await signedOn(host)
  const sale = (type: string) => authorization('000001', { 0: type, 3: '000000' })
  client.send(sale('0200'))
  expect(await client.answer()).toMatchObject({ 15: '1115' })
  host.control.cutOver()
  expect(await client.answer()).toMatchObject({ 0: '0800', 15: '1116' })
  client.send(sale('0201'), authorization('000002', { 0: '0200', 3: '000000' }))
  expect(await client.answer()).toMatchObject({ 11: '000001', 15: '1115', 39: '00' })
  expect(await client.answer()).toMatchObject({ 11: '000002', 15: '1116', 39: '00' })
})
