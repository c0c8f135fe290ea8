import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CommandContext, emptyCommandContext } from '../../src/commands/context.ts'
import type { CommandResult } from '../../src/commands/output.ts'
import { plainPaint } from '../../src/commands/terminal.ts'
import { createProgram } from '../../src/composition/program.ts'
import { openRecords } from '../../src/composition/records.ts'
import { readConfig } from '../../src/config/config.ts'
import { isRejection } from '../../src/orders/rejection.ts'
import type { OrderTape } from '../../src/tape/tape.ts'
import { createTapeSigner, readTape } from '../../src/tape/tapeFile.ts'
import { cardThat } from './cardholder.ts'
import { passwords } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { connectionTo } from './gatewayConnection.ts'
import { fundsOf } from './requests.ts'

const patienceMs = 700
const merchantId = 'TESTMERCHANT'
const password = passwords[merchantId] ?? ''

let there: TestGateway
let folder = ''
let file = ''
beforeAll(async () => {
  there = await openGateway('embedded', { patienceMs })
  folder = await mkdtemp(join(tmpdir(), 'tollgate-tape-'))
  file = join(folder, 'night.tape.json')
})
afterAll(async () => {
  await there?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command on the gateway's database; what it replays on is another gateway of this process. */
async function run(words: readonly string[]) {
  const closers: (() => Promise<unknown>)[] = []
  const settings = {
    ...there.database.settings,
    TOLLGATE_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    TOLLGATE_ACQUIRER_PATIENCE_MS: String(patienceMs),
    TOLLGATE_DATA_DIR: folder,
  }
  let shown: CommandResult | undefined
  const context: CommandContext = {
    ...emptyCommandContext,
    records: () =>
      openRecords({
        ...{ config: readConfig(settings), actor: 'reader@test', isReading: true, closers },
        ...{ warn: () => undefined, halt: new AbortController().signal },
      }),
    async throwawaySandbox(wanted) {
      const here = await openGateway('embedded', wanted)
      closers.push(here.stop)
      return {
        ...{ connection: connectionTo(here.origin), credentials: { merchantId, password } },
        consoleAddress: '',
      }
    },
    show(result) {
      if (isRejection(result)) throw new Error(result.explanation)
      shown = result
    },
    defaults: { ...emptyCommandContext.defaults, merchantId: () => merchantId },
  }
  try {
    await createProgram(context, '').parseAsync(words, { from: 'user' })
  } finally {
    for (const close of closers.reverse()) await close()
  }
  const { json, isDifferent } = shown ?? {}
  return { json, text: shown?.text(plainPaint).join('\n') ?? '', isDifferent }
}

const path = (id: string) => `order/night/transaction/${id}`
const money = (amount: string) => ({ transaction: { amount, currency: 'USD' } })
const funds = fundsOf({ nameOnCard: 'JANE CANARY', securityCode: '7391' })
const authorize = {
  apiOperation: 'AUTHORIZE',
  order: { amount: '10.00', currency: 'USD', customerNote: 'canary of the payer' },
  customer: { email: 'jane@canary.example', phone: '5550172' },
  billing: { address: { street: '1 Canary Row', city: 'Canary', country: 'USA' } },
  sourceOfFunds: funds,
}

const script = (...answers: readonly object[]) =>
  there.call('POST', '/sandbox/acquirer/scripts', { match: { orderId: 'night' }, answers })
const put = (id: string, body: object, version = 100) => there.call('PUT', path(id), body, { version })
const settled = (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await there.call('GET', path(id))
      expect(body).toMatchObject({ transaction: { reversal: { status: 'ACKNOWLEDGED' } } })
    },
    { timeout: 10_000, interval: 50 },
  )

/** A night: declined, timed out and reversed, answered too late, approved, captured in part, refunded. */
async function happen(): Promise<void> {
  await script({ answer: 'decline', gatewayCode: 'INSUFFICIENT_FUNDS' })
  expect((await put('1', authorize)).body).toMatchObject({ result: 'FAILURE' })
  await script({ answer: 'silent' }, { answer: 'silent' }, { answer: 'approve' })
  expect((await put('2', authorize, 73)).body.response).toMatchObject({ gatewayCode: 'TIMED_OUT' })
  await there.call('POST', '/sandbox/clock', { advance: 'PT10M' })
  await settled('2')
  await script({ answer: 'late', delayMs: 1_200 }, { answer: 'approve' })
  expect((await put('3', authorize)).body.response).toMatchObject({ gatewayCode: 'TIMED_OUT' })
  await settled('3')
  expect((await put('4', authorize)).status).toBe(201)
  expect((await put('4', authorize)).status).toBe(200)
  expect((await put('5', { apiOperation: 'CAPTURE', ...money('40.00') })).status).toBe(400)
  expect((await put('6', { apiOperation: 'CAPTURE', ...money('4.00') })).status).toBe(201)
  expect((await put('7', { apiOperation: 'REFUND', ...money('1.50') })).status).toBe(201)
}

test('an order is taped without anything of its payer, and comes to the same elsewhere', async () => {
  await happen()
  const taped = await vi.waitFor(
    async () => {
      const { json } = await run(['tape', 'night', '--out', file])
      expect(json).toMatchObject({ calls: 8 })
      return json
    },
    { timeout: 10_000, interval: 300 },
  )
  expect(taped).toMatchObject({ masked: expect.arrayContaining(['customer.email', 'customer.phone']) })
  const text = await readFile(file, 'utf8')
  expect(text.toLowerCase()).not.toContain('canary')
  expect(text).not.toMatch(/7391|5550172|5123450000000008/)

  const same = await run(['replay', file])
  expect(same.text).toContain('reproduced: 8 of 8 answers the same')
  expect(same.isDifferent).toBe(false)
  expect(same.json).toMatchObject({
    replayed: [
      ...[{ transactionId: '1' }, { transactionId: '2', version: 73 }, { transactionId: '3' }],
      ...[{ transactionId: '4' }, { transactionId: '4', kind: 'repeated' }, { kind: 'refused' }],
      ...[{ transactionId: '6' }, { transactionId: '7' }],
    ],
  })
}, 60_000)

test('what is not the same is told; what was changed is refused, with its place', async () => {
  const read = readTape(await readFile(file, 'utf8'))
  if (read.state !== 'intact') throw new Error(read.places.join())
  const [first, ...others] = read.tape.calls.filter(({ transactionId }) => '146'.includes(transactionId))
  if (!first) throw new Error('nothing was taped')
  let told = 0
  const receiver = createServer((_, answer) => {
    told += 1
    answer.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const order = { amount: '10.00', currency: 'USD', notificationUrl: `http://127.0.0.1:${port}/hook` }
  const answer = { ...first.answer, gatewayCode: 'EXPIRED_CARD' }
  const wrong = {
    ...{ ...first, body: { ...first.body, order } },
    answer: { ...answer, orderStatus: 'AUTHORIZED' },
  }
  const edited: OrderTape = { ...read.tape, calls: [wrong, ...others] }
  const other = createTapeSigner(Buffer.alloc(32, 1))
  await writeFile(file, other.write(edited))
  const differs = await run(['replay', file])
  expect(differs.isDifferent).toBe(true)
  expect(differs.text).toContain(`signed by ${other.signer}`)
  expect(differs.text).toContain('order.status: AUTHORIZED → FAILED')
  expect(differs.text).toContain('result in the end: FAILURE INSUFFICIENT_FUNDS → FAILURE EXPIRED_CARD')
  expect(differs.text).toContain('reproduced: 3 of 4 answers the same')
  // The shop is not told of what is only replayed.
  expect(told).toBe(0)
  receiver.close()

  await writeFile(file, other.write(edited).replace('"4.00"', '"4.01"'))
  await expect(run(['replay', file])).rejects.toThrow('Changed at: calls[3].body.')
  await expect(run(['replay', file, '--verify', '--changed'])).rejects.toThrow('is not what was signed')
  await expect(run(['replay', file, '--signer', 'BBBBB'])).rejects.toThrow('is not what was signed')
}, 60_000)

test('an order that was paid by another one, and after an enrollment check, comes to the same', async () => {
  const order = { amount: '10.00', currency: 'USD' }
  const sourceOfFunds = fundsOf({ number: cardThat.isNotEnrolled })
  const redirect = { authenticationRedirect: { responseUrl: 'https://shop.example/back' } }
  const check = { apiOperation: 'CHECK_3DS_ENROLLMENT', '3DSecure': redirect, order, sourceOfFunds }
  expect((await there.call('PUT', '3DSecureId/check-night', check)).status).toBe(200)
  const paid = async (orderId: string, body: object) => {
    const pay = { apiOperation: 'PAY', order, ...body }
    const { body: answer, text } = await there.call('PUT', `order/${orderId}/transaction/1`, pay)
    expect(answer, text).toMatchObject({ result: 'SUCCESS' })
  }
  await paid('second', { referenceOrderId: 'night' })
  await paid('third', { '3DSecureId': 'check-night', sourceOfFunds })
  for (const name of ['second', 'third']) {
    await run(['tape', name, '--out', file])
    const { text, json } = await run(['replay', file])
    expect(json, text).toMatchObject({ isSame: true, made: 1 })
  }
}, 60_000)
