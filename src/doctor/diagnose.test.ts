import { expect, test } from 'vitest'
import { amount } from '../contract/kit/decimals.ts'
import { notExact } from '../contract/kit/validateFields.ts'
import { whyNotAdmitted } from '../orders/admission.ts'
import { diagnose, symptoms } from './diagnose.ts'
import { evidenceTexts, inEnglish } from './texts.ts'
import type { ObservedCall, Traffic } from './traffic.ts'

let clockMs = Date.parse('2026-11-18T10:00:00Z')
type Known = Partial<ObservedCall> & { readonly ref: string }

/** A call of one transaction: `order/transaction`. */
function call({ ref, ...known }: Known): ObservedCall {
  const [orderId = '', transactionId] = ref.split('/')
  clockMs += 2_000
  return {
    ...{
      atMs: clockMs,
      method: 'PUT',
      path: '/order',
      version: 100,
      status: 201,
      ms: 40,
      orderId,
      transactionId,
    },
    ...known,
  }
}
const inCents = (amount: number) => ({ amount: `${amount}.00`, sentAmount: String(amount), currency: 'USD' })
const card = '512345xxxxxx0008'
const about = { amount: '10.01', currency: 'USD', card }
const paid = (ref: string, known: Partial<ObservedCall> = {}) =>
  call({ ...{ ref, operation: 'PAY', result: 'SUCCESS', gatewayCode: 'APPROVED', about }, ...known })
const authorized = (ref: string, known: Partial<ObservedCall> = {}) =>
  paid(ref, { operation: 'AUTHORIZE', ...known })
const captured = (ref: string) => paid(ref, { operation: 'CAPTURE' })
const captureRefused = (ref: string) =>
  call({
    ...{ ref, operation: 'CAPTURE', status: 400 },
    error: {
      ...{ cause: 'INVALID_REQUEST', field: 'apiOperation' },
      explanation: `Value 'CAPTURE' is invalid. ${whyNotAdmitted('FAILED', 'CAPTURE')}`,
    },
  })
const declined = (gatewayCode = 'DECLINED') => ({ result: 'FAILURE', gatewayCode })
const open = { result: 'UNKNOWN', gatewayCode: 'UNKNOWN' }
const timedOut = declined('TIMED_OUT')
const pending = { result: 'PENDING', gatewayCode: 'PENDING' }
const looked = (ref: string) => call({ ref, method: 'GET', operation: 'RETRIEVE_ORDER', status: 200 })
const refused = (ref: string, field: string, explanation: string) =>
  call({ ref, operation: 'PAY', status: 400, error: { cause: 'INVALID_REQUEST', field, explanation } })

const traffic = (calls: readonly ObservedCall[], known: Partial<Traffic> = {}): Traffic => ({
  ...{ calls, deliveries: [], feedReadsMs: [], isNotified: true },
  ...known,
})
const delivered = (status: number, tookMs: number) => ({
  deliveries: [
    {
      ...{ orderId: 'a', transactionId: '1', changedAtMs: clockMs },
      attempts: [{ atMs: clockMs, status, tookMs }],
    },
  ],
})
const ids = (found: Traffic) => diagnose(found).map(({ id }) => id)

const planted: readonly (readonly [id: string, traffic: () => Traffic])[] = [
  ['created-read-as-approved', () => traffic([authorized('a/1', declined()), captureRefused('a/2')])],
  ['open-read-as-final', () => traffic([authorized('a/1', pending), captured('a/2')])],
  ['retried-under-new-id', () => traffic([paid('a/1', open), paid('a/2')])],
  ['retried-under-new-id', () => traffic([paid('a/1', open), paid('b/1')])],
  ['retried-under-new-id', () => traffic([call({ ref: 'a/1', operation: 'PAY', status: 503 }), paid('a/2')])],
  [
    'outcome-never-learned',
    () => {
      const first = paid('a/1', open)
      clockMs += 120_000
      return traffic([first, paid('b/1', { about: { ...about, amount: '3.07' } })], { isNotified: false })
    },
  ],
  ['final-decline-retried', () => traffic([paid('a/1', declined('BLOCKED')), paid('a/2')])],
  [
    'card-data-elsewhere',
    () => traffic([refused('a/1', 'order.description', 'It must not hold card data.')]),
  ],
  [
    'id-used-twice',
    () =>
      traffic([refused('a/1', 'transactionid', 'It was used for another request on this order. Choose …')]),
  ],
  [
    'amount-malformed',
    () =>
      traffic([refused('a/1', 'order.item[0].unitPrice', `Value '10,00' is invalid. ${amount.sentence}`)]),
  ],
  [
    'amount-malformed',
    () => traffic([refused('a/1', 'order.amount', `Value '1e3' is invalid. ${notExact}`)]),
  ],
  ['amount-off-by-exponent', () => traffic([refused('a/1', 'order.amount', 'JPY has no decimals.')])],
  [
    'amounts-in-minor-units',
    () =>
      traffic(
        [1000, 1999, 250, 4900, 1250].map((amount, index) => paid(`a${index}/1`, { about: inCents(amount) })),
      ),
  ],
  ['session-reused', () => traffic([refused('a/1', 'session.id', 'There is no such session.')])],
  [
    'refused-request-repeated',
    () => traffic([1, 2, 3].map(() => refused('a/1', 'order.currency', 'It is missing.'))),
  ],
  [
    'polling',
    () => traffic(Array.from({ length: 40 }, (_, index) => ({ ...looked('a'), atMs: index * 100 }))),
  ],
  ['notifications-unverified', () => traffic([], { takesForged: true })],
  ['notifications-failing', () => traffic([], delivered(500, 20))],
  ['notifications-slow', () => traffic([], delivered(200, 8_000))],
]

