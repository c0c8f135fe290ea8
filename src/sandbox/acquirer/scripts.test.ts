import { expect, test } from 'vitest'
import { memoryBooks } from '../../../test/support/sandbox/memoryBooks.ts'
import { isApproval, replyFor, triggersByExpiry } from '../../acquirerHost/testCards.ts'
import type { AcquirerAnswer, AcquirerAsk, PaymentAsk, ReversalOrInquiryAsk } from '../../acquirers/port.ts'
import { isRejection } from '../../orders/rejection.ts'
import { acquirerScriptVocabulary, createAcquirerScripts, readAcquirerScript } from './scripts.ts'
import { createAcquirerSimulator } from './simulator.ts'

const ask: PaymentAsk = {
  verb: 'authorize',
  merchantId: 'M',
  orderId: 'o',
  transactionId: '1',
  amount: 1_000n,
  currency: 'USD',
  card: { number: '5123450000000008', expiry: { month: 1, year: 39 } },
  acceptPartialAmount: true,
}
const reverse: ReversalOrInquiryAsk = {
  ...{ merchantId: 'M', orderId: 'o', transactionId: '1', amount: 1_000n, currency: 'USD' },
  verb: 'reverse',
  original: { transactionId: '1', type: 'AUTHORIZATION', amount: 1_000n, startedAtMs: 0 },
  repeat: 1,
}

/** An acquirer that does what it is told, and a clock moved by hand. */
function open(...bodies: readonly unknown[]) {
  const scripts = createAcquirerScripts()
  for (const body of bodies) {
    const script = readAcquirerScript(body)
    if (isRejection(script)) throw new Error(script.explanation)
    scripts.add(script)
  }
  const books = memoryBooks()
  const heard: [AcquirerAsk, AcquirerAnswer][] = []
  const timers: [delayMs: number, act: () => void][] = []
  const patience = new AbortController()
  const simulator = createAcquirerSimulator({
    now: () => new Date('2026-11-15T12:30:45Z'),
    books,
    scripts,
    onLateAnswer: (...late) => void heard.push(late),
    later: (delayMs, act) => void timers.push([delayMs, act]),
  })
  return {
    scripts,
    heard,
    timers,
    losePatience: () => patience.abort(),
    send: (changes: Partial<PaymentAsk> = {}) => simulator.send({ ...ask, ...changes }, patience.signal),
    reverse: () => simulator.send(reverse, patience.signal),
    states: async () => (await books.entries({ limit: 9 })).map(({ kind, state }) => `${kind} ${state}`),
  }
}
const scripted = (...answers: readonly object[]) => ({ match: { orderId: 'o' }, answers })
const settled = () => new Promise(resolve => setImmediate(resolve))

test('Answers are used up in order, then it is back to normal', async () => {
  const { send, scripts } = open(
    scripted(
      { answer: 'decline' },
      { answer: 'decline', gatewayCode: 'INSUFFICIENT_FUNDS' },
      { answer: 'refer' },
    ),
  )
  expect(await send({ orderId: 'another' })).toMatchObject({ gatewayCode: 'APPROVED' })
  expect(await send()).toMatchObject({ outcome: 'declined', gatewayCode: 'DECLINED', acquirerCode: '05' })
  expect(await send()).toMatchObject({ gatewayCode: 'INSUFFICIENT_FUNDS', acquirerCode: '51' })
  expect(scripts.list()).toEqual([{ id: 1, match: { orderId: 'o' }, answers: [{ answer: 'refer' }] }])
  expect(await send()).toMatchObject({ gatewayCode: 'REFERRED', acquirerCode: '01' })
  expect(scripts.list()).toEqual([])
  expect(await send()).toMatchObject({ gatewayCode: 'APPROVED' })
})

test('A script can be for one transaction, and for what is asked about it later', async () => {
  const { send } = open({ match: { orderId: 'o', transactionId: '2' }, answers: [{ answer: 'decline' }] })
  expect(await send({ transactionId: '1' })).toMatchObject({ outcome: 'approved' })
  expect(await send({ transactionId: '2' })).toMatchObject({ outcome: 'declined' })
})

