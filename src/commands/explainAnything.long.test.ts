import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canaryNumbers } from '../../test/faults/canaries.ts'
import { createScan } from '../../test/faults/scanner.ts'
import { anyMessageOf } from '../../test/support/acquirers/anyMessage.ts'
import { telltalePieces } from '../acquirers/iso8583/codec/cardInMessage.ts'
import { createRedaction } from '../acquirers/iso8583/codec/redaction.ts'
import type { Dialect } from '../acquirers/iso8583/dialects/dialect.ts'
import { fitted, parseFormat } from '../acquirers/iso8583/dialects/formats.ts'
import type { IsoMessage } from '../acquirers/iso8583/dialects/message.ts'
import { shippedDialects } from '../acquirers/iso8583/dialects/shippedDialects.ts'
import type { ExplainedStep, ExplainedStepName, Explanation } from '../contract/explanation.ts'
import { explanationLines } from './explain.ts'
import { plainPaint } from './terminal.ts'

const numRuns = 1_000
const time = '2026-11-15T10:00:00.000Z'

const storyOf = (steps: readonly ExplainedStep[]): Explanation => ({
  ...{ request: {}, merchant: 'SHOP', order: { id: 'order-1' }, transaction: { id: '1' }, steps },
  ...{ operation: 'PAY', version: '100', result: 'FAILURE', gatewayCode: 'TIMED_OUT', rules: [] },
  ...{ decidedBy: 'NOBODY_YET', values: { defaults: {}, derived: {} }, totals: { before: {} } },
})

const stepNames: readonly ExplainedStepName[] = [
  ...(['ACQUIRER_ASKED', 'ADVICE_ATTEMPTED', 'ANSWERED', 'INQUIRY_ATTEMPTED', 'ISSUER_ASKED'] as const),
  ...(['BROWSER_RETURNED', 'MESSAGE_RECEIVED', 'MESSAGE_SENT', 'SETTLED_BY_RESULT'] as const),
  ...(['LATE_ANSWER', 'LINK_CHOSEN', 'NOTIFICATION_ATTEMPTED', 'NOTIFICATION_DUE'] as const),
  ...(['RECEIPT', 'SETTLED_BY_OPERATOR'] as const),
  ...(['PAYER_WENT_ON', 'RECEIVED', 'REST_AWAITED', 'REVERSAL_ATTEMPTED', 'SETTLED_BY_RECOVERY'] as const),
]
const factNames = [
  ...['verb', 'answer', 'attempt', 'tookMs', 'reason', 'others', 'link', 'because', 'status', 'anything'],
  ...['acquirerMessage', 'messages', 'messageType', 'text', 'transStatus', 'hasOtherIds', 'contradictions'],
]

test('whatever was recorded, it is told in lines that a terminal can show', () => {
  const anyFacts = fc.dictionary(fc.constantFrom(...factNames), fc.jsonValue())
  const anyMessages = fc.array(fc.dictionary(fc.constantFrom('fields', 'type', 'link'), fc.jsonValue()))
  fc.assert(
    fc.property(fc.constantFrom(...stepNames), anyFacts, anyMessages, (step, facts, messages) => {
      for (const each of [facts, { ...facts, messages }])
        for (const line of explanationLines(storyOf([{ ...each, step, time }]), plainPaint))
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }),
    { numRuns, examples: [['ACQUIRER_ASKED', { verb: [{ toString: 0 }] }, [{ type: { toString: 0 } }]]] },
  )
})

const [number = ''] = canaryNumbers(1)
const scan = createScan({ numbers: [number], marks: [] })
const spellings = [
  number,
  number.replace(/(.{4})/g, '$1 '),
  `${number.slice(0, 8)}X${number.slice(8)}`,
  [...number].map(digit => `F${digit}`).join(''),
  `${number}=3901101`,
]

/** The number somewhere within the value of a field, as far as it fits. */
function withNumber(dialect: Dialect, message: IsoMessage, place: Place): IsoMessage {
  const fields = Object.keys(dialect.fields).filter(field => field !== '2')
  const field = Number(fields[place.field % fields.length])
  const format = parseFormat(dialect.fields[field]?.format ?? 'n 1')
  const before = (message.fields[field] ?? '').slice(0, place.at % format.longest)
  const value = fitted(format, `${before}${place.spelling}`.slice(0, format.longest))
  return value === undefined ? message : { ...message, fields: { ...message.fields, [field]: value } }
}
type Place = { readonly field: number; readonly at: number; readonly spelling: string }

test.each(shippedDialects)('nothing that a host writes brings a card number into it ($name)', dialect => {
  const redact = createRedaction(dialect)
  const anyPlace = fc.record({ field: fc.nat(), at: fc.nat(), spelling: fc.constantFrom(...spellings) })
  fc.assert(
    fc.property(anyMessageOf(dialect), anyPlace, fc.boolean(), (message, place, isKnown) => {
      const asked = isKnown ? { number, pieces: telltalePieces(number), others: [] } : undefined
      const received = withNumber(dialect, message, place)
      const fields = redact(received, { asked })
      const messages = [{ link: 'one', direction: 'received', type: received.type, fields }]
      const lines = explanationLines(storyOf([{ step: 'ACQUIRER_ASKED', time, messages }]), plainPaint)
      expect(scan(Buffer.from(`${lines.join('\n')}${JSON.stringify(messages)}`))).toEqual([])
    }),
    { numRuns },
  )
})
