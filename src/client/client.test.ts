import { describe, expect, expectTypeOf, test } from 'vitest'
import { createClient, type Outcome, type OutcomeCode, type RequestBody } from './index.ts'

type Sent = {
  readonly url: string
  readonly method: string
  readonly body: string
  readonly authorization: string
}
type Served = {
  readonly status: number
  readonly body?: object | string
  readonly headers?: Record<string, string>
}

/** A gateway that answers as it is told, one by one; the last goes on. 'lost' is no answer at all. */
const served = (...answers: readonly (Served | 'lost')[]) => servedTo({ deadlineMs: 600 }, ...answers)

type Patience = { readonly deadlineMs?: number; readonly attemptMs?: number }

function servedTo(patience: Patience, ...answers: readonly (Served | 'lost')[]) {
  const sent: Sent[] = []
  const fetch = async (url: unknown, { method = '', body, headers, signal }: RequestInit = {}) => {
    signal?.throwIfAborted()
    // Later, as over a network.
    await new Promise(answer => setTimeout(answer))
    const given = new Headers(headers)
    sent.push({
      url: String(url),
      method,
      body: String(body),
      authorization: given.get('Authorization') ?? '',
    })
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? 'lost'
    if (answer === 'lost') throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return new Response(text, { status: answer.status, headers: answer.headers ?? {} })
  }
  const settings = {
    url: 'https://gateway.example/',
    merchant: 'SHOP',
    password: 'pässword',
    version: 73,
  } as const
  const client = createClient({ ...settings, fetch, ...patience })
  return { client, sent }
}

const ids = { orderId: 'order 1/2', transactionId: '1' }
const payment: RequestBody<73, 'pay'> = {
  order: { amount: '25.00', currency: 'EUR' },
  sourceOfFunds: { type: 'CARD', provided: { card: { number: '5123450000000008' } } },
}
const told = (result: string, gatewayCode: string, status = 201): Served => ({
  status,
  body: { result, response: { gatewayCode }, order: { id: 'o' }, transaction: { id: '1', type: 'PAYMENT' } },
})
const refused = (status: number, error: object): Served => ({ status, body: { result: 'ERROR', error } })
const busy = refused(503, { cause: 'SERVER_BUSY', explanation: 'Come again.' })
const approved = told('SUCCESS', 'APPROVED')

describe('outcomes', () => {
  test.each([
    ['SUCCESS', 'APPROVED', 'approved'],
    ['SUCCESS', 'APPROVED_AUTO', 'approved'],
    ['SUCCESS', 'APPROVED_PENDING_SETTLEMENT', 'approved'],
    ['SUCCESS', 'BASIC_VERIFICATION_SUCCESSFUL', 'approved'],
    ['SUCCESS', 'PARTIALLY_APPROVED', 'partiallyApproved'],
    ['SUCCESS', 'SUBMITTED', 'pending'],
    ['SUCCESS', 'DEFERRED_TRANSACTION_RECEIVED', 'pending'],
    ['PENDING', 'PENDING', 'pending'],
    ['FAILURE', 'DECLINED', 'declined'],
    ['FAILURE', 'TIMED_OUT', 'timedOut'],
    ['UNKNOWN', 'UNKNOWN', 'unknown'],
  ] as const)('%s %s is %s', async (result, gatewayCode, kind) => {
    const { client, sent } = served(told(result, gatewayCode))
    expect(await client.pay(ids, payment)).toMatchObject({ kind, answer: { result } })
    expect(sent).toHaveLength(1)
  })

  test('a refusal is a value, and is not sent again', async () => {
    const error = { cause: 'INVALID_REQUEST', explanation: "Missing parameter 'order'.", field: 'order' }
    const { client, sent } = served(refused(400, error))
    const message = "400: Missing parameter 'order'. (order)"
    expect(await client.pay(ids, payment)).toEqual({ kind: 'rejected', status: 400, message, error })
    expect(sent).toHaveLength(1)
  })

  test('what answers in the place of the gateway is no approval', async () => {
    const { client } = served({ status: 403, body: '<h1>Forbidden</h1>' })
    expect(await client.pay(ids, payment)).toMatchObject({ kind: 'rejected', status: 403, error: undefined })
    const page = served({ status: 200, body: '<h1>Welcome</h1>' })
    expect(await page.client.pay(ids, payment)).toMatchObject({ kind: 'unknown', answer: undefined })
    for (const body of [{}, { result: 'SUCCESS' }, { response: {} }]) {
      const { client: other } = served({ status: 200, body })
      expect(await other.pay(ids, payment)).toMatchObject({ kind: 'unknown', answer: undefined })
      expect(await other.retrieveTransaction(ids)).toMatchObject({ kind: 'unknown', answer: undefined })
    }
  })
})

