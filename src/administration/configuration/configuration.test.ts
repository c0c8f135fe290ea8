import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type MemoryAdministration,
  openMemoryAdministration,
} from '../../../test/support/administration/memoryAdministration.ts'
import { ordinaryProfile, sandboxProfile } from '../../orders/merchant.ts'
import { recommendations, ruleStates } from '../../risk/rule.ts'
import { exportedFile } from './exportFile.ts'
import { type PlanOptions, planConfiguration } from './plan.ts'
import { type ConfigurationFile, readConfigurationFile } from './readFile.ts'

const noVariables = () => undefined

/** As it would be read from a file. */
function readBack(document: unknown, variable: (name: string) => string | undefined = noVariables) {
  const read = readConfigurationFile(JSON.parse(JSON.stringify(document)), variable)
  if ('findings' in read) throw new Error(JSON.stringify(read.findings))
  return read
}

async function planOf(
  gateway: MemoryAdministration,
  document: unknown,
  options: Partial<PlanOptions> & { readonly variable?: (name: string) => string | undefined } = {},
) {
  const { file, variables } = readBack(document, options.variable)
  const known = await gateway.configuration.known({ file })
  return planConfiguration(file, known, {
    environment: 'sandbox',
    prunes: false,
    variables,
    links: [],
    ...options,
  })
}

const silent = { onStep: () => undefined, onPassword: () => undefined }

async function apply(gateway: MemoryAdministration, document: unknown, options: Partial<PlanOptions> = {}) {
  const plan = await planOf(gateway, document, options)
  return { plan, ...(await gateway.configuration.apply(plan.steps, silent)) }
}

const exportOf = async (gateway: MemoryAdministration) =>
  exportedFile(await gateway.configuration.known(), { environment: 'sandbox' })

const someOf = <Shape extends Record<string, unknown>>(
  fields: { [Name in keyof Shape]: fc.Arbitrary<Shape[Name]> },
) => fc.record(fields, { requiredKeys: [] })

const profiles = someOf({
  captureExcessPercent: fc.integer({ min: 0, max: 100 }),
  standaloneRefunds: fc.constantFrom([], ['USD:500.00'], ['USD:500.00', 'JPY:70000']),
  allowedOrigins: fc.constantFrom([], ['https://shop.example'], ['https://a.example', 'https://b.example']),
  shopName: fc.constantFrom('', 'Shop, with a comma', 'Läden & Söhne'),
  cardNames: fc.constantFrom([], ['NETWORK_C:Sea Card']),
  partialPaymentsAtCheckout: fc.constantFrom('REVERSE', 'KEEP', 'FINISH'),
  savedCardsAtCheckout: fc.constantFrom('OFF', 'WITH_CODE', 'WITHOUT_CODE'),
  notifications: fc.boolean(),
  notificationUrl: fc.constantFrom('', 'https://hooks.example/in'),
  standing: fc.constantFrom('OPEN', 'SUSPENDED'),
})

const record = {
  ...{ requestorId: '10056231*SHOP', requestorName: 'Shop', requestorUrl: 'https://shop.example' },
  ...{ acquirerBin: '412345', acquirerMerchantId: '12345', acquirerCountry: 'FRA' },
  ...{ category: '5411', country: 'FRA', name: 'SHOP LYON' },
}
const records = fc.constantFrom('5411', '5812').map(category => ({ ...record, category }))

const conditions = fc.oneof(
  fc.constantFrom('100.00', '500.00').map(above => ({ amount: [{ currency: 'USD', above }] })),
  fc.constantFrom('FRA', 'USA').map(country => ({ billingCountry: [country] })),
)
const rules = fc.record(
  {
    name: fc.constantFrom('One', 'Another'),
    when: conditions,
    recommendation: fc.constantFrom(...recommendations),
    score: fc.integer({ min: 1, max: 50 }),
    stage: fc.constantFrom('BEFORE', 'AFTER'),
    state: fc.constantFrom(...ruleStates),
  },
  { requiredKeys: ['name', 'when', 'recommendation', 'stage', 'state'] },
)
const risks = someOf({
  rules: fc.dictionary(fc.constantFrom('r-1', 'r-2', 'r_3'), rules),
  reviewFrom: fc.integer({ min: 1, max: 50 }),
  rejectFrom: fc.integer({ min: 51, max: 100 }),
})

