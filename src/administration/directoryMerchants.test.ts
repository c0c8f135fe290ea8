import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database/database.ts'
import { type Administrator, granted, openAdministrator } from '../../test/journeys/administrator.ts'
import { openStore, type Store } from '../store/open.ts'
import { withClient } from '../store/schema/migrate.ts'
import { merchantFieldNames } from '../threeDSecure/emv/merchantRecord.ts'

let database: TestDatabase
let administrator: Administrator
let gateway: Store
beforeAll(async () => {
  database = await createDatabase('embedded')
  administrator = await openAdministrator(database.logins, { actor: 'alice@office' })
  gateway = await openStore(database.logins)
})
afterAll(async () => {
  await gateway?.close()
  await administrator?.close()
  await database?.drop()
})

const record = {
  ...{ requestorId: '10056231*SHOP', requestorName: 'Shop', requestorUrl: 'https://shop.example' },
  ...{ acquirerBin: '412345', acquirerMerchantId: '12345', acquirerCountry: 'FRA' },
  ...{ category: '5411', country: 'FRA', name: 'SHOP LYON' },
}
const textsOf = (fields: object) => Object.entries(fields).map(([name, value]) => `${name}=${value}`)

let made = 0
async function newMerchant(): Promise<string> {
  made += 1
  return granted(await administrator.merchants.add({ merchantId: `SHOP_${made}`, cell: made })).merchantId
}
const entriesOf = async (merchantId: string) =>
  granted(await administrator.audit.list({ merchantId }))
    .filter(({ action }) => action.startsWith('directoryMerchant.'))
    .map(({ action, details }) => [action, details])
const known = (merchantId: string, directoryServer = 'scheme-a') =>
  gateway.directoryServerMerchants.find(merchantId, directoryServer)

test('a first record is complete, and the gateway finds it at once', async () => {
  const merchantId = await newMerchant()
  const { directoryMerchants } = administrator
  const set = granted(await directoryMerchants.change(merchantId, 'scheme-a', textsOf(record)))
  expect(set).toMatchObject({ merchantId, directoryServer: 'scheme-a', isFirst: true, values: record })
  expect(await known(merchantId)).toEqual({ ...record, merchantId, directoryServer: 'scheme-a' })
  expect(await known(merchantId, 'scheme-b')).toBeUndefined()
  expect(await entriesOf(merchantId)).toEqual([
    ['directoryMerchant.set', { directoryServer: 'scheme-a', ...record }],
  ])
})

test('a first record that is not complete says what is missing, and leaves nothing behind', async () => {
  const merchantId = await newMerchant()
  const { directoryMerchants } = administrator
  const { name, country, ...some } = record
  expect(await directoryMerchants.change(merchantId, 'scheme-a', textsOf(some))).toMatchObject({
    kind: 'rejection',
    explanation: expect.stringContaining('A record must be complete: country, name are missing.'),
  })
  expect(await directoryMerchants.change(merchantId, 'scheme-a', [])).toMatchObject({ field: 'fields' })
  expect(await directoryMerchants.show(merchantId, 'scheme-a')).toMatchObject({
    field: 'directoryServer',
    explanation: expect.stringContaining(`A first one needs ${merchantFieldNames.join(', ')}.`),
  })
  expect(await known(merchantId)).toBeUndefined()
  expect(await entriesOf(merchantId)).toEqual([])
})

test('one value is changed and the others stay; the log tells from what to what', async () => {
  const merchantId = await newMerchant()
  const { directoryMerchants } = administrator
  granted(await directoryMerchants.set(merchantId, 'scheme-a', record))
  const texts = ['category=5812', 'country=FRA', 'requestorUrl=https://shop.example/?key=canary']
  const changed = granted(await directoryMerchants.change(merchantId, 'scheme-a', texts))
  expect(changed).toMatchObject({
    isFirst: false,
    changed: [
      { name: 'category', before: '5411', after: '5812' },
      { name: 'requestorUrl', before: 'https://shop.example' },
    ],
  })
  expect(await known(merchantId)).toMatchObject({
    ...record,
    category: '5812',
    requestorUrl: expect.stringContaining('canary'),
  })
  granted(await directoryMerchants.change(merchantId, 'scheme-a', texts))
  const [newest, ...older] = await entriesOf(merchantId)
  expect(newest).toEqual([
    'directoryMerchant.set',
    {
      directoryServer: 'scheme-a',
      category: { before: '5411', after: '5812' },
      requestorUrl: { before: 'https://shop.example', after: 'https://shop.example/?…' },
    },
  ])
  expect(older).toHaveLength(1)
})

