import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { answerTo, startScriptedHost } from '../../../../test/support/acquirers/scriptedHost.ts'
import { asciiDialect, linkSettings } from '../../../../test/support/acquirers/testLink.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createCodec } from '../codec/codec.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from '../dialects/shipped/iso1987Packed.ts'
import { probeLink } from './probe.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const probe = (port: number, dialect: Dialect = asciiDialect()) =>
  probeLink(
    linkSettings(port, { dialect }),
    { host: '127.0.0.1', port },
    { clock: systemClock, connectMs: 1_000, answerMs: 150 },
  )

/** A host that does one thing with whatever comes. */
async function rawHost(onBytes: (bytes: Buffer, socket: Socket) => void): Promise<number> {
  const server: Server = createServer(socket => {
    socket.on('error', () => {})
    socket.on('data', bytes => onBytes(bytes, socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise(resolve => server.close(resolve)))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('a host that answers: signs on, echoes, signs off, and shows the bytes with their parts', async () => {
  const host = await startScriptedHost(asciiDialect())
  closers.push(() => host.close())
  const { findings, steps } = await probe(host.port)
  expect(findings).toEqual([])
  expect(steps.map(({ what, about }) => `${what} ${about}`)).toEqual([
    ...['connected without TLS', 'sent sign-on', 'received its answer', 'sent echo', 'received its answer'],
    ...['sent sign-off', 'received its answer'],
  ])
  expect(steps[1]?.parts?.map(({ name }) => name)).toEqual(['length', 'type', 'bitmap', 'fields'])
  expect(steps[1]?.parts?.slice(0, 2)).toEqual([
    { name: 'length', hex: '00 37' },
    { name: 'type', hex: '30 38 30 30' },
  ])
  expect(steps[4]?.fields).toMatchObject({ 39: '00', 70: '301' })
})

test('nobody listens', async () => {
  const host = await startScriptedHost(asciiDialect())
  await host.close()
  expect((await probe(host.port)).findings).toEqual([expect.stringContaining('ECONNREFUSED')])
})

test('a host that closes after our bytes', async () => {
  const port = await rawHost((_, socket) => socket.end())
  expect((await probe(port)).findings).toEqual([expect.stringContaining('the host closed after our bytes')])
})

test('a host that says nothing', async () => {
  const port = await rawHost(() => {})
  expect((await probe(port)).findings).toEqual(['no answer to the sign-on within 0.15 s'])
})

test('a host that refuses', async () => {
  const host = await startScriptedHost(asciiDialect())
  closers.push(() => host.close())
  host.answersNetwork = false
  const asked = probe(host.port)
  await expect.poll(() => host.networkMessages.length, { interval: 2 }).toBe(1)
  const [signOn] = host.networkMessages
  if (signOn) host.sides[0]?.send(answerTo(signOn, { 39: '91' }))
  expect((await asked).findings).toEqual(['the host does not accept the sign-on: response code 91'])
})

const body = Buffer.from('0810822000000200000004000000000000001116100000000001000001')

test.each([
  [
    'four digits',
    Buffer.concat([Buffer.from(String(body.length).padStart(4, '0')), body]),
    'as 4 digits without',
  ],
  ['a length that counts itself', withLength(body.length + 2, body), 'as 2 bytes that count themselves'],
])('a host with %s instead of two bytes is recognised', async (_, bytes, hint) => {
  const port = await rawHost((_, socket) => socket.write(bytes))
  expect((await probe(port)).findings.join('\n')).toContain(hint)
})

test.each([
  ['a TPDU', withLength(body.length + 5, Buffer.concat([Buffer.from('6000010002', 'hex'), body])), 'TPDU'],
  [
    'packed digits',
    withLength(
      30,
      Buffer.concat([Buffer.from('0810822000000200000004000000000000', 'hex'), Buffer.alloc(13)]),
    ),
    'the type is packed',
  ],
])('a host with %s is recognised', async (_, bytes, hint) => {
  const port = await rawHost((_, socket) => socket.write(bytes))
  expect((await probe(port)).findings.join('\n')).toContain(hint)
})

function withLength(length: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([length >> 8, length & 255]), bytes])
}

test('no card number of a host that sends other things is shown', async () => {
  const number = '5123456789012346'
  const text = `0100F000000000000000000000000000000016${number}000000000000001000`
  const port = await rawHost((_, socket) => socket.write(withLength(text.length, Buffer.from(text))))
  const shown = JSON.stringify(await probe(port))
  expect(shown).not.toContain(number.slice(6, 12))
  expect(shown).not.toContain(Buffer.from(number).toString('hex').replace(/../g, '$& ').trim())
})

test('nor one that is packed, in a message that cannot be read or about the connection', async () => {
  const number = '5123456789012346'
  const shownOf = async (bytes: Buffer, dialect: Dialect) => {
    const port = await rawHost((_, socket) => socket.write(withLength(bytes.length, bytes)))
    return JSON.stringify(await probe(port, dialect)).replaceAll(' ', '')
  }
  const packed = Buffer.from(`0110400000000000000016${number}FF`, 'hex')
  expect(await shownOf(packed, iso1987Packed)).not.toContain(number.slice(2, 14))
  const network = Buffer.from(`0810C00000000000000004000000000000001000${number}0301`, 'hex')
  expect(await shownOf(network, iso1987Packed)).not.toContain(number.slice(2, 14))
  const text = createCodec(iso1987Ascii).encode({
    type: '0810',
    fields: { 2: number, 11: '000001', 70: '301' },
  })
  expect(await shownOf(text, iso1987Ascii)).not.toContain(Buffer.from(number.slice(2, 14)).toString('hex'))
})

const cardNumber = '5123456789012346'
test.each([
  ['as text', Buffer.from(cardNumber)],
  ['packed', Buffer.from(cardNumber, 'hex')],
  ['in EBCDIC', Buffer.from([...cardNumber].map(digit => `F${digit}`).join(''), 'hex')],
  ['as text, its fifth digit a zero', Buffer.from('5123067890123467')],
])('nor the beginning of a number that stands where a message should, %s', async (_, bytes) => {
  const framed = [bytes, withLength(bytes.length, bytes), Buffer.concat([Buffer.from('0016'), bytes])]
  for (const dialect of [iso1987Ascii, iso1987Packed])
    for (const written of framed) {
      const port = await rawHost((_, socket) => socket.write(written))
      const shown = JSON.stringify(await probe(port, dialect)).replaceAll(' ', '')
      expect(shown).toContain('bytes')
      expect(shown).not.toContain(bytes.toString('hex', 0, 5).toUpperCase())
    }
})
