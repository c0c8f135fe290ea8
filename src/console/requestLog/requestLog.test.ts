import { expect, test } from 'vitest'
import { bytesKept } from '../../../test/support/memory/bytesKept.ts'
import type { MerchantCall } from '../../http/api/merchantCall.ts'
import { readJson } from '../../http/transport/json.ts'
import { invalid } from '../../orders/rejection.ts'
import { loggedCall } from './loggedCall.ts'
import type { CallBatch, StoredBatch } from './port.ts'
import { createRequestLog } from './requestLog.ts'
import { findCall, findCalls } from './search.ts'

const owner = { cell: 0, merchantId: 'M' }
const path = '/api/rest/version/{version}/merchant/{merchantId}/order/{orderid}/transaction/{transactionid}'
const body = {
  apiOperation: 'PAY',
  order: { amount: '10.00', currency: 'USD' },
  sourceOfFunds: { provided: { card: { number: '5123450000000008', securityCode: '987' } } },
}
const paid: MerchantCall = {
  ...{ owner, method: 'PUT', template: path, version: 100, orderId: 'O', transactionId: '1', body },
  ...{
    isOfBrowser: false,
    isOfTool: false,
    correlationId: undefined,
    requestId: 'request',
    status: 201,
    ms: 12.345,
    rejection: undefined,
  },
  ...{ supportCode: undefined, reply: { result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } } },
}
const refused: MerchantCall = {
  ...{ ...paid, status: 400, reply: '{}', correlationId: 'c-1' },
  rejection: invalid('order.amount', 'It is too much.', '10.00'),
}

/** A log over memory. */
function opened(callsMax = 100) {
  const batches: CallBatch[] = []
  const kept: number[] = []
  let dropped = 0
  let isAway = false
  let held: Promise<void> = Promise.resolve()
  const log = createRequestLog({
    ...{ callsMax, daysMax: 30, clock: { now: () => new Date(1_000) }, warn: () => undefined },
    onDropped: calls => {
      dropped += calls
    },
    store: {
      async append(given) {
        if (isAway) throw new Error('away')
        await held
        batches.push(...given)
      },
      keep: async (_, calls) => void kept.push(calls),
      forgetOlder: async () => false,
    },
  })
  const away = () => {
    isAway = true
  }
  /** Nothing is written until it may go on. */
  const holdUp = () => {
    let goOn = () => {}
    held = new Promise(resolve => {
      goOn = resolve
    })
    return () => goOn()
  }
  return { ...log, batches, kept, away, holdUp, dropped: () => dropped }
}

test('a recorded payment is kept without its body, a refused one with it, masked, and why', async () => {
  const log = opened()
  log.record(paid)
  log.record(refused)
  await log.stop()
  const common = {
    ...{ atMs: 1_000, method: 'PUT', path, version: 100, operation: 'PAY' },
    ...{ ms: 12.35, requestId: 'request' },
  }
  expect(log.batches).toEqual([
    {
      ...owner,
      calls: [
        {
          ...{ ...common, orderId: 'O', transactionId: '1', status: 201 },
          ...{ result: 'SUCCESS', gatewayCode: 'APPROVED' },
        },
        {
          ...{ ...common, orderId: 'O', transactionId: '1', status: 400, correlationId: 'c-1' },
          error: {
            ...{ cause: 'INVALID_REQUEST', field: 'order.amount', validationType: 'INVALID' },
            explanation: expect.stringContaining('It is too much.'),
          },
          body: {
            ...body,
            sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008' } } },
          },
        },
      ],
    },
  ])
})

test('what waits is bounded, what was dropped is counted, and so is what could not be written', async () => {
  const log = opened()
  for (let call = 0; call < 1_500; call++) log.record(refused)
  expect(log.dropped()).toBe(500)
  for (let call = 0; call < 9_500; call++) log.record(paid)
  expect(log.dropped()).toBe(1_000)
  await log.flush()
  const lengths = log.batches.map(({ calls }) => calls.length)
  // Those with bodies first, which weigh more; then as many as a batch holds.
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(10_000)
  expect(lengths.slice(0, 32)).toEqual(Array(32).fill(31))
  expect(lengths.slice(33, -1)).toEqual(Array(17).fill(500))
  log.away()
  log.record(paid)
  await log.stop()
  expect(log.dropped()).toBe(1_001)
})

