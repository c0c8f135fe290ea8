import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleCall } from '../../src/console/api/call.ts'
import { consoleCalls } from '../../src/console/api/calls.ts'
import { withClient } from '../../src/store/schema/migrate.ts'
import { type ConsoleLogin, callConsole, signInAs } from '../support/console/consoleLogin.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

/** In whatever one merchant has, and never in an id: nobody else may be shown it. */
const canary = 'canary7391'
const merchantId = 'TESTMERCHANT'

let gateway: TestGateway
let own: ConsoleLogin
let colleague: ConsoleLogin
let stranger: ConsoleLogin
beforeAll(async () => {
  gateway = await openGateway('embedded')
  own = await signInAs(gateway.database, { role: 'ADMINISTRATOR' })
  colleague = await signInAs(gateway.database, { role: 'READ_ONLY', email: `${canary}@shop.example` })
  stranger = await signInAs(gateway.database, { role: 'ADMINISTRATOR', merchantId: 'OTHERMERCHANT' })
})
afterAll(() => gateway?.stop())

const ask = async (name: string, input: object) => {
  const { status, body } = await callConsole(gateway, name, { merchantId, ...input }, { token: own.token })
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
  return body
}

const rule = {
  ...{ id: 'watched', name: canary, stage: 'BEFORE', recommendation: 'REVIEW' },
  when: { amount: [{ currency: 'USD', above: '1.00' }] },
}
const script = { orderId: 'canary7391', answers: [{ answer: 'silent' }] }

/** One of everything, and what each is called by. */
async function furnish() {
  await ask('changeNotifications', { isOn: true, address: `https://${canary}.example/` })
  await ask('saveRule', { rule })
  for (const state of ['SHADOW', 'ACTIVE']) await ask('setRuleState', { id: rule.id, state })
  await ask('addToRiskList', { list: 'SUSPECT', kind: 'EMAIL', value: 'x@y.example', note: canary })
  await ask('saveFilter', { name: 'mine', query: `reference=${canary}` })
  await ask('addSandboxScript', script)
  const order = { amount: '10.00', currency: 'USD', reference: canary }
  const pay = (orderId: string) =>
    gateway.authorize(orderId, authorization({ order, customer: { email: 'payer@foreign.example' } }))
  let made = 0
  const reviews = async () => {
    await pay(`order-${++made}`)
    return (await ask('reviewQueue', {})).reviews
  }
  await expect.poll(reviews, { timeout: 8_000, interval: 250 }).not.toEqual([])
  const [{ orderId, transactionId }] = (await ask('reviewQueue', {})).reviews
  await expect.poll(async () => (await ask('deliveries', { orderId })).deliveries).not.toEqual([])
  await expect.poll(async () => (await ask('findOrders', { orderId })).orders).toHaveLength(1)
  const [{ notificationId }] = (await ask('deliveries', { orderId })).deliveries
  const [{ key }] = (await ask('requestLog', { orderId })).calls
  const [entry] = (await ask('riskLists', { list: 'SUSPECT' })).entries
  const [{ id: scriptId }] = (await ask('sandboxScripts', {})).scripts
  const [{ filterId }] = (await ask('savedFilters', {})).filters
  return { orderId, transactionId, notificationId, key, entryId: entry.id, scriptId, filterId }
}

type Furniture = Awaited<ReturnType<typeof furnish>>

/** For every field that calls about a merchant have: what is one merchant's, or else what is valid. */
const valuesOf = ({ entryId, scriptId, ...named }: Furniture) => ({
  everywhere: {
    ...{ ...named, userId: colleague.userId },
    ...{ id: rule.id, name: 'mine', email: 'payer@foreign.example', fingerprint: 'a'.repeat(64) },
    ...{ action: 'CAPTURE', operation: 'ENTER_CHARGEBACK', amount: '1.00', currency: 'USD', position: '0' },
    ...{
      query: 'a=b',
      step: 'hour',
      from: '2026-01-01T00:00:00.000Z',
      until: '2099-01-01T00:00:00.000Z',
      slot: 1,
    },
    ...{ sessionId: colleague.sessionId, version: 73 },
    rule: { ...rule, id: 'another', name: 'Another' },
    ...{ pem: 'none', kind: 'signing', state: 'RETIRED', list: 'SUSPECT', decision: 'REJECTED' },
    ...{ answers: script.answers, role: 'READ_ONLY', isDisabled: true, note: 'n' },
  } as Readonly<Record<string, unknown>>,
  of: {
    removeFromRiskList: { id: entryId },
    removeSandboxScript: { id: scriptId },
    addToRiskList: { kind: 'NAME', value: 'Somebody' },
    figures: { from: '2026-11-17T00:00:00.000Z', to: '2026-11-17T05:00:00.000Z' },
    inviteUser: { email: 'new@other.example' },
    // Of these at least one is needed, and not more.
    findPayer: { orderId: undefined },
    erasePayer: { orderId: undefined },
    resendNotifications: { state: 'DELIVERED' },
    deliveries: { state: 'WAITING' },
  } as Readonly<Record<string, object>>,
})

