import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic } from './client.ts'
import { type ConsoleUser, enterConsole } from './consoleUser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

let gateway: TestGateway
let user: ConsoleUser
beforeAll(async () => {
  // Nobody hears of reversals, so what is owed stays owed.
  gateway = await openGateway('embedded', {
    acquirer: acquirer => ({
      ...acquirer,
      send: async (ask, deadline) =>
        ask.verb === 'reverse' ? { outcome: 'silent' } : await acquirer.send(ask, deadline),
    }),
  })
  user = await enterConsole(gateway)
})
afterAll(() => gateway?.stop())

test('a merchant is added, calls with its password, and has its profile changed', async () => {
  const { password } = await user.ask('addMerchant', { about: 'NEWSHOP', settings: ['notifications=true'] })
  const calling = { merchant: 'NEWSHOP', authorization: basic('merchant.NEWSHOP', password) }
  const paid = await gateway.call('PUT', 'order/1/transaction/1', authorization({}), calling)
  expect(paid.status).toBe(201)
  const listed = await user.ask('merchants', { limit: 2 })
  expect(listed.merchants).toHaveLength(2)
  const rest = await user.ask('merchants', { ...(listed.next && { after: listed.next }) })
  const ids = [...listed.merchants, ...rest.merchants].map(({ merchantId }) => merchantId)
  expect(ids).toEqual([...ids].sort())
  expect(ids).toContain('NEWSHOP')
  const changed = await user.ask('changeProfile', { about: 'NEWSHOP', settings: ['requestsPerSecond=7'] })
  expect(changed.settings).toContainEqual({
    ...{ name: 'requestsPerSecond', value: '7', isUsual: false, doc: expect.any(String) },
  })
  const wrong = { about: 'NEWSHOP', settings: ['requestPerSecond=7'] }
  expect(await user.refused('changeProfile', wrong)).toMatchObject({ status: 400, field: 'requestPerSecond' })
  expect(await user.refused('addMerchant', { about: 'NEWSHOP' })).toMatchObject({ status: 400 })
})

test('a merchant is suspended, closed and resumed, each with who did it and why', async () => {
  const stand = (standing: 'OPEN' | 'SUSPENDED' | 'CLOSED', more: object = {}) =>
    ({ about: 'NEWSHOP', standing, ...more }) as const
  const shown = await user.ask('changeStanding', stand('SUSPENDED', { reason: 'under review' }))
  expect(shown).toMatchObject({ merchantId: 'NEWSHOP', standing: 'SUSPENDED' })
  expect(shown.settings.map(({ name }) => name)).not.toContain('standing')
  // Closing counts orders as the search has taken them in.
  await expect
    .poll(async () => (await user.ask('findOrders', { merchantId: 'NEWSHOP' })).orders)
    .toHaveLength(1)
  expect(await user.refused('changeStanding', stand('CLOSED'))).toMatchObject({
    ...{ status: 400, explanation: expect.stringContaining('1 authorized and not captured') },
  })
  await user.ask('changeStanding', stand('CLOSED', { isAnyway: true }))
  expect(await user.ask('changeStanding', stand('OPEN'))).toMatchObject({ standing: 'OPEN' })
  const wrong = stand('SUSPENDED', { reason: 'card 5123450000000008' })
  expect(await user.refused('changeStanding', wrong)).toMatchObject({ status: 400, field: 'reason' })
  const { entries } = await user.ask('merchantAudit', { merchantId: 'NEWSHOP', limit: 3 })
  expect(entries).toMatchObject([
    { action: 'merchant.resume' },
    { action: 'merchant.close', details: { authorized: 1 } },
    { action: 'merchant.suspend', details: { reason: 'under review' }, actor: expect.stringContaining('@') },
  ])
})

test('nodes beat, keys are told without values, and nothing is linked here', async () => {
  const { nodes } = await user.ask('gatewayNodes', {})
  const [{ nodeId = '', beats = '0' } = {}] = nodes
  await expect
    .poll(
      async () => {
        const again = await user.ask('gatewayNodes', {})
        return Number(again.nodes.find(node => node.nodeId === nodeId)?.beats) > Number(beats)
      },
      { timeout: 5_000 },
    )
    .toBe(true)
  const keys = await user.ask('gatewayKeys', {})
  expect(keys.generations[0]).toMatchObject({ number: expect.any(Number), startedAt: expect.any(String) })
  expect(keys.wrappings[0]).toMatchObject({ keyId: expect.any(String), keys: expect.any(Number) })
  expect(await user.ask('gatewayLinks', {})).toEqual({ links: [], stranded: [], events: [] })
  expect(await user.ask('directoryServers', {})).toEqual({ directoryServers: [] })
  expect(await user.ask('businessDates', {})).toEqual({ dates: [] })
  const day = { link: 'north', date: '2026-11-17' }
  expect(await user.ask('compareBusinessDate', day)).toMatchObject({ findings: [], differences: [] })
  expect(await user.refused('compareBusinessDate', { ...day, date: '2026-13-45' })).toMatchObject({
    field: 'date',
  })
})

test('what is owed is listed page by page with its order, and can be tried at once', async () => {
  for (const order of ['owed-1', 'owed-2', 'owed-3'])
    await gateway.authorize(order, authorization({}, { expiry: '08/28' }))
  const all = async (limit: number) => {
    const found: string[] = []
    let after: string | undefined
    do {
      const page = await user.ask('obligations', { limit, ...(after !== undefined && { after }) })
      found.push(...page.obligations.map(({ orderId, obligation }) => `${orderId} ${obligation}`))
      after = page.next
    } while (after !== undefined)
    return found
  }
  const owed = ['owed-1 reversal', 'owed-2 reversal', 'owed-3 reversal']
  expect([...new Set(await all(100))].sort()).toEqual(owed)
  // Attempts go on between two pages, and move what is owed to the end: it may be met twice, never missed.
  expect([...new Set(await all(1))].sort()).toEqual(owed)
  const about = { about: 'TESTMERCHANT', orderId: 'owed-1', transactionId: '1' }
  expect(await user.ask('tryObligations', about)).toEqual({ isHastened: true })
  expect(await user.refused('obligations', { after: 'nonsense' })).toMatchObject({ field: 'after' })
})

test('one payment for each outcome that a card can have', async () => {
  const merchantId = 'TESTMERCHANT'
  const { outcomes } = await user.ask('sandboxCards', { merchantId })
  const codes = new Set(outcomes.map(({ gatewayCode }) => gatewayCode))
  expect(await user.ask('makeEachOutcome', { merchantId })).toMatchObject({
    isRunning: true,
    total: codes.size,
  })
  const progress = () => user.ask('eachOutcome', { merchantId })
  await expect.poll(async () => (await progress()).isRunning, { timeout: 20_000 }).toBe(false)
  const { payments } = await progress()
  expect(payments.map(({ wanted }) => wanted)).toEqual([...codes])
  for (const { wanted, gatewayCode, refused } of payments)
    expect(gatewayCode, `${wanted}: ${refused}`).toBe(wanted)
  const { entries } = await user.ask('merchantAudit', { merchantId, limit: 2 })
  expect(entries.map(({ details }) => details)).toMatchObject([
    { action: 'ONE_OF_EACH_OUTCOME' },
    { action: 'TRY_OBLIGATION', orderId: 'owed-1' },
  ])
})