describe('attempts', () => {
  test('are the same request, to the last byte, under the same ids', async () => {
    const lost = ['lost', busy, { status: 502, body: 'bad gateway' }] as const
    const { client, sent } = served(...lost, approved)
    expect(await client.pay(ids, payment, { deadlineMs: 60_000 })).toMatchObject({ kind: 'approved' })
    expect(new Set(sent.map(each => JSON.stringify(each))).size).toBe(1)
    expect(sent).toHaveLength(4)
    expect(sent[0]).toEqual({
      url: 'https://gateway.example/api/rest/version/73/merchant/SHOP/order/order%201%2F2/transaction/1',
      method: 'PUT',
      body: JSON.stringify({ apiOperation: 'PAY', ...payment }),
      authorization: `Basic ${Buffer.from('merchant.SHOP:pässword').toString('base64')}`,
    })
  })

  test('end with the deadline, and leave what nobody knows, to be asked about again', async () => {
    const { client, sent } = served('lost')
    const paid = await client.pay(ids, payment)
    if (paid.kind !== 'unknown') throw new Error(paid.kind)
    expect(paid).toMatchObject({
      answer: undefined,
      message: 'No attempt was answered until the deadline: ECONNREFUSED',
    })
    expect(sent.length).toBeGreaterThan(1)
    expect(await paid.retrieve()).toMatchObject({ kind: 'unknown' })
    expect(sent.at(-1)).toMatchObject({ method: 'GET', url: sent[0]?.url })
  })

  test('that all were turned away had no effect: the call is rejected', async () => {
    const { client } = served(busy)
    expect(await client.pay(ids, payment)).toMatchObject({
      kind: 'rejected',
      error: { cause: 'SERVER_BUSY' },
    })
  })

  test('a refusal after an attempt whose fate nobody knows proves nothing', async () => {
    const { client } = served('lost', refused(401, { cause: 'INVALID_REQUEST', explanation: 'Who are you?' }))
    expect(await client.pay(ids, payment)).toMatchObject({
      kind: 'unknown',
      message: 'An attempt was not answered; the last was turned away: 401: Who are you?',
    })
  })

  test.each([507, 520, 524, 501])('a %i of what stands between is no word of the gateway', async status => {
    const between = { status, body: '<html>' }
    expect(await served(between, approved).client.pay(ids, payment)).toMatchObject({ kind: 'approved' })
    expect(await served(between).client.pay(ids, payment)).toMatchObject({ kind: 'unknown' })
    const empty = { status, body: { result: 'ERROR' } }
    expect(await served(empty).client.pay(ids, payment)).toMatchObject({ kind: 'unknown' })
  })

  test('what was deleted by an attempt that nobody heard of is not said to be there', async () => {
    const gone = refused(400, { cause: 'INVALID_REQUEST', explanation: 'Unknown.', field: 'tokenid' })
    expect(await served('lost', gone).client.deleteToken({ tokenId: '1' })).toEqual({
      kind: 'unanswered',
      message: 'An attempt was not answered; the last was turned away: 400: Unknown. (tokenid)',
    })
    const { client } = served({ status: 502, body: 'bad gateway' }, gone)
    expect(await client.updateSession({ sessionId: 'S' }, { session: { version: 'a' } })).toMatchObject({
      kind: 'unanswered',
    })
    const failed = refused(500, { cause: 'SERVER_FAILED' })
    expect(await served(failed, gone).client.deleteToken({ tokenId: '1' })).toMatchObject({
      kind: 'unanswered',
    })
    expect(await served(busy, gone).client.deleteToken({ tokenId: '1' })).toMatchObject({ kind: 'rejected' })
  })

  test('whoever only asks loses nothing: the refusal is the answer', async () => {
    const gone = refused(400, { cause: 'INVALID_REQUEST', explanation: 'Unknown.', field: 'orderid' })
    expect(await served('lost', gone).client.retrieveOrder({ orderId: '1' })).toMatchObject({
      kind: 'rejected',
    })
  })

  test('a busy order is waited for', async () => {
    const locked = told('FAILURE', 'LOCK_FAILURE', 200)
    const { client, sent } = served(locked, approved)
    expect(await client.pay(ids, payment)).toMatchObject({ kind: 'approved' })
    expect(sent).toHaveLength(2)
    expect(await served(locked).client.pay(ids, payment)).toMatchObject({
      kind: 'rejected',
      message: '200: The order is busy with another transaction.',
    })
  })

  test('Retry-After is heeded, and never longer than the deadline', async () => {
    const { client, sent } = served({ ...busy, headers: { 'Retry-After': '60' } })
    expect(await client.pay(ids, payment)).toMatchObject({ kind: 'rejected' })
    expect(sent).toHaveLength(1)
  })

  test('end when the caller goes', async () => {
    const { client, sent } = served('lost')
    const paid = client.pay(ids, payment, { signal: AbortSignal.timeout(20), deadlineMs: 60_000 })
    const unknown = await paid
    expect(unknown).toMatchObject({ kind: 'unknown' })
    expect(sent).toHaveLength(1)
    // And can be asked about all the same.
    if (unknown.kind !== 'unknown') throw new Error(unknown.kind)
    void unknown.retrieve()
    await expect.poll(() => sent.length).toBe(2)
  })
})

