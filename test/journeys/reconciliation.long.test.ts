import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startControlServer } from '../../src/acquirerHost/controlServer.ts'
import { checkLayout } from '../../src/acquirers/reconciliation/clearingLayout.ts'
import { projectPath } from '../../src/platform/files.ts'
import { createReconciliationStore } from '../../src/store/reconciliation/reconciliations.ts'
import { tollgate } from '../faults/tollgateProcess.ts'
import { authorization as rawSale, signedOn } from '../support/acquirerHost/hostStory.ts'
import { callConsole, signInAs } from '../support/console/consoleLogin.ts'
import { keyEncryptionKeys, openGateway, type TestGateway } from './gateway.ts'
import { openLinkedHost } from './linkedHost.ts'
import { authorization, newOrder } from './requests.ts'

const link = 'first-bank'
let folder = ''
let host: Awaited<ReturnType<typeof openLinkedHost>>
let gateway: TestGateway
let neighbour: TestGateway | undefined
let pool: pg.Pool

const waits = { everyMs: 50, settlingMs: 1_000 }
const patienceMs = 1_500
async function open(dialect: string): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'reconciliation-'))
  host = await openLinkedHost(dialect)
  gateway = await openGateway('external', {
    ...{ patienceMs, isSandbox: false, acquirerLinks: host.links, reconciliationWaits: waits },
  })
  pool = new pg.Pool(gateway.database.config)
}
async function close(): Promise<void> {
  await pool?.end()
  await neighbour?.stop()
  neighbour = undefined
  await gateway?.stop()
  await host?.close()
  await rm(folder, { recursive: true, force: true })
}

const [{ id, key } = { id: '', key: Buffer.alloc(0) }] = keyEncryptionKeys.keys
const reconcile = (options = '') =>
  tollgate(`reconcile ${options}`, {
    ...gateway.database.settings,
    ...{ TOLLGATE_MODE: 'production', TOLLGATE_PUBLIC_URL: 'https://pay.example' },
    TOLLGATE_ACQUIRER_LINKS: projectPath('examples/acquirer-links.json'),
    ...{ TOLLGATE_KEYS: `${id}:${key.toString('base64')}`, TOLLGATE_AUDIT_HEAD_FILE: join(folder, 'head') },
  })

type Body = Readonly<Record<string, unknown>>
const put = (order: string, transaction: number, body: Body, node = gateway) =>
  node.call('PUT', `order/${order}/transaction/${transaction}`, body)

async function succeed(order: string, transaction: number, body: Body): Promise<void> {
  const answer = await put(order, transaction, body)
  expect(answer, answer.text).toMatchObject({ body: { result: 'SUCCESS' } })
}

const pay = (more: Body = {}) => ({ ...authorization(more), apiOperation: 'PAY' })
const of = (apiOperation: string, amount = '4.00') => ({
  ...{ apiOperation, transaction: { amount, currency: 'USD' } },
})
const voidOf = (targetTransactionId: string) => ({
  apiOperation: 'VOID',
  transaction: { targetTransactionId },
})

async function paid(more: Body = {}): Promise<string> {
  const order = newOrder()
  await succeed(order, 1, pay(more))
  return order
}

/** Payments, a capture, refunds; one payment and one refund are voided. A hold moves nothing. */
async function moveMoney(): Promise<void> {
  const [kept, undone] = [await paid(), await paid()]
  await succeed(undone, 2, voidOf('1'))
  const held = newOrder()
  await succeed(held, 1, authorization())
  await succeed(held, 2, of('CAPTURE'))
  await succeed(kept, 2, of('REFUND'))
  await succeed(kept, 3, of('REFUND', '1.00'))
  await succeed(kept, 4, voidOf('3'))
}

const timedOut = { body: { response: { gatewayCode: 'TIMED_OUT' } } }