test('a record is removed once, and the log keeps what it was', async () => {
  const merchantId = await newMerchant()
  const { directoryMerchants } = administrator
  granted(await directoryMerchants.set(merchantId, 'scheme-a', record))
  granted(await directoryMerchants.set(merchantId, 'scheme-b', record))
  expect(granted(await directoryMerchants.remove(merchantId, 'scheme-a'))).toMatchObject({ record })
  expect(await known(merchantId)).toBeUndefined()
  expect(await known(merchantId, 'scheme-b')).toMatchObject(record)
  const [newest] = await entriesOf(merchantId)
  expect(newest).toEqual(['directoryMerchant.remove', { directoryServer: 'scheme-a', ...record }])
  expect(await directoryMerchants.remove(merchantId, 'scheme-a')).toMatchObject({ field: 'directoryServer' })
  expect(await entriesOf(merchantId)).toHaveLength(3)
  expect(await administrator.audit.verify()).toMatchObject({ isIntact: true })
})

test.each([
  ['scheme-a', ['categroy=5411'], 'categroy', 'The nearest setting is category.'],
  ['scheme-a', ['7=5411'], '7', 'See tollgate directory-merchant --help for all there are.'],
  ['scheme-a', ['category=541'], 'category', "Value '541' is invalid. It must be four digits."],
  ['scheme-a', ['category'], 'category', 'category=value: four digits.'],
  ['scheme-a', ['category=5411', 'category=5812'], 'category', 'It is set twice.'],
  ['scheme-a', ['name=5123450000000008'], 'name', 'Value is invalid. It must not hold card data.'],
  ['scheme-a', ['acquirerCountry=250'], 'acquirerCountry', 'three letters of a country'],
  ['Scheme A', ['category=5411'], 'directoryServer', 'lower-case letters, digits and hyphens, up to 40.'],
  ['5123450000000008', ['category=5411'], 'directoryServer', 'Value is invalid. It must not hold card data.'],
])('nobody sets at %s what is %j', async (directoryServer, texts, field, explanation) => {
  const merchantId = 'STEADY'
  await administrator.merchants.add({ merchantId })
  granted(await administrator.directoryMerchants.set(merchantId, 'scheme-a', record))
  expect(await administrator.directoryMerchants.change(merchantId, directoryServer, texts)).toMatchObject({
    kind: 'rejection',
    field,
    explanation: expect.stringContaining(explanation),
  })
  expect(await known(merchantId)).toMatchObject(record)
  expect(await entriesOf(merchantId)).toHaveLength(1)
})

test('fields that were parsed elsewhere are checked as well', async () => {
  const merchantId = await newMerchant()
  const { set } = administrator.directoryMerchants
  expect(await set(merchantId, 'scheme-a', { ...record, category: 5411 })).toMatchObject({
    field: 'category',
  })
  expect(await set(merchantId, 'scheme-a', { ...record, colour: 'x' })).toMatchObject({ field: 'colour' })
})

test('what is stored and of no use is shown with what is wrong, and can be mended or removed', async () => {
  const merchantId = await newMerchant()
  const { directoryMerchants } = administrator
  for (const directoryServer of ['scheme-a', 'scheme-b'])
    granted(await directoryMerchants.set(merchantId, directoryServer, record))
  await store(merchantId, 'scheme-a', { ...record, category: 'food', later: 7 })
  await store(merchantId, 'scheme-b', [])
  const { records, isCut } = granted(await directoryMerchants.list({ merchantId }))
  expect(isCut).toBe(false)
  expect(records).toMatchObject([
    { merchantId, directoryServer: 'scheme-a', missing: [], unfit: ['category'] },
    { merchantId, directoryServer: 'scheme-b', missing: merchantFieldNames, unfit: [] },
  ])
  expect(await known(merchantId)).toBe('unfit')
  expect(await directoryMerchants.change(merchantId, 'scheme-a', ['country=BEL'])).toMatchObject({
    field: 'category',
    explanation: expect.stringContaining('What is stored is of no use: it must be four digits.'),
  })
  granted(await directoryMerchants.change(merchantId, 'scheme-a', ['category=5812']))
  expect(await known(merchantId)).toMatchObject({ ...record, category: '5812', later: 7 })
  expect(await directoryMerchants.remove(merchantId, 'scheme-b')).toMatchObject({ values: {} })
})

const store = (merchantId: string, directoryServer: string, content: unknown) =>
  withClient(database.config, client =>
    client.query(
      `update merchant_directory_servers set content = $3 where merchant_id = $1 and directory_server = $2`,
      [merchantId, directoryServer, JSON.stringify(content)],
    ),
  )

test('all are listed by merchant and directory server', async () => {
  const { records } = granted(await administrator.directoryMerchants.list())
  const names = records.map(({ merchantId, directoryServer }) => `${merchantId} ${directoryServer}`)
  expect(names.length).toBeGreaterThan(3)
  expect(names).toEqual([...names].sort())
})

test('who mistypes a merchant is told the nearest, whatever was to be done', async () => {
  const merchantId = await newMerchant()
  const typo = merchantId.replace('SHOP', 'SHPO')
  const { list, show, change, remove } = administrator.directoryMerchants
  for (const answer of [
    list({ merchantId: typo }),
    show(typo, 'scheme-a'),
    change(typo, 'scheme-a', textsOf(record)),
    remove(typo, 'scheme-a'),
  ])
    expect(await answer).toMatchObject({
      field: 'merchantId',
      explanation: expect.stringMatching(/The nearest is SHOP_\d+\.$/),
    })
})
