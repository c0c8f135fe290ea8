import { describe, expect, test } from 'vitest'
import { canaryNumbers } from '../../../../test/faults/canaries.ts'
import { createScan } from '../../../../test/faults/scanner.ts'
import { hostileFields } from '../../../../test/support/acquirers/hostileFields.ts'
import {
  approving,
  ask,
  followUpAsk,
  isoBench,
  originalOf,
  paymentAsk,
} from '../../../../test/support/acquirers/isoBench.ts'
import { inEachTier } from '../../../../test/tier.ts'
import { fitted, parseFormat } from '../dialects/formats.ts'
import { iso1987Ascii } from '../dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from '../dialects/shipped/iso1987Packed.ts'
import { iso1993Packed } from '../dialects/shipped/iso1993Packed.ts'
import { hasPiece, telltalePieces, withLongRunsMasked } from './cardInMessage.ts'
import { createRedaction } from './redaction.ts'

const dialects = [iso1987Ascii, iso1987Packed, iso1993Packed]
/** Thousands of answers each. */
const swept = dialects.slice(0, inEachTier({ short: 1, long: dialects.length }))
const [number = '', other = ''] = canaryNumbers(2)
const pinBlock = { payload: 'C0FFEECAFEF00D5E', keySerialNumber: 'FFFF9876543210E00001' }
const token = Buffer.from('QZ proof of a payer').toString('base64')
const cryptogram = { format: '3DSECURE', value: Buffer.from('QZ cryptogram').toString('base64') } as const
const marks = [
  ...[pinBlock.payload, pinBlock.keySerialNumber].map(hexadecimal => Buffer.from(hexadecimal, 'hex')),
  ...[Buffer.from('QZ proof of a payer'), Buffer.from('QZ cryptogram')],
]
const scan = createScan({ numbers: [number, other], marks })

const payment = paymentAsk({
  card: { number, expiry: { month: 1, year: 39 }, securityCode: '735' },
  presented: { track2: `;${number}=39011010000000000?`, pinBlock, cryptogram },
  authentication: { eci: '05', token },
})

const isAlone = new RegExp(`(?<!\\d)${other}(?!\\d)`)

const text = (value: unknown): Buffer =>
  Buffer.from(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)))

describe.each(swept)('in $name', dialect => {
  test.each([
    ['the card number that was asked about', number],
    ['the number of another card', other],
    ['the PIN block', pinBlock.payload],
    ['the key serial number', pinBlock.keySerialNumber],
    ['a proof of authentication', token],
    ['a cryptogram', cryptogram.value],
  ])('a host that writes %s anywhere is not repeated', async (_, secret) => {
    const bench = isoBench(dialect)
    const answers: unknown[] = []
    for (const fields of hostileFields(dialect, secret)) {
      // A part of another card's number, or one in the middle of more digits, is not to be recognised.
      if (secret === other && Object.values(fields).some(value => !isAlone.test(value))) continue
      bench.script(() => ({ ...approving(dialect), ...fields }))
      const result = await ask(bench, payment).catch(() => undefined)
      if (result !== undefined) answers.push(result.answer)
    }
    expect(answers.length).toBeGreaterThan(40)
    expect(scan(text([...answers, bench.logged]))).toEqual([])
  })

  test('nor where the answer comes too late, and the card is not at hand', async () => {
    const bench = isoBench(dialect)
    for (const fields of hostileFields(dialect, number)) {
      bench.script(() => ({ state: 'silent' }))
      await ask(bench, payment)
      try {
        bench.options.at(-1)?.onLate?.(bench.answerTo(bench.lastSent(), { ...approving(dialect), ...fields }))
      } catch {
        // The host cannot write this.
      }
    }
    expect(bench.late.length).toBeGreaterThan(40)
    expect(scan(text(bench.late))).toEqual([])
  })

  test('nor where nobody asked', () => {
    const redact = createRedaction(dialect)
    const shown = hostileFields(dialect, number).map(fields =>
      redact({ type: '0110', fields }, { asked: undefined }),
    )
    expect(scan(text(shown))).toEqual([])
  })
})

test.each(dialects)('chip data that a host only repeats is searched all the same ($name)', async dialect => {
  const bench = isoBench(dialect)
  const presented = { emv: `9F7C08${number}9F3602AABB` }
  bench.script(({ fields }) => ({ ...approving(dialect), 55: fields[55] ?? '' }))
  const { answer, message } = await ask(bench, paymentAsk({ ...payment, presented }))
  expect(message?.fields[55]).toContain(number)
  expect(answer).toMatchObject({ outcome: 'approved' })
  expect(answer).not.toHaveProperty('emvResponse')
})