describe('ids', () => {
  test.each([{}, { orderId: '', transactionId: '1' }, { orderId: 'o', transactionId: '..' }])(
    'nothing is sent under %j',
    async given => {
      const { client, sent } = served(approved)
      await expect(client.pay(Object(given), payment)).rejects.toThrow('choose it, and keep it')
      expect(sent).toEqual([])
    },
  )

  test('a transaction that is not there is told apart from one that nobody can tell of', async () => {
    const gone = refused(400, { cause: 'INVALID_REQUEST', explanation: 'Unknown.', field: 'transactionid' })
    expect(await served(gone).client.retrieveTransaction(ids)).toMatchObject({ kind: 'unrecorded' })
    const archived = refused(400, {
      ...{ cause: 'INVALID_REQUEST', explanation: 'Archived.' },
      ...{ field: 'orderid', validationType: 'UNSUPPORTED' },
    })
    expect(await served(archived).client.retrieveTransaction(ids)).toMatchObject({ kind: 'unknown' })
    const barred = refused(401, { cause: 'INVALID_REQUEST', explanation: 'Who are you?' })
    expect(await served(barred).client.retrieveTransaction(ids)).toMatchObject({ kind: 'unknown' })
  })

  test('an authentication that is shown is no approval of a payment', async () => {
    const body = {
      result: 'SUCCESS',
      response: { gatewayCode: 'APPROVED' },
      transaction: { type: 'AUTHENTICATION' },
    }
    const shown = await served({ status: 200, body }).client.retrieveTransaction(ids)
    expect(shown.kind).toBe('authentication')
  })
})

describe('the feed', () => {
  const page = (next: string, ...ids: readonly string[]): Served => {
    const body = JSON.stringify(approved.body)
    const notifications = ids.map((id, sequence) => ({ id, sequence, time: '', state: 'NOWHERE', body }))
    return { status: 200, body: { notifications, next } }
  }
  const asked = ({ url }: Sent) => Object.fromEntries(new URL(url).searchParams)

  test.each([
    [{}, '25'],
    [{ deadlineMs: 10_000 }, '8'],
    [{ attemptMs: 5_000 }, '3'],
    [{ attemptMs: 1_000 }, '0'],
  ])('is not waited for longer than the client with %j has patience', async (patience, wait) => {
    const { client, sent } = servedTo(patience, page('n1', 'n1'))
    for await (const _ of client.notifications({ follow: true })) break
    expect(sent.map(asked)).toEqual([{ after: 'start', wait }])
  })

  test('begins now, and knows its place before it waits', async () => {
    const { client, sent } = servedTo({ deadlineMs: 10_000 }, page('n7'), page('n8', 'n8'))
    for await (const { id } of client.notifications({ after: 'now', follow: true })) {
      expect(id).toBe('n8')
      break
    }
    expect(sent.map(asked)).toEqual([
      { after: 'now', wait: '0' },
      { after: 'n7', wait: '8' },
    ])
  })

  test('tells where it was interrupted', async () => {
    const { client } = served(page('n7'), page('n8', 'n8'), 'lost')
    const told: string[] = []
    const read = async () => {
      for await (const { id } of client.notifications({ after: 'now', follow: true })) told.push(id)
    }
    await expect(read()).rejects.toMatchObject({ name: 'FeedInterruption', after: 'n8' })
    expect(told).toEqual(['n8'])
  })

  test('is not asked for again and again by who cannot wait', async () => {
    const { client, sent } = served(page('n7'))
    for await (const { id } of client.notifications({ follow: true, signal: AbortSignal.timeout(300) }))
      throw new Error(id)
    expect(sent).toHaveLength(1)
  })
})

