// Checks of how bodies are read: JSON, content types, sizes, leniency. None of them names anybody who pays.

import {
  type CheckPlace,
  type ConformanceCheck,
  type HostRequest,
  put,
  retrieveOrder,
  step,
} from '../check.ts'
import { has, lacks, refused, status } from '../expectations.ts'

/** Bytes on a transaction path, as they are. */
const raw = (place: CheckPlace, body: string | Buffer, more: Partial<HostRequest> = {}): HostRequest => ({
  ...put(place, '1', {}),
  body,
  ...more,
})
const operation = '{"apiOperation":"AUTHORIZE"}'
/** Understood as JSON, and therefore found to lack something. */
const understood = refused('apiOperation', 'MISSING')

const json: readonly ConformanceCheck[] = [
  {
    ...{ id: 'json.malformed', section: '10.3', profile: 'read-only' },
    rule: 'What is no JSON object is INVALID_REQUEST; no field is named where there is none.',
    why: 'Whoever repairs bodies silently executes what nobody has asked for.',
    steps: place => [
      ...['', '{', '[]', '"text"', '{"apiOperation":}', `${operation}x`].map(body =>
        step(
          body === '' ? 'an empty body' : `the body ${body}`,
          raw(place, body),
          ...[status(400), has({ result: 'ERROR', 'error.cause': 'INVALID_REQUEST' })],
        ),
      ),
      step('a half', raw(place, operation.slice(0, 9)), refused(), lacks('error.field')),
    ],
  },
  {
    ...{ id: 'json.duplicate-key', section: '10.3', profile: 'read-only' },
    rule: 'A name twice in one object is refused.',
    why: 'Two readers of one body, a fraud filter and a gateway, may each take another of the two.',
    steps: place => [
      step(
        'two operations',
        raw(place, '{"apiOperation":"AUTHORIZE","apiOperation":"VERIFY"}'),
        ...[refused(), has({ 'error.explanation': /twice|duplicate/i })],
      ),
    ],
  },
  {
    ...{ id: 'json.encoding', section: '10.3', profile: 'read-only' },
    rule: 'A byte order mark, bytes that are no UTF-8, a lone surrogate and NUL are refused.',
    why: 'What cannot be written down as it was sent cannot be compared with what is sent again.',
    steps: place => [
      step('a byte order mark', raw(place, `\uFEFF${operation}`), refused()),
      step('bytes that are no UTF-8', raw(place, Buffer.from('{"correlationId":"\xff"}', 'latin1')), [
        ...refused(),
      ]),
      step('a lone surrogate', raw(place, '{"correlationId":"\\ud800"}'), refused()),
      step('NUL', raw(place, '{"correlationId":"a\\u0000b"}'), refused()),
    ],
  },
  {
    ...{ id: 'bodies.depth', section: '8.1', profile: 'read-only' },
    rule: 'A body is at most 32 deep and has at most 1,000 different names.',
    why: 'Deep and wide bodies cost the reader more than their sender.',
    steps: place => [
      step('33 deep', raw(place, `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`), refused()),
      step(
        '1,001 names',
        raw(
          place,
          JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`n${at}`, 1]))),
        ),
        refused(),
      ),
    ],
  },
  {
    ...{ id: 'bodies.size', section: '7.4', profile: 'read-only' },
    rule: 'A body over 256 KiB is 413.',
    why: 'A limit that only exists in front of the gateway is not there when that is changed.',
    steps: place => [
      step(
        'a body of 256 KiB and one byte',
        raw(place, `${operation}${' '.repeat(256 * 1_024 + 1 - operation.length)}`),
        ...[status(413), has({ result: 'ERROR', 'error.cause': 'INVALID_REQUEST' })],
      ),
    ],
  },
]

const lenient: readonly ConformanceCheck[] = [
  {
    ...{ id: 'content-type.refused', section: '10.1', profile: 'read-only' },
    rule: 'Another content type than JSON, text or none is 415; so is another charset than UTF-8.',
    why: 'A form that a foreign page posts must not be read as a request.',
    steps: place =>
      ['application/xml', 'application/x-www-form-urlencoded', 'application/json;charset=utf-16'].map(type =>
        step(
          type,
          raw(place, operation, { contentType: type }),
          ...[status(415), has({ result: 'ERROR', 'error.cause': 'INVALID_REQUEST' })],
        ),
      ),
  },
  {
    ...{ id: 'content-type.lenient', section: '10.1', profile: 'read-only' },
    rule: 'Without a Content-Type, with text/plain and with a charset, a body is read as JSON.',
    why: 'Existing clients send all three.',
    steps: place => [
      step('none', raw(place, '{}', { contentType: null }), understood),
      step('text/plain', raw(place, '{}', { contentType: 'text/plain' }), understood),
      step(
        'with a charset',
        raw(place, '{}', { contentType: 'application/json; charset=UTF-8' }),
        understood,
      ),
    ],
  },
  {
    ...{ id: 'leniency.absent', section: '10.1', profile: 'read-only' },
    rule: 'null, an empty group and an empty list in the place of a group are absent.',
    why: 'Clients in typed languages send every field they know.',
    steps: place => [
      step('null', put(place, '1', { apiOperation: null }), understood),
      step('an empty group', put(place, '1', { apiOperation: 'VERIFY', order: {} }), [
        ...refused('order.currency', 'MISSING'),
      ]),
      step('an empty list', put(place, '1', { apiOperation: 'VERIFY', order: [] }), [
        ...refused('order.currency', 'MISSING'),
      ]),
    ],
  },
  {
    ...{ id: 'correlation.echoed', section: '2.4', profile: 'read-only' },
    rule: 'correlationId comes back, with errors too; a number comes back as text.',
    why: 'Callers that send many requests at once find theirs by it.',
    steps: place => [
      step(
        'a text',
        put(place, '1', { correlationId: 'kit-1' }),
        understood,
        has({ correlationId: 'kit-1' }),
      ),
      step('a number', put(place, '1', { correlationId: 15 }), understood, has({ correlationId: '15' })),
    ],
  },
  {
    ...{ id: 'refused.no-trace', section: '11.4', profile: 'read-only' },
    rule: 'What is refused leaves no trace: the order does not exist afterwards.',
    why: 'An id that a refused request has used up makes the corrected one look like another.',
    steps: place => [
      step('an AUTHORIZE that names nobody who pays', put(place, '1', { apiOperation: 'AUTHORIZE' }), [
        ...refused('order.amount', 'MISSING'),
      ]),
      step('the retrieval of its order', retrieveOrder(place), refused('orderid')),
    ],
  },
]

export const bodyChecks = [...json, ...lenient]