/** A payment that the host booked and nobody heard of: it is reversed, which the host counts too. */
async function loseAnAnswer(): Promise<void> {
  host.control.fault('drop-answer', { next: 1, on: 'originals' })
  expect(await put(newOrder(), 1, pay())).toMatchObject(timedOut)
  await expect.poll(() => host.control.entries().some(({ kind }) => kind === 'reversal')).toBe(true)
}

const shown = (businessDate: string): string =>
  [businessDate.slice(0, 4), businessDate.slice(4, 6), businessDate.slice(6)].join('-')
const monthAndDay = (businessDate: string): string => businessDate.slice(4)

async function dateOf(businessDate: string) {
  const dates = await createReconciliationStore(pool, pool).list({ link, limit: 20 })
  return dates.find(({ date }) => date === shown(businessDate))
}

/** Until the totals of the date are answered. */
const settled = (businessDate: string, state: string) =>
  expect
    .poll(async () => (await dateOf(businessDate))?.exchanges.map(one => `${one.currency} ${one.state}`), {
      timeout: 20_000,
    })
    .toEqual([`USD ${state}`])

/** The totals that the host was sent of a date. */
const totalsSent = (businessDate: string) =>
  host.control
    .messages()
    .filter(({ type, direction }) => type[1] === '5' && direction === 'received')
    .filter(({ fields }) => fields[15]?.endsWith(monthAndDay(businessDate)))
    .map(({ fields }) => ({ debits: fields[76], credits: fields[74], amount: fields[88] }))

describe.each(['iso1987-ascii', 'iso1987-packed', 'iso1993-packed'])(
  'with a host that speaks %s',
  dialect => {
    beforeAll(async () => {
      await open(dialect)
      neighbour = await gateway.neighbour()
    })
    afterAll(close)

    test('the host ends a date: one of two nodes sends its totals, and they agree', async () => {
      const first = host.control.businessDate()
      await moveMoney()
      const second = host.control.cutOver()
      await expect.poll(() => dateOf(second)).toMatchObject({ state: 'open' })
      await settled(first, 'IN_BALANCE')
      expect(totalsSent(first)).toEqual([
        { debits: '0000000003', credits: '0000000002', amount: '0000000000002400' },
      ])
      expect((await dateOf(first))?.exchanges).toMatchObject([{ number: 1, repeats: 0, askedBy: 'gateway' }])
    })

    test('what is under way at a cut-over counts on the date that the host says', async () => {
      const first = host.control.businessDate()
      const happened = () => host.control.faults().happened
      host.control.fault('late', { next: 1, on: 'originals', ms: 600 })
      const before = put(newOrder(), 1, pay())
      await expect.poll(happened).toHaveProperty('late')
      host.control.fault('late-request', { next: 1, on: 'originals', ms: 600 })
      const after = put(newOrder(), 1, pay())
      await expect.poll(happened).toHaveProperty('late-request')
      const second = host.control.cutOver()
      for (const [answer, date] of [
        [await before, first],
        [await after, second],
      ] as const)
        expect(answer.body).toMatchObject({
          ...{ result: 'SUCCESS', transaction: { acquirer: { date: monthAndDay(date) } } },
        })
      await settled(first, 'IN_BALANCE')
      host.control.cutOver()
      await settled(second, 'IN_BALANCE')
      expect([...totalsSent(first), ...totalsSent(second)].map(({ debits }) => Number(debits))).toEqual([
        1, 1,
      ])
    })

    test('a payment that nobody answered and that was reversed is no missing money', async () => {
      const date = host.control.businessDate()
      await paid()
      await loseAnAnswer()
      host.control.cutOver()
      await settled(date, 'NET_IN_BALANCE')
    })

    test('the host books another amount than it answered: readiness says so', async () => {
      const date = host.control.businessDate()
      host.control.fault('book-other-amount', { next: 1 })
      await paid()
      host.control.cutOver()
      await settled(date, 'OUT_OF_BALANCE')
      await expect.poll(async () => (await gateway.call('GET', '/ready')).text).toContain('TOTALS_DIFFER')
    })
  },
)