test.each(planted)('%s is found, and nothing else', (id, build) => {
  expect(ids(build())).toEqual([id])
})

test('every symptom is planted once', () => {
  expect(new Set(planted.map(([id]) => id))).toEqual(new Set(symptoms.map(({ id }) => id)))
})

test('nothing is wrong with a shop that meets every outcome and does what it should', () => {
  const calls = [
    authorized('a/1'),
    captured('a/2'),
    paid('b/1', declined('INSUFFICIENT_FUNDS')),
    // Another card of the same payer.
    paid('b/2', { about: { ...about, card: '400555xxxxxx0001' } }),
    paid('c/1', open),
    paid('c/1', open),
    looked('c'),
    paid('c/2'),
    paid('d/1', pending),
    looked('d'),
    paid('e/1', declined('BLOCKED')),
    paid('e/2', { about: { ...about, card: '400555xxxxxx0001' } }),
    refused('f/1', 'order.currency', 'It is missing.'),
    ...[100, 2500, 19].map((amount, index) =>
      paid(`g${index}/1`, { about: { ...about, ...inCents(amount) } }),
    ),
  ]
  expect(diagnose(traffic(calls, { ...delivered(200, 30), takesForged: false }))).toEqual([])
})

const retrieved = (ref: string, known: Partial<ObservedCall>) =>
  call({ ...{ ref, method: 'GET', operation: 'RETRIEVE_TRANSACTION', status: 200 }, ...known })

test('what timed out is a decline: it is tried again under a new id, and not captured', () => {
  expect(ids(traffic([paid('a/1', timedOut), paid('a/2'), paid('b/1', timedOut), paid('c/1')]))).toEqual([])
  expect(ids(traffic([authorized('a/1', timedOut), captureRefused('a/2')]))).toEqual([
    'created-read-as-approved',
  ])
})

test('who repeats a request, or retrieves its outcome, goes on by what is answered', () => {
  const broken = { status: 503, result: undefined, gatewayCode: undefined }
  const known = [
    [paid('a/1', open), paid('a/1', timedOut), paid('a/2')],
    [paid('a/1', broken), paid('a/1', declined()), paid('a/2')],
    [authorized('a/1', pending), retrieved('a/1', { result: 'SUCCESS' }), captured('a/2')],
    [authorized('a/1', pending), looked('a'), captured('a/2')],
    [authorized('a/1', pending), authorized('a/1'), captured('a/2')],
  ]
  expect(known.map(calls => ids(traffic(calls)))).toEqual(known.map(() => []))
  expect(diagnose(traffic([paid('a/1', open), paid('a/1', open), paid('a/2')]))).toMatchObject([
    { id: 'retried-under-new-id', count: 1 },
  ])
  const stillOpen = [authorized('a/1', pending), retrieved('a/1', pending), captured('a/2')]
  expect(ids(traffic(stillOpen))).toEqual(['open-read-as-final'])
  const refusedSince = [authorized('a/1', pending), retrieved('a/1', declined()), captureRefused('a/2')]
  expect(ids(traffic(refusedSince))).toEqual(['created-read-as-approved'])
})