test('Which request used an answer up is known, and a script can be removed', async () => {
  const { send, scripts } = open(
    scripted({ answer: 'decline' }, { answer: 'approve' }),
    scripted({ answer: 'refer' }),
  )
  await send()
  await send({ transactionId: '2' })
  const use = {
    scriptId: 1,
    asked: 'authorize',
    merchantId: 'M',
    orderId: 'o',
    atMs: Date.UTC(2026, 10, 15, 12, 30, 45),
  }
  expect(scripts.used()).toEqual([
    { ...use, answer: { answer: 'approve' }, transactionId: '2', left: 0 },
    { ...use, answer: { answer: 'decline' }, transactionId: '1', left: 1 },
  ])
  expect([scripts.remove(1), scripts.remove(2), scripts.remove(2)]).toEqual([false, true, false])
  expect(scripts.list()).toEqual([])
  expect(await send({ transactionId: '3' })).toMatchObject({ gatewayCode: 'APPROVED' })
  expect(JSON.stringify(scripts.used())).not.toContain(ask.card?.number)
})

test('uses are told in their order, whatever the clock says', async () => {
  const { send, scripts } = open({ match: {}, answers: Array(3).fill({ answer: 'decline' }) })
  for (const merchantId of ['M', 'N', 'M']) await send({ merchantId })
  expect(scripts.used().map(({ merchantId, left }) => `${merchantId} ${left}`)).toEqual(['M 0', 'N 1', 'M 2'])
  scripts.clear('M')
  expect(scripts.used().map(({ merchantId }) => merchantId)).toEqual(['N'])
})

test('a code that no answer goes with is not offered', () => {
  const refused = readAcquirerScript(scripted({ answer: 'approve', gatewayCode: 'NO_SUCH' }))
  const explanation = 'explanation' in refused ? refused.explanation : ''
  const offered = acquirerScriptVocabulary().answers.flatMap(({ gatewayCodes }) => gatewayCodes)
  expect(new Set(explanation.match(/[A-Z0-9]+_*[A-Z0-9_]{3,}/g))).toEqual(new Set(offered))
})

test('Whatever the vocabulary offers, a script may say', () => {
  const { answers, delayMsMax } = acquirerScriptVocabulary()
  expect(answers.map(({ answer }) => answer)).toContain('silent')
  for (const { answer, gatewayCodes, fields } of answers) {
    const values = { amount: '1.00', delayMs: delayMsMax }
    const given = { answer, ...Object.fromEntries(fields.map(name => [name, values[name]])) }
    for (const gatewayCode of [undefined, ...gatewayCodes])
      expect(readAcquirerScript(scripted({ ...given, ...(gatewayCode && { gatewayCode }) }))).toHaveProperty(
        'match',
      )
  }
})

test('approve wins over what the card would provoke, and any decline has words', async () => {
  const declining = { card: { ...ask.card, expiry: { month: 5, year: 39 } } }
  const { send } = open(scripted({ answer: 'approve' }, { answer: 'decline', gatewayCode: 'DECLINED_CSC' }))
  expect(await send(declining)).toMatchObject({ gatewayCode: 'APPROVED', amount: 1_000n })
  expect(await send()).toMatchObject({ gatewayCode: 'DECLINED_CSC', acquirerMessage: 'DECLINED CSC' })
})

test('Whatever a card, a PIN or an account can provoke, a script can, too', async () => {
  const provoked = [...triggersByExpiry.values(), 'DECLINED_INVALID_PIN'] as const
  const declines = provoked.filter(gatewayCode => gatewayCode !== 'TIMED_OUT' && !isApproval(gatewayCode))
  for (const gatewayCode of declines) {
    const { send } = open(scripted({ answer: 'decline', gatewayCode }))
    const { outcome, acquirerCode } = replyFor(gatewayCode)
    expect(await send(), gatewayCode).toMatchObject({ outcome, acquirerCode })
  }
  const { send } = open(scripted({ answer: 'approve', gatewayCode: 'APPROVED_PENDING_SETTLEMENT' }))
  expect(await send()).toMatchObject({ gatewayCode: 'APPROVED_PENDING_SETTLEMENT' })
})

