import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { start } from '../../test/support/acquirerHost/hostStory.ts'
import { createCodec } from '../acquirers/iso8583/codec/codec.ts'
import type { Dialect } from '../acquirers/iso8583/dialects/dialect.ts'
import type { IsoMessage } from '../acquirers/iso8583/dialects/message.ts'
import { iso1987Ascii } from '../acquirers/iso8583/dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from '../acquirers/iso8583/dialects/shipped/iso1987Packed.ts'
import { iso1993Packed } from '../acquirers/iso8583/dialects/shipped/iso1993Packed.ts'

/** Sends bytes in hexadecimal, and waits for so many bytes to come back. */
async function exchanged(port: number, hexadecimal: string, bytes: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let came = Buffer.alloc(0)
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('data', chunk => {
      came = Buffer.concat([came, chunk])
      if (came.length >= bytes) resolve()
    })
    socket.write(Buffer.from(hexadecimal, 'hex'))
  })
  socket.destroy()
  return came.toString('hex').toUpperCase()
}

test('an echo of 1993 in packed digits, byte for byte, without any sign-on', async () => {
  const { port } = await start({ dialect: iso1993Packed })
  const fields = '1115123000' + '000001' + '261115123000' + '0831'
  const answer = await exchanged(port, `001A1804${'0230010000000000'}${fields}`, 30)
  expect(answer).toBe(`001C1814${'0230010002000000'}${fields}0800`)
})

test('a TPDU comes back with its ends swapped, and a length of four digits may count itself', async () => {
  const frame = { ...iso1987Ascii.frame, tpdu: { destination: '0001', source: '0002' } }
  const { port } = await start({ dialect: { ...iso1987Ascii, frame } })
  const signOn = Buffer.from('0800822000000000000004000000000000001115123000000001001').toString('hex')
  const accepted = Buffer.from('081082200000020000000400000000000000111512300000000100001').toString('hex')
  expect(await exchanged(port, `003C6000010002${signOn}`, 64)).toBe(`003E6000020001${accepted}`.toUpperCase())
  const digits = { ...iso1987Ascii.frame, length: '4 digits', lengthCountsItself: true } as const
  const other = await start({ dialect: { ...iso1987Ascii, frame: digits } })
  expect(await exchanged(other.port, `30303539${signOn}`, 61)).toBe(`30303631${accepted}`.toUpperCase())
})

/** Speaks a dialect with its codec: what the messages mean is written here, by hand. */
async function speaker(dialect: Dialect) {
  const host = await start({ dialect })
  const codec = createCodec(dialect)
  const ask = async (type: string, fields: IsoMessage['fields']): Promise<IsoMessage> => {
    const message = codec.encode({ type, fields })
    const length = message.length.toString(16).padStart(4, '0')
    const signOn = dialect.network.signsOn ? codec.encode({ type: '0800', fields: signOnFields }) : undefined
    const before = signOn ? signOn.length.toString(16).padStart(4, '0') + signOn.toString('hex') : ''
    const came = await framesOf(host.port, before + length + message.toString('hex'), signOn ? 2 : 1)
    return codec.decode(came.at(-1) ?? Buffer.alloc(0))
  }
  return { host, ask }
}

const signOnFields = { 7: '1115123000', 11: '000001', 70: '001' }

async function framesOf(port: number, hexadecimal: string, count: number): Promise<readonly Buffer[]> {
  const socket = connect(port, '127.0.0.1')
  let rest = Buffer.alloc(0)
  const frames: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('data', chunk => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
        frames.push(rest.subarray(2, 2 + rest.readUInt16BE(0)))
        rest = rest.subarray(2 + rest.readUInt16BE(0))
      }
      if (frames.length === count) resolve()
    })
    socket.write(Buffer.from(hexadecimal, 'hex'))
  })
  socket.destroy()
  return frames
}

const purchase1993 = {
  ...{ 2: '5123450000000008', 3: '003000', 4: '000000012345', 7: '1115123045', 11: '000101' },
  ...{ 12: '261115123045', 14: '3901', 24: '100', 32: '12345', 37: '631912000101', 41: 'TG000001' },
  ...{ 42: 'TESTMERCHANT001', 49: '840' },
}

test('1993: three digits of action, 56 names the original, reversals are acknowledged blindly', async () => {
  const { host, ask } = await speaker(iso1993Packed)
  const held = await ask('1100', purchase1993)
  expect(held).toMatchObject({ type: '1110', fields: { 4: '000000012345', 11: '000101', 39: '000' } })
  expect((await ask('1100', { ...purchase1993, 11: '000102', 14: '3902' })).fields[39]).toBe('116')

  const original = '1100' + '000101' + '261115123045' + '05' + '12345'
  const lower = { 4: '000000010000', 24: '401', 25: '4000', 30: '000000012345000000000000', 56: original }
  expect((await ask('1420', { ...purchase1993, ...lower, 11: '000103' })).fields[39]).toBe('400')
  expect(host.control.entries()[0]).toMatchObject({ authorized: 10_000n })

  const reversal = { ...purchase1993, 11: '000104', 24: '400', 25: '4021', 56: original }
  expect(await ask('1420', reversal)).toMatchObject({ type: '1430', fields: { 39: '400' } })
  const unknown = { ...reversal, 11: '000105', 56: original.replace('000101', '000999') }
  expect((await ask('1420', unknown)).fields[39]).toBe('400')
  expect(host.control.entries().map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    ...['hold undone', 'decrease posted', 'reversal posted'],
  ])
  expect(host.control.comparisons()).toMatchObject({ matched: 2, mismatched: 0, unknown: 1 })
})

test('1987 packed: a reversal has the trace number of its original, and is not taken for it', async () => {
  const { host, ask } = await speaker(iso1987Packed)
  const { 12: _, 24: __, ...fields } = purchase1993
  const question = { ...fields, 12: '123045', 13: '1115', 25: '59' }
  expect(await ask('0100', question)).toMatchObject({ type: '0110', fields: { 39: '00' } })
  const reversal = {
    ...question,
    7: '1115123100',
    39: '68',
    90: '010000010111151230450000001234500000000000',
  }
  expect(await ask('0420', reversal)).toMatchObject({ type: '0430', fields: { 11: '000101', 39: '00' } })
  expect(await ask('0421', reversal)).toMatchObject({ type: '0430', fields: { 39: '00' } })
  expect(host.control.entries().map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    ...['hold undone', 'reversal posted'],
  ])
})
