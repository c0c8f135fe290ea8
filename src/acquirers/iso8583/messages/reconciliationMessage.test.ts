import { expect, test } from 'vitest'
import type { MovementTotals } from '../../reconciliation/totals.ts'
import { createCodec } from '../codec/codec.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { dialectNamed } from '../dialects/shippedDialects.ts'
import {
  type ReconciliationQuestion,
  reconciliationMessage,
  reconciliationReply,
} from './reconciliationMessage.ts'

const total = (count: number, amount: bigint) => ({ count, amount })
const totals: MovementTotals = {
  debit: total(3, 3_000n),
  debitReversed: total(1, 500n),
  credit: total(2, 700n),
  creditReversed: total(1, 100n),
}
const question: ReconciliationQuestion = {
  ...{ date: '2026-11-15', currency: 'EUR', totals, traceNumber: '000042', isRepeat: false },
  atMs: Date.UTC(2026, 10, 15, 23, 30, 5),
}
const settings = { institution: '123456', timeZone: '+0100' }

function named(name: string): Dialect {
  const dialect = dialectNamed(name)
  if (dialect === undefined) throw new Error(name)
  return dialect
}
const ascii = named('iso1987-ascii')

function messageOf(dialect: Dialect, changes: Partial<ReconciliationQuestion> = {}) {
  const message = reconciliationMessage({ ...settings, dialect }, { ...question, ...changes })
  if (message === undefined || 'refused' in message) throw new Error(message?.refused ?? 'none')
  return message
}

test('the totals of a date are one message, each of them where the standard has it', () => {
  expect(messageOf(ascii)).toEqual({
    type: '0500',
    fields: {
      ...{ 7: '1115233005', 11: '000042', 15: '1115', 32: '123456', 50: '978' },
      ...{ 74: '0000000002', 75: '0000000001', 76: '0000000003', 77: '0000000001' },
      ...{ 86: '0000000000000700', 87: '0000000000000100', 88: '0000000000003000', 89: '0000000000000500' },
      97: 'D0000000000001900',
    },
  })
})

test('its bytes are those of the standard', () => {
  const bytes = createCodec(ascii).encode(messageOf(ascii)).toString('latin1')
  // Bits 7, 11, 15, 32 and 50 after that of the second bitmap; there 74 to 77, 86 to 89 and 97.
  const bitmaps = '8222000100004000' + '0078078080000000'
  const counts = '0000000002' + '0000000001' + '0000000003' + '0000000001'
  const amounts = '0000000000000700' + '0000000000000100' + '0000000000003000' + '0000000000000500'
  const first = '1115233005' + '000042' + '1115' + '06123456' + '978'
  expect(bytes).toBe(`0500${bitmaps}${first}${counts}${amounts}D0000000000001900`)
})

test('a repeat is the same message under the type of a repeat', () => {
  const repeat = messageOf(ascii, { isRepeat: true })
  expect(repeat).toEqual({ ...messageOf(ascii), type: '0501' })
})

test('what comes to nothing is a credit of zero, and more credits than debits are a credit', () => {
  const none = total(0, 0n)
  const empty = { debit: none, debitReversed: none, credit: none, creditReversed: none }
  expect(messageOf(ascii, { totals: empty }).fields[97]).toBe('C0000000000000000')
  expect(messageOf(ascii, { totals: { ...empty, credit: total(1, 5n) } }).fields[97]).toBe(
    'C0000000000000005',
  )
})

test('totals that do not fit are refused, never cut', () => {
  const refused = (changes: Partial<MovementTotals>) =>
    reconciliationMessage({ ...settings, dialect: ascii }, { ...question, totals: { ...totals, ...changes } })
  expect(refused({ debit: total(10_000_000_000, 1n) })).toEqual({ refused: 'field 76 cannot hold its value' })
  expect(refused({ credit: total(1, 10n ** 16n) })).toEqual({ refused: 'field 86 cannot hold its value' })
})

test('a host without totals is asked for none', () => {
  const { reconciliation: _, ...dialect } = ascii
  expect(reconciliationMessage({ ...settings, dialect }, question)).toBeUndefined()
})

const answers = [
  ['iso1987-ascii', '0510', '95'],
  ['iso1987-packed', '0510', '95'],
  ['iso1993-packed', '1530', '501'],
] as const
test.each(answers)('%s: question and answer survive the wire', (name, type, code) => {
  const dialect = named(name)
  const codec = createCodec(dialect)
  const message = messageOf(dialect)
  expect(codec.decode(codec.encode(message))).toEqual(message)
  const own = { 39: code, 76: '0000000004', 88: '0000000000003999', 97: 'D0000000000002899' }
  const received = codec.decode(codec.encode({ type, fields: { ...message.fields, ...own } }))
  expect(reconciliationReply(dialect, received)).toEqual({
    ...{ verdict: 'outOfBalance', code },
    totals: { ...totals, debit: total(4, 3_999n), net: -2_899n },
  })
})

test('dates and times are as long as the fields of a dialect', () => {
  const { type, fields } = messageOf(named('iso1993-packed'), { isRepeat: true })
  expect(type).toBe('1521')
  expect(fields).toMatchObject({ 12: '261116003005', 15: '261115', 24: '500' })
})

test('a verdict may stand in the response code or in the settlement code, and anything else is none', () => {
  const reply = (fields: Record<number, string>) => {
    const reconciliation = { type: '0500', send: '', inBalance: ['00', '1'], outOfBalance: ['95', '2'] }
    return reconciliationReply({ ...ascii, reconciliation }, { type: '0510', fields })
  }
  expect(reply({ 39: '00' })).toEqual({ verdict: 'inBalance', code: '00', totals: {} })
  expect(reply({ 39: '00', 66: '2' })).toMatchObject({ verdict: 'outOfBalance', code: '2' })
  expect(reply({ 39: '95', 66: '9' })).toMatchObject({ verdict: 'outOfBalance', code: '95' })
  expect(reply({ 39: '30' })).toMatchObject({ verdict: 'other', code: '30' })
  expect(reply({})).toMatchObject({ verdict: 'other', code: '' })
})

test('a total that is the number of a card is none', () => {
  const reply = (fields: Record<number, string>) =>
    reconciliationReply(ascii, { type: '0510', fields: { 39: '95', ...fields } }).totals
  for (const number of ['5123450000000008', '0371881634498004'])
    expect(reply({ 86: number, 88: '0000000000003999', 97: `D${number}` })).toEqual({
      debit: { amount: 3_999n },
    })
  expect(reply({ 86: '0000450875001574' })).toEqual({ credit: { amount: 450_875_001_574n } })
})
