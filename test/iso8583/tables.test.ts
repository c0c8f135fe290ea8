import { describe, expect, test } from 'vitest'
import type { Dialect, PartLayout } from '../../src/acquirers/iso8583/dialects/dialect.ts'
import { allowedClasses, parseFormat } from '../../src/acquirers/iso8583/dialects/formats.ts'
import { dialectNamed, shippedDialects } from '../../src/acquirers/iso8583/dialects/shippedDialects.ts'

// The tables again, written down a second time from what the standard and its users say: a slip of the pen in
// one of the two shows.

const formats1987 = `
  2 LL n..19; 3 n 6; 4-6 n 12; 7 n 10; 8-10 n 8; 11-12 n 6; 13-18 n 4; 19-24 n 3; 25-26 n 2
  27 n 1; 28-31 x+n 8; 32-33 LL n..11; 34 LL ns..28; 35 LL z..37; 36 LLL n..104; 37 an 12
  38 an 6; 39 an 2; 40 an 3; 41 ans 8; 42 ans 15; 43 ans 40; 44 LL ans..25; 45 LL ans..76
  46-48 LLL ans..999; 49-51 n 3; 52 b 64; 53 n 16; 54 LLL an..120; 55 LLL b..255
  56-63 LLL ans..999; 64 b 64; 66 n 1; 67 n 2; 68-70 n 3; 71-72 n 4; 73 n 6; 74-81 n 10
  82-85 n 12; 86-89 n 16; 90 n 42; 91 an 1; 92 an 2; 93 an 5; 94 an 7; 95 an 42; 96 b 64
  97 x+n 16; 98 ans 25; 99-100 LL n..11; 101 LL ans..17; 102-103 LL ans..28; 104 LLL ans..100
  105-127 LLL ans..999; 128 b 64
`

const changedIn1993 = `
  12 n 12; 15 n 6; 22 an 12; 24 n 3; 25 n 4; 26 n 4; 28 n 6; 29 n 3; 30 n 24; 31 LL ans..99; 36 LLL z..104
  39 n 3; 40 n 3; 43-44 LL ans..99; 46 LLL ans..204; 53 LL b..48; 54 LLL ans..120; 56 LL n..35; 57 n 3
  58 LL n..11; 66 LLL ans..204; 71 n 8; 72 LLL ans..999; 82-85 n 10; 90 n 10; 91-92 n 3; 93-94 LL n..11
  95 LL ans..99; 96 LLL b..999; 99 LL an..11; 105-106 n 16; 107-108 n 10; 109-110 LL ans..84
`

function formatsIn(text: string): Readonly<Record<string, string>> {
  const rows = [...text.matchAll(/(\d+)(?:-(\d+))? ((?:LLL? )?[a-z+]+(?: |\.\.)\d+)/g)]
  return Object.fromEntries(
    rows.flatMap(([, first = '', last = first, format = '']) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => [Number(first) + index, format]),
    ),
  )
}

function dialectOf(name: string): Dialect {
  const dialect = dialectNamed(name)
  if (!dialect) throw new Error(`There is no dialect ${name}`)
  return dialect
}

const formatsOf = (name: string) =>
  Object.fromEntries(Object.entries(dialectOf(name).fields).map(([number, { format }]) => [number, format]))

describe('fields', () => {
  test.each(['iso1987-ascii', 'iso1987-packed'])('%s has every field of 1987 in its format', name => {
    expect(formatsOf(name)).toEqual(formatsIn(formats1987))
  })

  test('iso1993-packed has what 1993 changed', () => {
    expect(formatsOf('iso1993-packed')).toEqual({ ...formatsIn(formats1987), ...formatsIn(changedIn1993) })
  })

  test('a field allows whatever its parts do', () => {
    const wider = shippedDialects.flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([number, { format, parts }]) =>
        partFormats(parts)
          .filter(part => !isWithin(part, format))
          .map(part => `${name} ${number}: ${part} in ${format}`),
      ),
    )
    expect(wider).toEqual([])
  })
})

const partFormats = (layout: PartLayout | undefined): readonly string[] =>
  layout === undefined ? [] : Object.values(layout.parts).map(({ format }: { format: string }) => format)