/** They make payments, or wait for some; neither names anything. */
const apart = ['changes', 'makeEachOutcome']
const calls = Object.entries<ConsoleCall>(consoleCalls).filter(
  ([name, { scope }]) => scope === 'merchant' && !apart.includes(name),
)

/** Every call about a merchant, with what is the first one's in it; and what came of it. */
async function callAll(furniture: Furniture, who: ConsoleLogin, by: string) {
  const { everywhere, of } = valuesOf(furniture)
  const heard: Record<string, string> = {}
  for (const [name, { input }] of calls) {
    const fields = Object.keys(input.fields).filter(field => field in everywhere || field === 'to')
    const missing = Object.entries(input.fields).filter(
      ([field, { required }]) =>
        required && field !== 'merchantId' && !(field in { ...everywhere, ...of[name] }),
    )
    expect([name, missing.map(([field]) => field)]).toEqual([name, []])
    const given = Object.fromEntries(fields.map(field => [field, everywhere[field]]))
    const sent = { ...given, ...of[name], merchantId: by }
    const { status, body } = await callConsole(gateway, name, sent, { token: who.token })
    heard[name] = `${status} ${JSON.stringify(body)}`
  }
  return heard
}

/** By the gateway itself, after what happened. */
const written = ['deliveries', 'figure_counts', 'figure_sums', 'found_orders', 'outbox', 'request_log']

/** Everything else that the database has of the merchant. */
const kept = () =>
  withClient(gateway.database.config, async client => {
    const { rows } = await client.query(
      `select table_name as name from information_schema.columns join information_schema.tables t
       using (table_schema, table_name) where column_name = 'merchant_id' and t.table_type = 'BASE TABLE'
       and table_schema = current_schema() and table_name <> all ($1) order by 1`,
      [written],
    )
    const found: Record<string, unknown> = {}
    for (const { name } of rows)
      found[name] = (
        await client.query(
          `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as hash, count(*)::int4
           from ${name} t where merchant_id = $1`,
          [merchantId],
        )
      ).rows[0]
    return found
  })

test('whoever names things of another merchant for their own sees and changes nothing of them', async () => {
  const furniture = await furnish()
  const before = await kept()
  const heard = await callAll(furniture, stranger, 'OTHERMERCHANT')
  expect(Object.entries(heard).filter(([, text]) => text.includes(canary))).toEqual([])
  expect(await kept()).toEqual(before)
  expect(heard).toMatchObject({
    ...{ resendNotification: '200 {"queued":0}', deliveries: '200 {"deliveries":[]}' },
    examineIntegration: expect.stringMatching(/^200 \{"calls":0,"found":\[\]/),
  })
  expect((await callConsole(gateway, 'whoAmI', {}, { token: colleague.token })).status).toBe(200)
  // Whose they are is shown them by the same calls: nothing was refused for another reason.
  const shown = Object.entries(await callAll(furniture, own, merchantId))
  expect(shown.filter(([, text]) => text.includes(canary)).map(([name]) => name)).toEqual(
    expect.arrayContaining([
      ...['users', 'orderShown', 'explainOrder', 'savedFilters', 'merchantAudit', 'developerSettings'],
      ...['explainDelivery', 'explainCall', 'riskRules', 'riskLists', 'removeFromRiskList', 'reviewQueue'],
      'sandboxScripts',
    ]),
  )
  const done = ['changeUser', 'resetUser', 'erasePayer', 'resendNotification', 'removeRule', 'decideReview']
  expect(shown.filter(([name, text]) => done.includes(name) && !text.startsWith('200'))).toEqual([])
}, 30_000)