test('who is notified of the outcome goes on by the notification', () => {
  const at = (recordedAtMs: number) => ({ about: { ...about, recordedAtMs } })
  const told = (atMs: number, status = 200) => ({
    ...{ orderId: 'a', transactionId: '1', changedAtMs: atMs },
    attempts: [{ atMs, status, tookMs: 20 }],
  })
  const captures = [
    authorized('a/1', { ...pending, ...at(1_000) }),
    paid('a/2', { operation: 'CAPTURE', ...at(5_000) }),
  ]
  const retries = [paid('a/1', { ...open, ...at(1_000) }), paid('a/2', at(5_000))]
  const foundIn = (...deliveries: Traffic['deliveries']) =>
    [captures, retries].map(calls => ids(traffic(calls, { deliveries })).join())
  expect(foundIn(told(1_100), told(4_000))).toEqual(['', ''])
  const both = ['open-read-as-final', 'retried-under-new-id']
  expect(foundIn(told(1_100))).toEqual(both)
  expect(foundIn(told(1_100), told(6_000))).toEqual(both)
  expect(foundIn(told(1_100), told(4_000, 500))).toEqual(both.map(id => `${id},notifications-failing`))
})

test('who reads the feed goes on by what was there, and not by having read it', () => {
  const at = (recordedAtMs: number) => ({ about: { ...about, recordedAtMs } })
  const stories = [
    [authorized('a/1', { ...pending, ...at(1_000) }), paid('a/2', { operation: 'CAPTURE', ...at(5_000) })],
    [paid('a/1', { ...open, ...at(1_000) }), paid('a/2', at(5_000))],
  ]
  const made = (changedAtMs: number) => ({
    ...{ orderId: 'a', transactionId: '1', changedAtMs, attempts: [] },
  })
  const foundIn = (readAfterMs: number, outcomeAtMs: number) =>
    stories.map(calls => {
      const feedReadsMs = calls.slice(0, 1).map(({ atMs }) => atMs + readAfterMs)
      return ids(traffic(calls, { deliveries: [made(1_010), made(outcomeAtMs)], feedReadsMs })).join()
    })
  const both = ['open-read-as-final', 'retried-under-new-id']
  expect(foundIn(500, 4_000)).toEqual(['', ''])
  expect(foundIn(500, 6_000)).toEqual(both)
  expect(foundIn(-500, 4_000)).toEqual(both)
  expect(foundIn(3_000, 4_000)).toEqual(both)
})

test('who reads the feed learns what became of a payment, without notifications', () => {
  const first = paid('a/1', open)
  clockMs += 120_000
  const calls = [first, paid('b/1', { about: { ...about, amount: '3.07' } })]
  const foundIn = (feedReadsMs: readonly number[]) => ids(traffic(calls, { isNotified: false, feedReadsMs }))
  expect(foundIn([clockMs])).toEqual([])
  expect(foundIn([first.atMs - 1_000])).toEqual(['outcome-never-learned'])
})

test('an order that was paid elsewhere after a decline, at checkout or in the console, is refunded', () => {
  const refund = (known: Partial<ObservedCall>) => paid('a/2', { operation: 'REFUND', ...known })
  const refusal = { cause: 'INVALID_REQUEST', field: 'transaction.amount', explanation: 'It is too much.' }
  for (const next of [refund({}), refund({ result: undefined, status: 400, error: refusal })])
    expect(ids(traffic([paid('a/1', declined()), looked('a'), next]))).toEqual([])
})

test('a follow-up that was refused while the payment was open is told, paid or not', () => {
  expect(ids(traffic([authorized('a/1', pending), captureRefused('a/2')]))).toEqual(['open-read-as-final'])
  expect(ids(traffic([authorized('a/1', pending), looked('a'), captureRefused('a/2')]))).toEqual([])
})

const verified = (ref: string, known: Partial<ObservedCall> = {}) =>
  paid(ref, { operation: 'VERIFY', about: { currency: 'USD', card }, ...known })

test('a verification charges nobody: it may be made again, and says nothing of the payment after it', () => {
  const first = verified('a/1', open)
  clockMs += 120_000
  const calls = [first, verified('a/2', open), verified('a/3'), authorized('a/4'), captured('a/5')]
  expect(ids(traffic(calls, { isNotified: false }))).toEqual([])
  const guessed = [verified('a/1'), authorized('a/2', pending), captured('a/3')]
  expect(ids(traffic(guessed))).toEqual(['open-read-as-final'])
  const mistaken = [authorized('a/1', declined()), verified('a/2'), captureRefused('a/3')]
  expect(ids(traffic(mistaken))).toEqual(['created-read-as-approved'])
  const blocked = [verified('a/1', { ...declined('BLOCKED'), about }), paid('a/2')]
  expect(ids(traffic(blocked))).toEqual(['final-decline-retried'])
})

test('the nothing of a verification hides no amounts in minor units', () => {
  const nothing = { about: { ...about, amount: '0.00', sentAmount: '0.00' } }
  const calls = [1000, 1999, 250, 4900, 1250].flatMap((amount, index) => [
    verified(`a${index}/1`, nothing),
    paid(`a${index}/2`, { about: inCents(amount) }),
  ])
  expect(diagnose(traffic(calls))).toMatchObject([{ id: 'amounts-in-minor-units', severity: 'warning' }])
})