const files = fc.record(
  {
    format: fc.constant(1),
    merchants: fc.dictionary(
      fc.constantFrom('SHOP', 'shop-2', '__proto__', 'constructor'),
      someOf({
        profile: profiles,
        directoryServers: fc.dictionary(fc.constantFrom('scheme-a', 'scheme-b'), records),
        risk: risks,
      }),
    ),
    gateway: someOf({ risk: risks }),
  },
  { requiredKeys: ['format'] },
)

/** The same values with their members in another order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, reversed(each)]),
  )
}

/** A gateway that is as the file says: each file can be applied to an empty one. */
async function gatewayWith(document: unknown): Promise<MemoryAdministration> {
  const gateway = openMemoryAdministration(sandboxProfile)
  const { plan, stopped } = await apply(gateway, document)
  expect({ refused: plan.refused, stopped }).toEqual({ refused: [] })
  return gateway
}

test('the plan of an export is empty, and says so of the same file in another order', async () => {
  await fc.assert(
    fc.asyncProperty(files, async file => {
      const gateway = await gatewayWith(file)
      const exported = await exportOf(gateway)
      for (const each of [exported, reversed(exported)])
        expect(await planOf(gateway, each, { prunes: true })).toMatchObject({ steps: [], refused: [] })
      expect(await exportOf(await gatewayWith(exported))).toEqual(exported)
    }),
    { numRuns: 12 },
  )
})

test('what was applied needs nothing more, whatever was there before', async () => {
  let applied = 0
  await fc.assert(
    fc.asyncProperty(files, files, fc.boolean(), async (before, wanted, prunes) => {
      const gateway = await gatewayWith(before)
      const [plan, other] = [
        await planOf(gateway, wanted, { prunes }),
        await planOf(gateway, reversed(wanted), { prunes }),
      ]
      expect(other.fingerprint).toBe(plan.fingerprint)
      // Rules that count are not changed.
      if (plan.refused.length > 0) return
      applied++
      expect(await apply(gateway, wanted, { prunes })).toMatchObject({ done: plan.steps.length })
      expect(await planOf(gateway, wanted, { prunes })).toMatchObject({ steps: [], refused: [] })
    }),
    { numRuns: 20 },
  )
  expect(applied).toBeGreaterThan(5)
})

test('after a crash in the middle, applying it again does the rest', async () => {
  await fc.assert(
    fc.asyncProperty(files, files, fc.nat(8), async (before, wanted, change) => {
      const gateway = await gatewayWith(before)
      if ((await planOf(gateway, wanted)).refused.length > 0) return
      gateway.failAt(change)
      await apply(gateway, wanted).catch(() => undefined)
      gateway.failAt(Number.POSITIVE_INFINITY)
      await apply(gateway, wanted)
      expect(await planOf(gateway, wanted)).toMatchObject({ steps: [], refused: [] })
    }),
    { numRuns: 12 },
  )
})

test('every change has its entry in the audit log, and nothing else is changed', async () => {
  const gateway = await gatewayWith({
    format: 1,
    merchants: { SHOP: { profile: { captureExcessPercent: 15, shopName: 'Shop' } }, OTHER: {} },
  })
  const earlier = gateway.entries.length
  const rule = { name: 'Big', when: { amount: [{ currency: 'USD', above: '500.00' }] }, stage: 'BEFORE' }
  const wanted = {
    format: 1,
    merchants: {
      SHOP: {
        profile: { captureExcessPercent: 20, standing: 'SUSPENDED' },
        directoryServers: { 'scheme-a': record },
        risk: { rules: { big: { ...rule, recommendation: 'REVIEW', state: 'ACTIVE' } }, reviewFrom: 5 },
      },
    },
  }
  const { plan } = await apply(gateway, wanted)
  expect(plan.unmanaged).toEqual(['merchants.SHOP.profile.shopName', 'merchants.OTHER'])
  expect(plan.steps[0]).toMatchObject({
    ...{ path: 'merchants.SHOP.profile', action: 'change' },
    fields: [
      { field: 'captureExcessPercent', before: 15, after: 20 },
      { field: 'standing', before: 'OPEN', after: 'SUSPENDED' },
    ],
  })
  expect(gateway.entries.slice(earlier).map(({ action, merchantId }) => `${action} ${merchantId}`)).toEqual([
    ...['profile.change SHOP', 'merchant.suspend SHOP', 'directoryMerchant.set SHOP'],
    ...['risk.rule.save SHOP', 'risk.rule.state SHOP', 'risk.rule.state SHOP', 'risk.thresholds SHOP'],
  ])
})

