import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { factsWith, ruleWith } from '../../../test/support/risk/sampleRules.ts'
import { sampleClosing, sampleIntent } from '../../../test/support/store/sampleIntent.ts'
import { type Administration, createAdministration } from '../../administration/administration.ts'
import { createEntryDigest } from '../../administration/auditLog.ts'
import { isRejection } from '../../orders/rejection.ts'
import { assessBefore } from '../../risk/assess.ts'
import { openStore, type Store } from '../open.ts'
import { withClient } from '../schema/migrate.ts'

let database: TestDatabase
let store: Store
let other: Store
let administration: Administration

beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  other = await openStore(database.logins)
  const digest = createEntryDigest(Buffer.alloc(32, 1))
  administration = createAdministration({
    ...{ store: store.administration(digest), digest, pepper: Buffer.alloc(32), actor: 'risk@example.com' },
    makeSecret: () => Promise.reject(new Error('None is made here')),
    cardHash: number => Buffer.from(`hash of ${number}`),
    sealArchive: text => Buffer.from(text),
  })
  for (const merchantId of ['SHOP', 'NEIGHBOUR'])
    await administration.merchants.ensure({ merchantId, cell: 0, password: 'a-password-that-is-long' })
})
afterAll(async () => {
  await store?.close()
  await other?.close()
  await database?.drop()
})

const asOwner = (sql: string) => withClient(database.config, client => client.query(sql))
const { state: _, ...draft } = ruleWith({ id: 'big', name: 'Large' })
const scope = { merchantId: 'SHOP' }

test('a rule counts on every node once it is active, for its merchant alone, and is audited', async () => {
  await administration.risk.save(scope, draft)
  await other.riskRules.refresh()
  expect(other.riskRules.rulesFor('SHOP')).toBe(undefined)
  await administration.risk.setState(scope, 'big', 'SHADOW')
  await administration.risk.setState(scope, 'big', 'ACTIVE')
  await other.riskRules.refresh()
  const rules = other.riskRules.rulesFor('SHOP')
  if (!rules) throw new Error('There is a rule')
  expect(assessBefore(rules, factsWith({ amount: 20_000n })).decision).toBe('REJECTED')
  expect(other.riskRules.rulesFor('NEIGHBOUR')).toBe(undefined)
  const log = await administration.audit.list({ merchantId: 'SHOP', limit: 3 })
  if (isRejection(log)) throw new Error(JSON.stringify(log))
  expect(JSON.stringify(log)).toMatch(/risk\.rule\.state.*risk\.rule\.state.*risk\.rule\.save/s)
})

test('a rule of the gateway is about all merchants', async () => {
  await administration.risk.save({}, { ...draft, id: 'all' })
  await administration.risk.setState({}, 'all', 'SHADOW')
  await other.riskRules.refresh()
  expect(other.riskRules.rulesFor('NEIGHBOUR')?.before).toMatchObject([{ owner: 'MSO_RULE' }])
  await administration.risk.setState({}, 'all', 'RETIRED')
  await other.riskRules.refresh()
  expect(other.riskRules.rulesFor('NEIGHBOUR')).toBe(undefined)
})

