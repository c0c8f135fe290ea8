// A dialect as people read it: how its bytes are written, its messages, its fields, and what has no place.

import {
  type Coding,
  type Dialect,
  type FieldForm,
  type FrameForm,
  fieldNumbers,
  type Part,
  type SignOnFields,
  wiredAsks,
} from '../acquirers/iso8583/dialects/dialect.ts'
import { type Meaning, meanings } from '../acquirers/iso8583/dialects/meanings.ts'
import { countText, pairLines, printable, tableLines } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

/** For programs. */
export function dialectOverview(dialect: Dialect) {
  const placed = placesOf(dialect)
  return {
    name: dialect.name,
    about: dialect.about,
    generation: dialect.generation,
    supports: wiredAsks.filter(ask => dialect.asks[ask] !== undefined),
    lacks: wiredAsks.filter(ask => dialect.asks[ask] === undefined),
    places: Object.fromEntries(placed.map(({ place, meaning }) => [meaning, place])),
    withoutPlace: meaningsWithout(placed),
  }
}

export function dialectLines(dialect: Dialect, paint: TerminalPaint): readonly string[] {
  const placed = placesOf(dialect)
  const without = meaningsWithout(placed)
  return [
    `${paint.bold(dialect.name)}  ${printable(dialect.about)}`,
    '',
    ...pairLines(factsOf(dialect)),
    '',
    ...messageLines(dialect, paint),
    '',
    ...tableLines(
      ['FIELD', 'FORMAT', 'MEANING', 'SHOWN', 'NAME'],
      placed.map(({ place, form, meaning }) => [
        ...[place, form.format, meaning, shownText[form.show ?? 'length'], printable(form.name)],
      ]),
      paint,
    ),
    ...(without.length === 0
      ? []
      : ['', 'Without a place, so never sent and never read:', `  ${without.join(', ')}`]),
  ]
}

const shownText = { whole: 'yes', firstSixLastFour: '6 and 4', length: 'no' } as const

/** What the network, and whoever configures it, has to agree with. */
function factsOf(dialect: Dialect): readonly (readonly [string, string])[] {
  const { coding, reversals, answers, network, traceNumbers, reconciliation } = dialect
  return [
    ['standard', dialect.generation],
    ['frame', frameText(dialect.frame)],
    ['type, bitmap', `${coding.type}, ${coding.bitmap}`],
    ['digits', digitsText(coding)],
    ['lengths', lengthsText(coding)],
    ['binary', coding.binary],
    ['trace numbers', `unique within the ${traceNumbers.scope}`],
    ['answers', `matched on ${answers.matchOn}; repeat ${answers.repeats}`],
    [
      'reversals',
      `trace number: ${reversals.traceNumber}; acknowledgement: ${reversals.acknowledgement}; ` +
        `time of repeats: ${reversals.transmissionTimeOfRepeats}; ` +
        (reversals.repeatsMax === undefined
          ? 'any number of repeats'
          : `at most ${reversals.repeatsMax} repeats`),
    ],
    [
      'network',
      `${network.requestType}, code in ${network.codeField}: ` +
        `${network.signsOn ? `sign-on ${network.signOn}` : 'no sign-on'}, echo ${network.echo} after ` +
        `${network.echoAfterIdleMs / 1000} s idle, at most every ${network.echoAtMostEveryMs / 1000} s`,
    ],
    ['in these', sentText(network)],
    ...(network.signOnAlso === undefined
      ? []
      : [['in sign-ons also', sentText(network.signOnAlso)] as const]),
    ['totals', reconciliation === undefined ? 'none' : reconciliation.type],
    ['response codes', countText(Object.keys(dialect.responseCodes).length, 'code')],
  ]
}

function digitsText({ digits, oddFixed, oddVariable, oddFill = '0' }: Coding): string {
  if (digits === 'ascii') return digits
  return `packed; ${oddFill} fills odd counts, fixed ones on the ${oddFixed}, others on the ${oddVariable}`
}

function lengthsText({ lengths, lengthBytes }: Coding): string {
  if (lengths === 'ascii') return lengths
  const bytes = lengthBytes === undefined ? 'one byte for LL, two for LLL' : countText(lengthBytes, 'byte')
  return `${lengths}, ${bytes}`
}

const frameText = ({ length, lengthCountsItself, tpdu, zeroLength, longestBytes }: FrameForm): string =>
  [
    `length in ${length}, ${lengthCountsItself ? 'with' : 'without'} itself`,
    tpdu === undefined ? 'no TPDU' : `TPDU 60 ${tpdu.destination} ${tpdu.source}`,
    zeroLength === 'keepAlive' ? 'zero keeps alive' : 'zero is an error',
    `at most ${longestBytes} bytes`,
  ].join('; ')

function messageLines(dialect: Dialect, paint: TerminalPaint): readonly string[] {
  const lacks = wiredAsks.filter(ask => dialect.asks[ask] === undefined)
  const rows = wiredAsks.flatMap(name => {
    const ask = dialect.asks[name]
    if (ask === undefined) return []
    return [[name, ask.type, ask.repeatType ?? '', ask.processing, sentText(ask)]]
  })
  return [
    ...tableLines(['ASK', 'TYPE', 'REPEAT', 'CODE', 'ALWAYS SENT'], rows, paint),
    ...(lacks.length === 0 ? [] : [`Not supported: ${lacks.join(', ')}.`]),
  ]
}

/** Constants with their values, then what has another one each time. */
function sentText({ send, constants = {} }: SignOnFields): string {
  const constant = Object.entries(constants).map(([number, value]) => `${number}=${value}`)
  const others = fieldNumbers(send).filter(number => constants[number] === undefined)
  return [...constant, ...others].join(' ')
}

type Place = { readonly place: string; readonly form: FieldForm | Part; readonly meaning: Meaning }

/** Where each meaning stands, in the order of fields. */
function placesOf({ fields }: Dialect): readonly Place[] {
  return Object.entries(fields).flatMap(([number, field]) => {
    const { parts } = field
    // As objects have them, 900 would stand before 010.
    const inside = Object.entries<Part>({ ...parts?.parts })
      .sort(([one], [other]) => Number(one) - Number(other))
      .map(([key, part]) => ({
        place: `${number}.${parts?.layout === 'fixed' ? Number(key) + 1 : key}`,
        form: part,
      }))
    return [{ place: number, form: field }, ...inside].flatMap(({ place, form }) =>
      form.meaning === undefined ? [] : [{ place, form, meaning: form.meaning }],
    )
  })
}

const meaningsWithout = (placed: readonly Place[]): readonly string[] =>
  Object.keys(meanings).filter(name => !placed.some(({ meaning }) => meaning === name))