test('decline with PENDING or UNKNOWN: the acquirer cannot tell', async () => {
  const { send, states } = open(
    scripted({ answer: 'decline', gatewayCode: 'PENDING' }, { answer: 'decline', gatewayCode: 'UNKNOWN' }),
  )
  expect(await send()).toMatchObject({ outcome: 'pending' })
  expect(await states()).toEqual([])
  expect(await send()).toMatchObject({ outcome: 'unknown' })
  expect(await states()).toEqual(['hold posted'])
})

test('partial approves the amount, or half, for those who accept it', async () => {
  const partial = (amount?: number | string) => ({ answer: 'partial', ...(amount && { amount }) })
  const { send } = open(scripted(partial(2.5), partial('7.10'), partial(), partial(99), partial('1.999')))
  let id = 0
  const sendNext = (changes = {}) => send({ transactionId: `${++id}`, ...changes })
  expect(await sendNext()).toMatchObject({ gatewayCode: 'PARTIALLY_APPROVED', amount: 250n })
  expect(await sendNext()).toMatchObject({ gatewayCode: 'PARTIALLY_APPROVED', amount: 710n })
  expect(await sendNext({ acceptPartialAmount: false })).toMatchObject({ gatewayCode: 'DECLINED' })
  expect(await sendNext()).toMatchObject({ gatewayCode: 'APPROVED', amount: 1_000n })
  expect(await sendNext({ currency: 'JPY' })).toMatchObject({ amount: 1n })
})

test('silent: done, and never answered', async () => {
  const { send, states, losePatience } = open(scripted({ answer: 'silent' }))
  const answer = send()
  await settled()
  expect(await states()).toEqual(['hold posted'])
  losePatience()
  expect(await answer).toEqual({ outcome: 'silent' })
})

test('drop: done, and the lost connection is noticed at once', async () => {
  const { send, states } = open(scripted({ answer: 'drop' }))
  expect(await send()).toEqual({ outcome: 'silent' })
  expect(await states()).toEqual(['hold posted'])
})

test.each([700, undefined])(
  'late after %s ms, a patience that lasts longer → heard when it is lost',
  async delayMs => {
    const { send, timers, heard, losePatience } = open(
      scripted({ answer: 'late', ...(delayMs && { delayMs }) }),
    )
    const answer = send()
    await settled()
    expect(timers.map(([delay]) => delay)).toEqual([delayMs ?? 3_000])
    timers[0]?.[1]()
    expect(await Promise.race([answer, settled()])).toBeUndefined()
    expect(heard).toEqual([])
    losePatience()
    expect(await answer).toEqual({ outcome: 'silent' })
    await settled()
    timers[1]?.[1]()
    expect(heard).toMatchObject([[{ transactionId: '1' }, { outcome: 'approved' }]])
  },
)

test('late beyond the patience → silence, and the answer is heard late', async () => {
  const { send, timers, heard, losePatience, states } = open(scripted({ answer: 'late' }))
  const answer = send()
  await settled()
  losePatience()
  expect(await answer).toEqual({ outcome: 'silent' })
  expect(await states()).toEqual(['hold posted'])
  timers[0]?.[1]()
  expect(heard).toMatchObject([[{ transactionId: '1' }, { outcome: 'approved' }]])
})

test('late with the code of a decline → nothing was done, and that is heard late', async () => {
  const { send, states, timers, heard, losePatience } = open(
    scripted({ answer: 'late', gatewayCode: 'BLOCKED' }),
  )
  const answer = send()
  await settled()
  losePatience()
  expect(await answer).toEqual({ outcome: 'silent' })
  timers[0]?.[1]()
  expect(heard).toMatchObject([[{}, { outcome: 'declined', gatewayCode: 'BLOCKED' }]])
  expect(await states()).toEqual([])
})

test('twice: answered, and the same answer once more to whoever listens', async () => {
  const { send, timers, heard, states } = open(scripted({ answer: 'twice' }))
  const answer = await send()
  expect(answer).toMatchObject({ outcome: 'approved' })
  for (const [, act] of timers) act()
  expect(heard).toEqual([[ask, answer]])
  expect(await states()).toEqual(['hold posted'])
})