test.each(dialects)('what the host wants back is remembered, but no card data ($name)', async dialect => {
  const place = dialect.generation === '1993' ? 62 : 127
  const bench = isoBench(dialect)
  bench.script(() => ({ ...approving(dialect), [place]: 'item 4711' }))
  const { answer } = await ask(bench, payment)
  expect(answer).toMatchObject({ hostMemory: expect.stringContaining('item 4711') })
  for (const memory of [number, `item 4711 ${number}`, `item ${other.replace(/(.{4})/g, '$1 ')}`]) {
    bench.script(() => ({ ...approving(dialect), [place]: memory }))
    const hostile = await ask(bench, payment)
    expect(hostile.answer).toMatchObject({ outcome: 'approved' })
    expect(hostile.answer).not.toHaveProperty('hostMemory')
    expect(bench.logged.at(-1)).toContain(`field ${place} of an answer holds card data`)
    await ask(bench, followUpAsk(originalOf(hostile)))
    expect(bench.lastSent().fields[place]).toBeUndefined()
  }
})

test.each(dialects)('a security code that a host says is neither kept nor shown ($name)', async dialect => {
  const bench = isoBench(dialect)
  const said = (text: string) =>
    dialect.generation === '1993' ? { 44: text } : { 63: `05${String(text.length).padStart(3, '0')}${text}` }
  for (const text of ['735', 'CODE 735 WRONG', 'NOT (735)']) {
    bench.script(() => ({ ...approving(dialect), ...said(text) }))
    const { answer } = await ask(bench, payment)
    expect('acquirerMessage' in answer && answer.acquirerMessage).not.toContain('735')
    const secrets = { number, pieces: telltalePieces(number), others: [], securityCode: '735' }
    const shown = createRedaction(dialect)({ type: '0110', fields: said(text) }, { asked: secrets })
    expect(JSON.stringify(shown)).not.toContain('735')
  }
  // In the middle of a word it is another number.
  bench.script(() => ({ ...approving(dialect), ...said('TILL 17350') }))
  expect((await ask(bench, payment)).answer).toMatchObject({ acquirerMessage: 'TILL 17350' })
})

test.each(dialects)('a number that a host divides among fields is not shown in halves ($name)', dialect => {
  const redact = createRedaction(dialect)
  const asked = { number, pieces: telltalePieces(number), others: [] }
  for (const part of [number.slice(0, 8), number.slice(8), number.slice(5, 12)])
    for (const [field, { format }] of Object.entries(dialect.fields)) {
      const value = fitted(parseFormat(format), part)
      if (field === '2' || value === undefined || !value.includes(part)) continue
      const shown = redact({ type: '0110', fields: { [field]: value } }, { asked })
      expect(Object.values(shown).join(), field).not.toContain(part)
    }
})

test('nor kept where it is text', async () => {
  const bench = isoBench(iso1987Ascii)
  bench.script(() => ({ ...approving(iso1987Ascii), 61: number.slice(0, 8), 63: `05008${number.slice(8)}` }))
  const { answer } = await ask(bench, payment)
  expect(answer).toMatchObject({ outcome: 'approved', acquirerMessage: 'APPROVED' })
  for (const half of [number.slice(0, 8), number.slice(8)]) expect(text(answer).includes(half)).toBe(false)
})

test('what a terminal may have sent is not shown of a message that nobody can place', () => {
  const shownOf = (text: string) =>
    createRedaction(iso1987Ascii)({ type: '0110', fields: { 61: text } }, { asked: undefined })[61]
  expect(shownOf('TILL 7 IS OPEN')).toBe('TILL 7 IS OPEN')
  expect(shownOf(`PIN ${pinBlock.payload.toLowerCase()}`)).toBe('(20 characters)')
  expect(shownOf(`${number.slice(0, 8)}X${number.slice(8)}`)).toBe('(17 characters)')
})

test('the digits of a number are told from amounts and references', () => {
  expect(hasPiece(`ref ${number.slice(3, 12)}`, telltalePieces(number))).toBe(true)
  expect(hasPiece(number.slice(0, 8), telltalePieces(number))).toBe(false)
  expect(hasPiece('000000000500', telltalePieces('5123450000000008'))).toBe(false)
  expect(withLongRunsMasked('632011000123', true)).toBe('632011xx0123')
  expect(withLongRunsMasked('000000001234', true)).toBe('000000001234')
  // The last twelve digits of a number may begin with a zero.
  expect(withLongRunsMasked('082628515014', true)).toBe('082628xx5014')
})
