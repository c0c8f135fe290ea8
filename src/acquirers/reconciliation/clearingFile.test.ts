import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readClearingFile } from './clearingFile.ts'
import { type ClearingLayout, checkLayout } from './clearingLayout.ts'
import { longestLine } from './csvLines.ts'
import type { ClearingMovement } from './movements.ts'

const declared = {
  separator: ';',
  columns: {
    ...{ reference: 'RRN', traceNumber: 'STAN', terminal: 'TID', acceptor: 'MID' },
    ...{ amount: 'AMOUNT', currency: 'CUR', type: 'TYPE', date: 'DAY' },
  },
  types: { debit: ['SALE', 'CAPTURE'], debitReversed: ['SALE-REV'], credit: ['REFUND'], ignored: ['FEE'] },
}
const header = 'TYPE;DAY;RRN;STAN;TID;MID;AMOUNT;CUR'
const sale = 'SALE;2026-11-15;631912000001;000042;TERM0001;SHOP;1999;EUR'

function layoutOf(changes: Readonly<Record<string, unknown>> = {}): ClearingLayout {
  const checked = checkLayout({ ...declared, ...changes })
  if ('findings' in checked) throw new Error(checked.findings.join('\n'))
  return checked.layout
}

async function read(text: string, layout = layoutOf(), pieces = 7): Promise<readonly ClearingMovement[]> {
  const bytes = Buffer.from(text, layout.encoding === 'latin1' ? 'latin1' : 'utf8')
  const found: ClearingMovement[] = []
  for await (const movement of readClearingFile(inPieces(bytes, pieces), layout)) found.push(movement)
  return found
}

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

const movement: ClearingMovement = {
  line: 2,
  identity: { reference: '631912000001', traceNumber: '000042', terminal: 'TERM0001', acceptor: 'SHOP' },
  kind: 'debit',
  amount: 1_999n,
  currency: 'EUR',
  date: '2026-11-15',
}

test('a file says what moved, line by line, however it is cut into pieces', async () => {
  const refund = 'REFUND;2026-11-16;631912000002;7;"TERM;002";SHOP;5;JPY'
  const text = `${header}\r\n${sale}\r\n${sale.replace('SALE', 'FEE')}\n${refund}`
  const expected = [
    movement,
    {
      ...{ line: 4, kind: 'credit', amount: 5n, currency: 'JPY', date: '2026-11-16' },
      identity: {
        ...movement.identity,
        reference: '631912000002',
        traceNumber: '000007',
        terminal: 'TERM;002',
      },
    },
  ]
  for (const pieces of [1, 2, 3, 50, 10_000]) expect(await read(text, layoutOf(), pieces)).toEqual(expected)
  expect(await read(`\ufeff${text}\n`)).toEqual(expected)
})

test('headings and trailers are passed over, and without a header columns have numbers', async () => {
  const layout = layoutOf({
    ...{ header: false, skipped: ['H;', 'T;'], currency: 'EUR', amounts: 'decimal', decimalMark: ',' },
    columns: { reference: 2, amount: 3, type: 1 },
  })
  const text = 'H;acquirer;2026-11-15\nSALE;631912000001;19,99\nSALE-REV;631912000001;0,5\nT;2\n'
  expect(await read(text, layout)).toEqual([
    { line: 2, identity: { reference: '631912000001' }, kind: 'debit', amount: 1_999n, currency: 'EUR' },
    { line: 3, identity: { reference: '631912000001' }, kind: 'debitReversed', amount: 50n, currency: 'EUR' },
  ])
})

test('currencies may be numbers, and dates are written in many ways', async () => {
  const line = (day: string) => `${header}\nSALE;${day};R;1;T;M;5;978`
  const days = [
    ...[
      ['YYYYMMDD', '20261115'],
      ['YYMMDD', '261115'],
    ],
    ...[
      ['DD.MM.YYYY', '15.11.2026'],
      ['DD/MM/YYYY', '15/11/2026'],
    ],
  ]
  for (const [dates, day = ''] of days) {
    const [found] = await read(line(day), layoutOf({ currencies: 'digits', dates }))
    expect(found).toMatchObject({ currency: 'EUR', date: '2026-11-15' })
  }
})