/** Of the clearing file of a date, as the host gives it to whoever asks for it. */
async function clearingOf(businessDate: string): Promise<string> {
  const control = await startControlServer(host.control, 0)
  const fetched = async (path: string) => (await fetch(`http://127.0.0.1:${control.port}${path}`)).text()
  const [file, layout] = [join(folder, `${businessDate}.csv`), join(folder, 'layout.json')]
  await writeFile(file, await fetched(`/clearing/${businessDate}`))
  await writeFile(layout, await fetched('/clearing-layout'))
  await control.close()
  expect(checkLayout(JSON.parse(await readFile(layout, 'utf8')))).toHaveProperty('layout')
  return `--link ${link} --date ${shown(businessDate)} --file ${file} --layout ${layout}`
}

/** What the command tells is in the console too: totals of all sides, and each line with its order. */
async function sameInConsole(businessDate: string, orders: ReadonlyMap<string, string>): Promise<void> {
  const { token } = await signInAs(gateway.database, { role: 'OPERATOR' })
  const ask = async (name: string, input: object) => (await callConsole(gateway, name, input, { token })).body
  const lines = (await readFile(join(folder, `${businessDate}.csv`), 'utf8')).trimEnd().split('\n')
  const layout = await readFile(join(folder, 'layout.json'), 'utf8')
  const date = { link, date: shown(businessDate) }
  const { totals, differences, ...compared } = await ask('compareBusinessDate', { ...date, lines, layout })
  expect(compared).toMatchObject({ lines: 5, same: 1, isWhole: true, findings: [{ type: 'OTHER_TOTALS' }] })
  expect(totals).toContainEqual(
    expect.objectContaining({ whose: 'host', debit: { count: 4, amount: '153.46' } }),
  )
  expect(totals).toContainEqual(expect.objectContaining({ whose: 'file', currency: 'EUR' }))
  expect(differences).toHaveLength(6)
  expect(differences).toContainEqual(
    expect.objectContaining({
      ...{ type: 'OTHER_AMOUNT', merchantId: 'TESTMERCHANT', orderId: orders.get('book-other-amount') },
      ...{ amount: '10.00', file: { line: 3, amount: '10.01', currency: 'USD' } },
    }),
  )
  const refused = async (input: object) => (await ask('compareBusinessDate', { ...date, ...input })).error
  expect(await refused({ lines })).toMatchObject({ field: 'layout', validationType: 'MISSING' })
  expect(await refused({ layout: '{"columns":1}', lines })).toMatchObject({ field: 'layout' })
  const [header = '', ...rest] = lines
  expect(await refused({ layout, lines: [header, 'nonsense'] })).toMatchObject({
    ...{ field: 'lines', explanation: expect.stringContaining('line 2') },
  })
  const card = [header, ...rest, '5123450000000008']
  expect(await refused({ layout, lines: card })).toMatchObject({ field: expect.stringMatching(/^lines\[/) })
  const listed = await ask('businessDates', { limit: 1 })
  const older = await ask('businessDates', { limit: 100, after: listed.next })
  expect(older.dates).toContainEqual(expect.objectContaining(date))
  expect(older.dates).not.toContainEqual(expect.objectContaining({ date: listed.dates[0].date }))
  expect((await ask('businessDates', { after: 'nonsense at all' })).error).toMatchObject({ field: 'after' })
}

const bookFaults = ['book-nothing', 'book-other-amount', 'book-other-currency', 'book-next-date'] as const

async function openObligations(): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int4 as open from obligations where status = 'PENDING'`)
  return Number(rows[0]?.open)
}

describe('what an operator is told', () => {
  beforeAll(() => open('iso1987-ascii'))
  afterAll(close)
  const orders = new Map<string, string>()
  let [first, second] = ['', '']

  test('each difference, with its order and what to do about it', async () => {
    first = host.control.businessDate()
    await paid()
    for (const fault of bookFaults) {
      host.control.fault(fault, { next: 1 })
      orders.set(fault, await paid())
    }
    const stranger = await signedOn(host)
    stranger.send(rawSale('000077', { 0: '0200', 3: '000000' }))
    expect(await stranger.answer()).toMatchObject({ 39: '00' })
    host.control.fault('drop-request', { probability: 1, on: 'reversals' })
    host.control.fault('drop-answer', { next: 1, on: 'originals' })
    const open = newOrder()
    orders.set('open', open)
    expect(await put(open, 1, pay())).toMatchObject(timedOut)
    second = host.control.cutOver()
    await settled(first, 'OUT_OF_BALANCE')
    const told = await reconcile(await clearingOf(first))
    expect(told.code, told.errors).toBe(1)
    await sameInConsole(first, orders)
    const named = (fault: string) => `PAYMENT 1 of order ${orders.get(fault)} (TESTMERCHANT)`
    for (const text of [
      'gateway  USD       5: 50.00   0: 0.00   0: 0.00  0: 0.00   D 50.00',
      'host     USD       4: 153.46  0: 0.00   0: 0.00  0: 0.00   D 153.46  OUT_OF_BALANCE',
      'file     EUR       1: 10.00 ',
      'OTHER_TOTALS  USD: ',
      `MISSING_AT_HOST  ${named('book-nothing')}, 10.00 USD, was approved`,
      `MISSING_AT_HOST  ${named('book-next-date')}, 10.00 USD, was approved`,
      `OTHER_AMOUNT  ${named('book-other-amount')} is 10.00 USD at the gateway and 10.01 USD in line 3`,
      `OTHER_CURRENCY  ${named('book-other-currency')} is 10.00 USD at the gateway and 10.00 EUR in line 4`,
      'MISSING_AT_GATEWAY  In line 5 of the file there is a debit of 123.45 USD,',
      '  reference 631912000077, trace number 000077, terminal TG000001, acceptor TESTMERCHANT001',
      `STILL_OPEN  ${named('open')}, 10.00 USD, still needs its reversal to be heard; line 6`,
      '7 differences. 5 lines, 1 the same.',
    ])
      expect(told.output).toContain(text)
  })

  test('what the host booked or reversed on the next date is found there', async () => {
    host.control.clearFaults()
    await expect.poll(() => host.control.entries().some(({ kind }) => kind === 'reversal')).toBe(true)
    await expect.poll(openObligations).toBe(0)
    host.control.cutOver()
    const told = await reconcile(`${await clearingOf(second)} --json`)
    expect(told.code, told.errors).toBe(1)
    expect(JSON.parse(told.output).differences).toMatchObject([
      { type: 'OTHER_DATE', gateway: { orderId: orders.get('book-next-date'), date: shown(first) } },
      { type: 'OTHER_DATE', gateway: { orderId: orders.get('open'), state: 'failed' } },
    ])
  })

  test('that nothing moved, in the currency of the dates before it, and once more when asked', async () => {
    const third = host.control.businessDate()
    host.control.cutOver()
    await settled(third, 'IN_BALANCE')
    const again = await reconcile(`--link ${link} --date ${shown(third)} --send --as anna`)
    expect(again.code, again.errors).toBe(0)
    expect(again.output).toMatch(/^host +USD +0: 0\.00 .* IN_BALANCE$/m)
    expect(again.output).toMatch(/^Nothing differs, and nothing is open\.$/m)
    const list = await reconcile()
    expect(list.code, list.errors).toBe(1)
    expect(list.output).toMatch(new RegExp(`^${shown(third)} +${link} +done +USD +IN_BALANCE .* anna `, 'm'))
    expect(list.output).toMatch(new RegExp(`^${shown(first)} .* OUT_OF_BALANCE`, 'm'))
  })

  test('that a link is not known', async () => {
    const unknown = await reconcile(`--link frist-bank --date ${shown(first)} --send`)
    expect(unknown).toMatchObject({ code: 2, output: '' })
    expect(unknown.errors).toContain('there are dates of first-bank.')
  })
})