test('Pursuits use up answers too: a reversal declined once, dropped once, then acknowledged', async () => {
  const { send, reverse, states } = open(
    scripted({ answer: 'drop' }, { answer: 'decline', gatewayCode: 'SYSTEM_ERROR' }, { answer: 'drop' }),
  )
  await send()
  expect(await reverse()).toMatchObject({ outcome: 'declined', acquirerCode: '96' })
  expect(await states()).toEqual(['hold posted'])
  expect(await reverse()).toEqual({ outcome: 'silent' })
  expect(await states()).toEqual(['hold undone', 'reversal posted'])
  expect(await reverse()).toMatchObject({ outcome: 'approved' })
})

test('approve cannot make a reversal find what is not there', async () => {
  const { reverse } = open(scripted({ answer: 'approve' }))
  expect(await reverse()).toMatchObject({ outcome: 'noOriginal' })
})

test('The oldest script that matches comes first; all that is given must match', async () => {
  const { send } = open(
    { match: { merchantId: 'M', cardNumber: '4508750015741019' }, answers: [{ answer: 'refer' }] },
    { match: { merchantId: 'M' }, answers: [{ answer: 'decline', gatewayCode: 'BLOCKED' }] },
    { match: {}, answers: [{ answer: 'decline', gatewayCode: 'EXPIRED_CARD' }] },
  )
  expect(await send()).toMatchObject({ gatewayCode: 'BLOCKED' })
  expect(await send({ merchantId: 'N' })).toMatchObject({ gatewayCode: 'EXPIRED_CARD' })
  expect(await send({ card: { number: '4508750015741019' } })).toMatchObject({ gatewayCode: 'REFERRED' })
})

test('A merchant has its own scripts first; nobody else fills, uses, clears or hides them', async () => {
  const { send, scripts } = open(
    { match: {}, answers: [{ answer: 'refer' }] },
    { match: { merchantId: 'M' }, answers: [{ answer: 'decline' }] },
    { match: { merchantId: 'N' }, answers: Array(2).fill({ answer: 'decline' }) },
  )
  expect(await send()).toMatchObject({ gatewayCode: 'DECLINED' })
  for (let count = 0; count < 201; count++) {
    scripts.add({ match: { merchantId: 'N' }, answers: [{ answer: 'approve' }] })
    await send({ merchantId: 'N' })
  }
  expect(scripts.used('M')).toMatchObject([{ merchantId: 'M', answer: { answer: 'decline' } }])
  expect(scripts.used('N')).toHaveLength(200)
  expect(scripts.used()).toEqual(scripts.used('N'))
  const script = { match: { merchantId: 'N' }, answers: [{ answer: 'drop' }] } as const
  while (scripts.add(script) === undefined);
  expect(scripts.add({ ...script, match: { merchantId: 'M' } })).toBeUndefined()
  expect(scripts.list('M').map(({ match }) => match)).toEqual([{}, { merchantId: 'M' }])
  scripts.clear('N')
  expect(scripts.list()).toEqual(scripts.list('M'))
  expect(await send()).toEqual({ outcome: 'silent' })
  expect(await send()).toMatchObject({ gatewayCode: 'REFERRED' })
})

test('Scripts can be cleared, have a limit, and are listed with masked cards', () => {
  const scripts = createAcquirerScripts()
  const script = { match: { cardNumber: '5123450000000008' }, answers: [{ answer: 'drop' }] } as const
  for (let count = 0; count < 1_000; count++) expect(scripts.add(script)).toBeUndefined()
  expect(scripts.add(script)).toMatchObject({ kind: 'rejection' })
  expect(scripts.list()[0]?.match).toEqual({ cardNumber: '512345xxxxxx0008' })
  scripts.clear()
  expect(scripts.list()).toEqual([])
  expect(scripts.next(ask, new Date(0))).toBeUndefined()
})