test('lists hold hashes of cards and lower case, are paged by key, and reach every node', async () => {
  const listed = ruleWith({ id: 'listed', when: { listed: [{ list: 'SUSPECT', kind: 'CARD' }] } })
  await administration.risk.save(scope, listed)
  await administration.risk.setState(scope, 'listed', 'SHADOW')
  await administration.risk.setState(scope, 'listed', 'ACTIVE')
  const number = '5123450000000008'
  const added = await administration.risk.addToList(scope, { list: 'SUSPECT', kind: 'CARD', value: number })
  expect(added).toMatchObject({ shown: '512345xxxxxx0008' })
  const suspect = (kind: 'EMAIL' | 'NAME' | 'IP_ADDRESS', value: string) =>
    administration.risk.addToList(scope, { list: 'SUSPECT', kind, value })
  await suspect('EMAIL', ' Bad@Example.com ')
  await suspect('NAME', 'Some  Body')
  expect(await suspect('IP_ADDRESS', 'nowhere')).toMatchObject({ field: 'value' })
  expect(await suspect('NAME', number)).toMatchObject({ field: 'value' })
  const page = async (after?: string) => {
    const found = await administration.risk.list(scope, { list: 'SUSPECT', after, limit: 2 })
    if (isRejection(found)) throw new Error(JSON.stringify(found))
    return found
  }
  const first = await page()
  expect(first).toMatchObject({
    ...{ isCut: true, entries: [{ shown: 'some body' }, { shown: 'bad@example.com' }] },
  })
  const second = await page(first.entries.at(-1)?.id)
  expect(second).toMatchObject({ isCut: false, entries: [{ kind: 'CARD', shown: '512345xxxxxx0008' }] })
  const hash = Buffer.from(`hash of ${number}`).toString('base64')
  expect(JSON.stringify([added, first, second])).not.toContain(hash)
  await other.riskRules.refresh()
  const rules = other.riskRules.rulesFor('SHOP')
  if (!rules) throw new Error('There are rules')
  const decide = (hash: string) => assessBefore(rules, factsWith({ listed: { CARD: hash } })).decision
  expect(decide(hash)).toBe('REJECTED')
  expect(decide('other')).toBe('ACCEPTED')
  const { rows } = await asOwner('select * from risk_list_entries')
  expect(JSON.stringify(rows)).not.toContain(number)
})

test('of two nodes that begin at once, attempts are counted once, and only those that begin', async () => {
  const key = Buffer.alloc(16, 7)
  const intent = (orderId: string, transactionId = '1') =>
    sampleIntent({
      key: { cell: 0, merchantId: 'SHOP', orderId },
      transactionId,
      counts: [{ key, slotMs: 5_000_000, amount: 10n }],
    })
  const begin = async (node: Store, orderId: string) => {
    const begun = await node.journal.begin(intent(orderId))
    return begun.state === 'started' ? begun.counts?.[0] : undefined
  }
  const orders = Array.from({ length: 60 }, (_each, index) => `count-${index}`)
  // Each order is begun on both nodes: one of the two begins.
  const begun = await Promise.all(orders.flatMap(id => [begin(store, id), begin(other, id)]))
  const counts = begun.flatMap(count => (count ? [count] : []))
  const sorted = counts.map(({ attempts }) => attempts).sort((one, next) => one - next)
  expect(sorted).toEqual(orders.map((_each, index) => index + 1))
  expect(counts.every(({ attempts, amount }) => amount === BigInt(attempts) * 10n)).toBe(true)
  const closing = sampleClosing(intent('count-0'), 1)
  await store.journal.close(closing)
  expect(await begin(store, 'count-0')).toBe(undefined)
  expect(await begin(store, 'count-last')).toMatchObject({ attempts: 61 })
})

test('counters go within two hours after the end of their windows, some at a time', async () => {
  const minute = { slotMs: 5_000, amount: 1n }
  const counts = [1, 2, 3].map(each => ({ ...minute, key: Buffer.alloc(16, each) }))
  const key = { cell: 0, merchantId: 'SHOP', orderId: 'minutes' }
  await store.journal.begin(sampleIntent({ key, transactionId: '1', counts }))
  const { rows } = await asOwner(
    `select count(*) from risk_counts
     where stale_from between now() + interval '1 minute' and now() + interval '2 hours'`,
  )
  // The one with a window of sixteen hours stays longer.
  expect(rows).toEqual([{ count: '3' }])
  expect(await store.riskCounts.removeExpired(10)).toBe(0)
  await asOwner("update risk_counts set stale_from = stale_from - interval '2 hours'")
  expect(await store.riskCounts.removeExpired(2)).toBe(2)
  expect(await store.riskCounts.removeExpired(2)).toBe(1)
  expect(await store.riskCounts.removeExpired(2)).toBe(0)
})