test('behind a database that takes its time no more waits than once', async () => {
  const log = opened()
  const goOn = log.holdUp()
  for (let second = 0; second < 5; second++) {
    for (let call = 0; call < 10_000; call++) log.record(paid)
    void log.flush()
  }
  expect(log.dropped()).toBe(30_000)
  goOn()
  await log.stop()
  expect(log.batches.reduce((sum, { calls }) => sum + calls.length, 0)).toBe(20_000)
})

test('a merchant is cut back to what is kept once for each tenth of it', async () => {
  const log = opened(50)
  for (let call = 0; call < 12; call++) {
    log.record(paid)
    await log.flush()
  }
  await log.stop()
  expect(log.kept).toEqual([50, 50])
})

test('calls are found backwards page by page, each once, also where most are not wanted', async () => {
  const batches: StoredBatch[] = Array.from({ length: 250 }, (_, batch) => ({
    batchNo: String(250 - batch),
    calls: [0, 1, 2].map(index => {
      const atMs = (250 - batch) * 10 + index
      const status = atMs % 100 === 1 ? 400 : 200
      return { atMs, method: 'GET', path, version: 100, status, ms: 1, orderId: `O${atMs % 2}` }
    }),
  }))
  const store = {
    read: async (_: unknown, { before, limit }: { before?: string | undefined; limit: number }) =>
      batches
        .filter(({ batchNo }) => before === undefined || Number(batchNo) < Number(before))
        .slice(0, limit),
  }
  const all = async (filter: object, limit: number) => {
    const times: number[] = []
    let after: string | undefined
    do {
      const { calls, next } = await findCalls(store, owner, { filter, page: { after, limit } })
      times.push(...calls.map(({ atMs }) => atMs))
      after = next
    } while (after !== undefined)
    return times
  }
  const everything = batches.flatMap(({ calls }) => calls.map(({ atMs }) => atMs).reverse())
  expect(await all({}, 7)).toEqual(everything)
  expect(await all({ outcome: 'REFUSED' }, 2)).toEqual(everything.filter(atMs => atMs % 100 === 1))
  expect(await all({ orderId: 'O1', fromMs: 1_000, untilMs: 2_000 }, 50)).toEqual(
    everything.filter(atMs => atMs % 2 === 1 && atMs >= 1_000 && atMs < 2_000),
  )
  const [{ key = '' } = {}] = (await findCalls(store, owner, { filter: {}, page: { limit: 1 } })).calls
  expect(await findCall(store, owner, key)).toMatchObject({ key, atMs: 2_502 })
  expect(await findCall(store, owner, '900.0')).toBeUndefined()
})

test('a long body is not kept, and batches with bodies are small', async () => {
  const log = opened()
  const item = Array.from({ length: 20 }, () => ({ name: 'n'.repeat(250), description: 'd'.repeat(250) }))
  const long = { ...body, order: { ...body.order, item } }
  log.record({ ...refused, body: long })
  for (let each = 0; each < 40; each++) log.record(refused)
  await log.stop()
  expect(log.batches[0]?.calls[0]).toMatchObject({ body: undefined, status: 400 })
  expect(log.batches.map(({ calls }) => calls.length)).toEqual([32, 9])
})

test('a read that brings few batches is not the end of the log', async () => {
  const logged = { ...{ atMs: 1, method: 'PUT', path, version: 100, status: 201, ms: 1 } } as const
  const stored: StoredBatch[] = [3, 2, 1].map(no => ({ batchNo: String(no), calls: [logged] }))
  const one = {
    read: async (_: unknown, { before }: { readonly before?: string | undefined }) =>
      stored.filter(({ batchNo }) => before === undefined || BigInt(batchNo) < BigInt(before)).slice(0, 1),
  }
  const { calls, next } = await findCalls(one, owner, { filter: {}, page: { limit: 10 } })
  expect(calls.map(({ key }) => key)).toEqual(['3.0', '2.0', '1.0'])
  expect(next).toBeUndefined()
})

test('of a long body no more is kept than what is shown of it', () => {
  const logged = (each: number) => {
    const order = `{"reference":"reference-${each}"}`
    const sent = `{"correlationId":"correlation-${each}","apiOperation":"PAY","order":${order}`
    const read = readJson(Buffer.from(`${sent},"more":"${'a'.repeat(50_000)}"}`))
    if (!('value' in read)) throw new Error('It was not read')
    const { more: _, ...body } = read.value
    return loggedCall({ ...refused, correlationId: String(body.correlationId), body }, 0)
  }
  expect(logged(7)).toMatchObject({
    correlationId: 'correlation-7',
    body: { order: { reference: 'reference-7' } },
  })
  expect(bytesKept(200, logged)).toBeLessThan(2_000_000)
})