function isWithin(part: string, field: string): boolean {
  const [inner, outer] = [parseFormat(part).characters, parseFormat(field).characters]
  return outer === 'b' || (allowedClasses[inner] & ~allowedClasses[outer]) === 0
}

describe('what codes mean', () => {
  // Codes, then what they are answered with; a declined payment unless another outcome stands before it.
  const codes1987 = `
    00 08 11 16 85 approved APPROVED; 10 approved PARTIALLY_APPROVED; 09 pending PENDING
    32 68 94 unknown UNKNOWN; 01 02 REFERRED; 03 06 UNSPECIFIED_FAILURE; 17 CANCELLED
    05 12 13 14 15 18 21 25 26 39 42 44 52 53 56 57 59 60 61 63 64 65 66 76 88 1A DECLINED
    04 07 34 35 37 41 43 46 67 93 R0 R1 R3 DECLINED_DO_NOT_CONTACT; 19 20 22 28 90 91 92 ACQUIRER_SYSTEM_ERROR
    30 95 96 SYSTEM_ERROR; 31 40 58 NOT_SUPPORTED; 33 54 EXPIRED_CARD; 36 62 78 BLOCKED
    38 55 75 81 83 86 DECLINED_INVALID_PIN; 51 INSUFFICIENT_FUNDS; 70 DECLINED_PIN_REQUIRED
    82 N7 DECLINED_CSC
  `

  function meaningsIn(text: string): Readonly<Record<string, string>> {
    const meanings: Record<string, string> = {}
    for (const group of text.trim().split(/[;\n]\s*/)) {
      const [, codes = '', outcome = 'declined', gatewayCode = ''] =
        /^((?:[\dA-Z]{2} )+)(?:(approved|pending|unknown) )?([A-Z_]+)$/.exec(group) ?? []
      for (const code of codes.trim().split(' ')) meanings[code] = `${outcome} ${gatewayCode}`
    }
    return meanings
  }

  test.each(['iso1987-ascii', 'iso1987-packed'])('%s knows the response codes', name => {
    const { responseCodes } = dialectOf(name)
    const meanings = Object.entries(responseCodes).map(([code, meaning]) => [
      code,
      `${meaning.outcome} ${meaning.gatewayCode}`,
    ])
    expect(Object.fromEntries(meanings)).toEqual(meaningsIn(codes1987))
    const codesWith = (holds: (meaning: Dialect['responseCodes'][string]) => boolean) =>
      Object.entries(responseCodes).flatMap(([code, meaning]) => (holds(meaning) ? [code] : []))
    expect(codesWith(({ ofReversal }) => ofReversal === 'noOriginal').sort()).toEqual(['21', '25', '76'])
    expect(codesWith(({ ofRepeat }) => ofRepeat === 'approved')).toEqual(['94'])
    expect(codesWith(({ alarms }) => alarms === true).sort()).toEqual(['03', '30', '64'])
  })

  test('an action code of 1993 says by its first digit what it is', () => {
    for (const [code, { outcome }] of Object.entries(dialectOf('iso1993-packed').responseCodes)) {
      expect(code).toMatch(/^\d{3}$/)
      if (code.startsWith('0')) expect(outcome, code).toBe('approved')
      if (/^[12]/.test(code)) expect(outcome, code).toBe('declined')
    }
  })

  test('network management has the codes of its generation', () => {
    const { network: in1987 } = dialectOf('iso1987-ascii')
    expect(in1987).toMatchObject({
      ...{
        requestType: '0800',
        answerType: '0810',
        codeField: 70,
        signOn: '001',
        signOff: '002',
        echo: '301',
      },
      cutOver: ['201'],
      keyChange: ['101', '161', '162', '163', '164'],
    })
    const { network: in1993 } = dialectOf('iso1993-packed')
    expect(in1993).toMatchObject({
      codeField: 24,
      signOn: '801',
      signOff: '802',
      echo: '831',
      cutOver: ['821'],
    })
    expect(in1993.signsOn).toBe(false)
    expect(in1993.echoAtMostEveryMs).toBeGreaterThanOrEqual(300_000)
  })
})