test('with --prune, what a section leaves out is taken away; sections and merchants stay', async () => {
  const rule = { name: 'Big', when: { billingCountry: ['FRA'] }, recommendation: 'REVIEW', stage: 'BEFORE' }
  const gateway = await gatewayWith({
    format: 1,
    merchants: {
      SHOP: {
        profile: { captureExcessPercent: 15, shopName: 'Shop', standing: 'SUSPENDED' },
        directoryServers: { 'scheme-a': record, 'scheme-b': record },
        risk: {
          rules: { active: { ...rule, state: 'ACTIVE' }, draft: { ...rule, state: 'DRAFT' } },
          reviewFrom: 5,
        },
      },
      OTHER: { profile: { captureExcessPercent: 5 } },
    },
  })
  const wanted = {
    format: 1,
    merchants: { SHOP: { profile: { shopName: 'Shop' }, directoryServers: { 'scheme-a': record } } },
  }
  await apply(gateway, wanted, { prunes: true })
  const after = await gateway.configuration.known()
  expect([...after.merchants.keys()]).toEqual(['OTHER', 'SHOP'])
  const { profile, directoryServers, risk } = after.merchants.get('SHOP') ?? {}
  expect(profile).toEqual({ ...sandboxProfile, shopName: 'Shop', standing: 'SUSPENDED' })
  expect([...(directoryServers?.keys() ?? [])]).toEqual(['scheme-a'])
  expect(risk?.rules).toHaveLength(2)
  await apply(gateway, { format: 1, merchants: { SHOP: { risk: { rules: {} } } } }, { prunes: true })
  expect((await gateway.configuration.known()).merchants.get('SHOP')?.risk).toEqual({ rules: [] })
})

test('a rule that counts is not changed, but by another in its place', async () => {
  const rule = { name: 'Big', when: { billingCountry: ['FRA'] }, recommendation: 'REVIEW', stage: 'BEFORE' }
  const fileWith = (big: object) => ({ format: 1, gateway: { risk: { rules: { big } } } })
  const gateway = await gatewayWith(fileWith({ ...rule, state: 'ACTIVE' }))
  const { steps, refused } = await planOf(gateway, fileWith({ ...rule, name: 'Bigger', state: 'ACTIVE' }))
  expect(refused).toEqual([
    { path: 'gateway.risk.rules.big', says: expect.stringContaining('give the new one another id') },
  ])
  expect(steps).toEqual([])
})

test('secrets stay out: an address with a query is a variable, which no plan shows', async () => {
  const gateway = openMemoryAdministration(sandboxProfile)
  const url = 'https://hooks.example/in?token=open-sesame'
  const wanted = {
    format: 1,
    merchants: { SHOP: { profile: { notificationUrl: { fromEnvironment: 'HOOK' } } } },
  }
  expect((await planOf(gateway, wanted)).refused).toEqual([
    { path: 'merchants.SHOP.profile.notificationUrl', says: expect.stringContaining('set HOOK') },
  ])
  const given = await planOf(gateway, wanted, { variable: name => (name === 'HOOK' ? url : undefined) })
  expect(JSON.stringify(given.steps.map(({ fields }) => fields))).not.toContain('sesame')
  await gateway.configuration.apply(given.steps, silent)
  expect((await gateway.configuration.known()).merchants.get('SHOP')?.profile.notificationUrl).toBe(url)
  const exported = await exportOf(gateway)
  expect(JSON.stringify(exported)).not.toContain('sesame')
  expect(exported.merchants.SHOP).toMatchObject({
    profile: { notificationUrl: { fromEnvironment: 'SHOP_NOTIFICATION_URL' } },
  })
  expect(await planOf(gateway, exported, { prunes: true })).toMatchObject({
    steps: [],
    notes: [{ says: expect.stringContaining('SHOP_NOTIFICATION_URL is not set') }],
  })
})