const canary = '4012888888881881'
const mistakes: [what: string, text: string, error: string][] = [
  ['no header', '', 'line 1: the names of the columns are missing'],
  ['a column too few', header.replace(';CUR', ''), 'line 1, column CUR: the header has no such column'],
  ['a column twice', `${header};CUR`, 'line 1, column CUR: the header has this column twice'],
  ['a value too few', `${header}\n${sale.replace(';EUR', '')}`, 'line 2: it has 7 values and not 8'],
  ['a value too many', `${header}\n${sale};${canary}`, 'line 2: it has 9 values and not 8'],
  [
    'an unknown type',
    change('SALE', canary),
    "line 2, column TYPE: its value is not among the layout's types",
  ],
  ['no such day', change('2026-11-15', '2026-11-31'), 'line 2, column DAY: it is no date as YYYY-MM-DD'],
  ['a card number', change('631912000001', canary), 'line 2, column RRN: it must be 1 to 12 characters'],
  ['no reference', change('631912000001', ' '), 'line 2, column RRN: it must be 1 to 12 characters'],
  ['letters in digits', change('000042', '00004x'), 'line 2, column STAN: it must be 1 to 6 digits'],
  [
    'a sign',
    change('1999', '-1999'),
    'line 2, column AMOUNT: it must be an amount in minor units: digits only',
  ],
  [
    'a decimal',
    change('1999', '19.99'),
    'line 2, column AMOUNT: it must be an amount in minor units: digits only',
  ],
  ['no currency', change('EUR', 'XXX'), 'line 2, column CUR: it is no currency in letters'],
  ['an open quote', change('SHOP', `"${canary}`), 'line 2, column 6: a quote is not closed'],
  ['a quote within', change('SHOP', `S"${canary}"`), 'line 2, column 6: a quote stands within a value'],
  [
    'more than a quote',
    change('SHOP', '"S"HOP'),
    'line 2, column 6: something stands behind a closing quote',
  ],
  ['an empty line', `${header}\n\n${sale}`, 'line 2: it is empty'],
  ['a control character', change('SHOP', 'S\0P'), 'line 2: it has a control character'],
  [
    'an endless line',
    `${header}\n${canary.repeat(longestLine)}`,
    `line 2: it is longer than ${longestLine} characters`,
  ],
]

function change(from: string, to: string): string {
  return `${header}\n${sale.replace(from, to)}`
}

test.each(mistakes)('%s is refused with its place, and without its value', async (_what, text, error) => {
  const refusal = await read(text).catch((thrown: unknown) => thrown)
  expect(refusal).toMatchObject({ name: 'ClearingFileError', message: error })
  expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toContain(canary)
})

test('bytes that are not of the encoding are refused', async () => {
  const bytes = Buffer.from(`${header}\n${sale.replace('SHOP', 'SH\xd6P')}`, 'latin1')
  const reading = async (encoding: string) => {
    for await (const each of readClearingFile(inPieces(bytes, 9), layoutOf({ encoding })))
      expect(each).toBe(1)
  }
  await expect(reading('utf-8')).rejects.toThrow('line 2: it is not utf-8')
  await expect(reading('latin1')).rejects.toThrow('line 2, column MID: it must be 1 to 15 characters')
})

test('amounts with decimals fit their currency, or are refused', async () => {
  const layout = layoutOf({ amounts: 'decimal' })
  const amountOf = async (text: string, currency: string) => {
    const [found] = await read(change('1999;EUR', `${text};${currency}`), layout)
    return found?.amount
  }
  expect(await amountOf('19.99', 'EUR')).toBe(1_999n)
  expect(await amountOf('19.9', 'EUR')).toBe(1_990n)
  expect(await amountOf('19', 'JPY')).toBe(19n)
  expect(await amountOf('1.234', 'KWD')).toBe(1_234n)
  for (const [text, currency] of [
    ...[
      ['19.999', 'EUR'],
      ['1.5', 'JPY'],
      ['1,5', 'EUR'],
    ],
    ...[
      ['.5', 'EUR'],
      ['1e3', 'EUR'],
      ['', 'EUR'],
    ],
  ])
    await expect(amountOf(text ?? '', currency ?? '')).rejects.toThrow('line 2, column AMOUNT')
})

test('whatever the bytes are, nothing but a refusal is thrown', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'SALE;",\r\n0123456789-EUR\x00é'), maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 40 }), async (tail, pieces) => {
      await read(`${header}\n${tail}`, layoutOf(), pieces).catch((thrown: unknown) => {
        expect(thrown).toMatchObject({ name: 'ClearingFileError' })
      })
    }),
  )
})

test('a layout is refused with everything that is wrong with it', () => {
  expect(checkLayout([])).toEqual({
    findings: [
      'the layout: it must be an object',
      'columns: it must be an object',
      'types: it must be an object',
      'columns.amount: it is required',
      'columns.type: it is required',
      'columns: reference or traceNumber is required, to find a transaction by',
      'currency: either it or columns.currency is required, not both',
      'types: at least one of debit, debitReversed, credit, creditReversed is required',
    ],
  })
  const wrong = {
    ...{ separator: '', colums: {}, amounts: 'cents', header: 'no', skipped: [''], reversed: 'leftOut' },
    ...{ currency: 'XXX', types: { debit: ['A'], credit: ['A'], refund: ['B'] } },
    columns: { traceNumber: 'A', amount: 'A', type: 1, pan: 'P' },
  }
  expect(checkLayout(wrong)).toEqual({
    findings: [
      'colums: there is no such member',
      'separator: it must be one character, and no quote',
      'header: it must be true or false',
      'skipped: it must be a list of texts, none of them empty',
      'columns.pan: there is no such column',
      'columns.type: it must be a name of the header',
      'currency: it must be three letters of a currency',
      'amounts: it must be minor or decimal',
      'types.refund: there is no such type',
      'columns.type: it is required',
      'reversed: leftOut needs columns.reference, which a movement and its reversal share',
      'currency: either it or columns.currency is required, not both',
      'columns: two of them are the same column',
      'types: a value stands there twice',
    ],
  })
})