test('a few whole prices are no question, nor those that are written with decimals', () => {
  const sold = (amounts: readonly string[]) =>
    traffic(
      amounts.map((sentAmount, index) =>
        paid(`a${index}/1`, { about: { amount: sentAmount, sentAmount, currency: 'USD' } }),
      ),
    )
  expect(ids(sold(['249', '399', '1299', '249', '560', '399', '249', '1299']))).toEqual([])
  expect(ids(sold(['249', '399.00', '1299', '120', '560', '875', '340', '690']))).toEqual([])
})

test('an expired card may be tried with another date, and the same request may be sent again', () => {
  const expiring = (expiry: string) => ({ about: { ...about, expiry } })
  const expired = (ref: string) => paid(ref, { ...declined('EXPIRED_CARD'), ...expiring('10/26') })
  expect(ids(traffic([expired('a/1'), paid('a/2', expiring('10/31'))]))).toEqual([])
  expect(ids(traffic([expired('a/1'), expired('a/1')]))).toEqual([])
  expect(ids(traffic([expired('a/1'), expired('a/2'), paid('a/3', expiring('10/31'))]))).toEqual([
    'final-decline-retried',
  ])
  const blocked = paid('a/1', { ...declined('BLOCKED'), ...expiring('10/26') })
  expect(ids(traffic([blocked, paid('a/2', expiring('10/31'))]))).toEqual(['final-decline-retried'])
})

const referral = (ref: string, known: Partial<ObservedCall> = {}) =>
  paid(ref, { operation: 'REFERRAL', ...known })

test('what was referred to the issuer is resubmitted with its word, and then captured', () => {
  const referred = authorized('a/1', declined('REFERRED'))
  expect(ids(traffic([referred, referral('a/2'), captured('a/3')]))).toEqual([])
  expect(ids(traffic([referred, captureRefused('a/2')]))).toEqual(['created-read-as-approved'])
  expect(diagnose(traffic([referred, referral('a/2', declined()), captureRefused('a/3')]))).toMatchObject([
    { id: 'created-read-as-approved', count: 1, evidence: [{ what: { values: { transactionId: '2' } } }] },
  ])
})

test('errors come first, each with its last evidence and how often it was seen', () => {
  const calls = [1, 2, 3, 4, 5].flatMap(number => [
    authorized(`a${number}/1`, { ...declined(), about: { ...about, amount: `1.0${number}` } }),
    captureRefused(`a${number}/2`),
  ])
  const [first, second] = diagnose(traffic(calls, delivered(500, 20)))
  expect(first).toMatchObject({ id: 'created-read-as-approved', severity: 'error', count: 5 })
  expect(first?.evidence.map(({ orderId }) => orderId)).toEqual(['a3', 'a4', 'a5'])
  expect(second).toMatchObject({ id: 'notifications-failing', severity: 'warning' })
})

test('what was seen is told with everything in its place', () => {
  const evidence = planted.flatMap(([, build]) => diagnose(build()).map(found => found.evidence[0]))
  expect(evidence.map(each => each && inEnglish(evidenceTexts, each.what))).toEqual([
    'CAPTURE after transaction 1 was answered 201 with FAILURE DECLINED',
    'CAPTURE while transaction 1 was PENDING PENDING',
    'PAY under these ids 2 s after a/1 was answered UNKNOWN',
    'PAY under these ids 2 s after a/1 was answered UNKNOWN',
    'PAY under these ids 2 s after a/1 was answered 503',
    'PAY was answered UNKNOWN UNKNOWN, and nobody asked what became of it',
    'card 512345xxxxxx0008 sent again after BLOCKED',
    'PAY answered 400, order.description: It must not hold card data.',
    'PAY answered 400, transactionid: It was used for another request on this order. Choose …',
    "PAY answered 400, order.item[0].unitPrice: Value '10,00' is invalid. It must be a decimal number of " +
      'at most 14 characters and at most 1000000000000: digits, and a point between digits.',
    "PAY answered 400, order.amount: Value '1e3' is invalid. As a JSON number it cannot be read exactly: " +
      'send it as text, in quotes.',
    'PAY answered 400, order.amount: JPY has no decimals.',
    '250 USD: was 2.50 meant?',
    'PAY answered 400, session.id: There is no such session.',
    'PAY for the third time: It is missing.',
    'retrieved more than 30 times within a minute',
    'a notification with a wrong signature was answered 2xx',
    'your receiver answered 500',
    'your receiver answered 200 after 8.0 s',
  ])
})