const refused: [body: unknown, validationType: string, field: string][] = [
  [undefined, 'MISSING', 'match'],
  [[], 'MISSING', 'match'],
  [{}, 'MISSING', 'match'],
  [{ match: {} }, 'MISSING', 'answers'],
  [{ match: {}, answers: [] }, 'INVALID', 'answers'],
  [{ match: {}, answers: Array(101).fill({ answer: 'drop' }) }, 'INVALID', 'answers'],
  [{ match: 'o', answers: [] }, 'INVALID', 'match'],
  [{ match: {}, answers: [{}], more: 1 }, 'UNSUPPORTED', 'more'],
  [{ match: { order: 'o' }, answers: [] }, 'UNSUPPORTED', 'match.order'],
  [{ match: { orderId: '' }, answers: [] }, 'INVALID', 'match.orderId'],
  [{ match: { merchantId: 'm'.repeat(41) }, answers: [] }, 'INVALID', 'match.merchantId'],
  [{ match: { cardNumber: '5123 4500' }, answers: [] }, 'INVALID', 'match.cardNumber'],
  [scripted('drop' as never), 'INVALID', 'answers[0]'],
  [scripted({}), 'MISSING', 'answers[0].answer'],
  [scripted({ answer: 'drop' }, { answer: 'explode' }), 'INVALID', 'answers[1].answer'],
  [scripted({ answer: 'drop', gatewayCode: 'NO_SUCH' }), 'INVALID', 'answers[0].gatewayCode'],
  [scripted({ answer: 'approve', gatewayCode: 'DECLINED' }), 'INVALID', 'answers[0].gatewayCode'],
  [scripted({ answer: 'decline', gatewayCode: 'APPROVED' }), 'INVALID', 'answers[0].gatewayCode'],
  [scripted({ answer: 'partial', gatewayCode: 'APPROVED' }), 'INVALID', 'answers[0].gatewayCode'],
  [scripted({ answer: 'approve', gatewayCode: 'PARTIALLY_APPROVED' }), 'INVALID', 'answers[0].gatewayCode'],
  [scripted({ answer: 'approve', gatewayCode: 'NO_BALANCE' }), 'INVALID', 'answers[0].gatewayCode'],
  ...(['decline', 'late', 'silent'] as const).flatMap(answer =>
    (['TIMED_OUT', 'LOCK_FAILURE', 'SUBMITTED', 'AUTHENTICATION_IN_PROGRESS'] as const).map(
      (gatewayCode): [unknown, string, string] => [
        scripted({ answer, gatewayCode }),
        'INVALID',
        'answers[0].gatewayCode',
      ],
    ),
  ),
  [scripted({ answer: 'partial', amount: 0 }), 'INVALID', 'answers[0].amount'],
  [scripted({ answer: 'partial', amount: -1 }), 'INVALID', 'answers[0].amount'],
  [scripted({ answer: 'partial', amount: 1e21 }), 'INVALID', 'answers[0].amount'],
  [scripted({ answer: 'late', delayMs: 1.5 }), 'INVALID', 'answers[0].delayMs'],
  [scripted({ answer: 'late', delayMs: 120_001 }), 'INVALID', 'answers[0].delayMs'],
  [scripted({ answer: 'late', delayMs: '1' }), 'INVALID', 'answers[0].delayMs'],
]
for (const [body, validationType, field] of refused) {
  test(`${JSON.stringify(body)?.slice(0, 80)} → ${validationType} ${field}`, () => {
    expect(readAcquirerScript(body)).toMatchObject({ kind: 'rejection', validationType, field })
  })
}

test('null is absent, and a number keeps its text', () => {
  const long = { text: '5.00' }
  expect(readAcquirerScript(scripted({ answer: 'partial', amount: long, delayMs: null }))).toEqual({
    match: { orderId: 'o' },
    answers: [{ answer: 'partial', amount: '5.00' }],
  })
})

test('a script is for a card by its number only: no id holds one', () => {
  for (const name of ['merchantId', 'orderId']) {
    const refused = readAcquirerScript({
      match: { [name]: 'no-4508750015741019' },
      answers: [{ answer: 'approve' }],
    })
    expect(refused).toMatchObject({ kind: 'rejection', field: `match.${name}` })
    expect(JSON.stringify(refused)).not.toContain('4508')
  }
})