test('production refuses what a sandbox only simulates, and what it has not watched', async () => {
  const rule = { name: 'Big', when: { billingCountry: ['FRA'] }, recommendation: 'REVIEW', stage: 'BEFORE' }
  const sandbox = await gatewayWith({
    format: 1,
    merchants: {
      TESTMERCHANT: {},
      SHOP: {
        profile: { notificationUrl: 'http://127.0.0.1:3000/hook', allowedOrigins: ['http://localhost:3000'] },
        risk: { rules: { big: { ...rule, state: 'ACTIVE' } } },
      },
    },
  })
  const exported = await exportOf(sandbox)
  const production = openMemoryAdministration(ordinaryProfile)
  const links = [{ name: 'bank', hosts: ['127.0.0.1', 'host.example'] }]
  const live = { environment: 'live', links } as const
  const { refused } = await planOf(production, exported, live)
  expect(refused.map(({ path }) => path).sort()).toEqual([
    'acquirerLinks.links.bank.addresses',
    'merchants.SHOP.profile.allowedOrigins',
    'merchants.SHOP.profile.notificationUrl',
    'merchants.SHOP.profile.standaloneRefunds',
    'merchants.SHOP.risk.rules.big.state',
    'merchants.TESTMERCHANT',
  ])
  const mended = (state: string): ConfigurationFile => ({
    format: 1,
    environment: 'sandbox',
    merchants: {
      SHOP: {
        profile: { notificationUrl: 'https://shop.example/hook', notifications: true },
        risk: {
          rules:
            readBack({ format: 1, gateway: { risk: { rules: { big: { ...rule, state } } } } }).file.gateway
              ?.risk?.rules ?? {},
        },
      },
    },
  })
  expect(await apply(production, mended('SHADOW'), { environment: 'live' })).toMatchObject({ done: 2 })
  expect(await apply(production, mended('ACTIVE'), { environment: 'live' })).toMatchObject({ done: 1 })
})

test('a record at a directory server that there is not is refused, unless it stays as it was', async () => {
  const gateway = openMemoryAdministration()
  const file = (directoryServers: object) => ({ format: 1, merchants: { SHOP: { directoryServers } } })
  await apply(gateway, file({ 'old-scheme': record }))
  const directoryServers = { path: 'servers.json', names: ['scheme-a', 'scheme-b'] }
  const wanted = file({ 'old-scheme': record, 'scheme-a': record, 'sheme-b': record })
  const path = 'merchants.SHOP.directoryServers'
  const hint = 'There are scheme-a, scheme-b.'
  expect(await planOf(gateway, wanted, { directoryServers })).toMatchObject({
    refused: [
      {
        path: `${path}.sheme-b`,
        says: `is no directory server of servers.json. The nearest is scheme-b. ${hint}`,
      },
    ],
  })
  const changed = file({ 'old-scheme': { ...record, category: '5999' } })
  expect(await planOf(gateway, changed, { directoryServers })).toMatchObject({
    refused: [{ path: `${path}.old-scheme`, says: `is no directory server of servers.json. ${hint}` }],
  })
  expect(await planOf(gateway, changed)).toMatchObject({ refused: [] })
  expect(await planOf(gateway, file({}), { directoryServers, prunes: true })).toMatchObject({ refused: [] })
})

test('of an address on this machine only the origin is told: the rest may hold a secret', async () => {
  const notificationUrl = 'http://localhost:3000/hook/secret-1?token=secret-2'
  const document = { format: 1, merchants: { SHOP: { profile: { notificationUrl } } } }
  const { refused } = await planOf(openMemoryAdministration(), document, { environment: 'live' })
  expect(refused).toMatchObject([
    {
      path: 'merchants.SHOP.profile.notificationUrl',
      says: expect.stringMatching(/^leads to http:\/\/localhost:3000, this machine\. /),
    },
  ])
  expect(JSON.stringify(refused)).not.toContain('secret')
})