/** Never run: `npm run types` sees whether it compiles. */
export async function whatCompiles(): Promise<void> {
  const settings = { url: 'https://gateway.example', merchant: 'SHOP', password: '' }
  const client = createClient({ ...settings, version: 73 })
  const old = createClient({ ...settings, version: 48 })
  // @ts-expect-error: there is no such version
  createClient({ ...settings, version: 0 })

  // @ts-expect-error: a payment needs the ids under which it may be repeated
  await client.pay(payment)
  // @ts-expect-error: both of them
  await client.pay({ orderId: '1' }, payment)
  // @ts-expect-error: an amount is text, never a floating-point number
  await client.pay(ids, { ...payment, order: { amount: 25, currency: 'EUR' } })
  // @ts-expect-error: a field that no version has
  await client.pay(ids, { ...payment, amuont: '1' })
  // @ts-expect-error: what is called says it
  await client.capture(ids, { apiOperation: 'CAPTURE' })

  const order = { amount: '1.00', currency: 'USD' }
  const subMerchant = { identifier: 'a', tradingName: 'b' }
  await client.balanceInquiry({ order: { ...order, subMerchant }, sourceOfFunds: { type: 'CARD' } })
  // @ts-expect-error: mandatory since version 73
  await client.balanceInquiry({ order: { ...order, subMerchant: {} }, sourceOfFunds: { type: 'CARD' } })
  await old.balanceInquiry({ order: { ...order, subMerchant: {} }, sourceOfFunds: { type: 'CARD' } })
  // @ts-expect-error: new in version 73
  await old.balanceInquiry({ order: { ...order, subMerchant: { marketplaceId: '1' } }, sourceOfFunds: {} })

  const paid = await client.pay(ids, payment)
  // @ts-expect-error: an outcome has no answer until one looks which it is
  paid.answer.result
  // @ts-expect-error: there is no shortcut
  paid.approved
  if (paid.kind === 'unknown') {
    // @ts-expect-error: there may be no answer at all
    paid.answer.result
  }
  if (paid.kind === 'approved') expectTypeOf(paid.answer.order.totalCapturedAmount).toEqualTypeOf<number>()
  if (paid.kind === 'declined') expectTypeOf(paid.gatewayCode).toEqualTypeOf<OutcomeCode>()
  expectTypeOf(adviceWithoutTimeOut).toBeFunction()
}

type Paid = Outcome<{ readonly id: string }, { readonly id: string }>

/** Every kind has its branch: one that is left out does not compile. */
export function adviceFor(paid: Paid): string {
  switch (paid.kind) {
    case 'approved':
      return 'ship'
    case 'partiallyApproved':
      return 'ask for the rest'
    case 'declined':
      return 'ask for another card'
    case 'timedOut':
      return 'nothing was charged'
    case 'pending':
    case 'unknown':
      return 'wait for the notification'
    case 'rejected':
      return 'mend the request'
  }
}

// @ts-expect-error: timedOut, pending and unknown are left out, so that it may end without advice
export function adviceWithoutTimeOut(paid: Paid): string {
  switch (paid.kind) {
    case 'approved':
    case 'partiallyApproved':
      return 'ship'
    case 'declined':
    case 'rejected':
      return 'ask for another card'
  }
}
