import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExportName, exportCalls } from '../../src/console/api/exports.ts'
import { type ConsoleUser, enterConsole } from './consoleUser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

let gateway: TestGateway
let user: ConsoleUser
beforeAll(async () => {
  gateway = await openGateway('embedded')
  user = await enterConsole(gateway)
  await gateway.authorize('shop-1', authorization({ order: { amount: '49.90', currency: 'EUR' } }))
  await user.ask('addToRiskList', {
    ...{ merchantId, list: 'SUSPECT', kind: 'NAME', value: '=cmd()', note: '@SUM(A1)' },
  })
  await user.ask('inviteUser', { merchantId, email: 'ada@example.com', role: 'READ_ONLY', name: '+Ada' })
  await user.ask('addMerchant', { about: 'NEWMERCHANT' })
})
afterAll(() => gateway?.stop())

const merchantId = 'TESTMERCHANT'
const [from = '', to = ''] = [-3_600_000, 0].map(ms => new Date(Date.now() + ms).toISOString())
const range = { step: 'hour', from, to }

async function download(list: string, query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const response = await fetch(`${gateway.origin}/console/export/${list}?${new URLSearchParams(query)}`, {
    headers: { Cookie: user.cookie, 'Sec-Fetch-Site': 'same-origin' },
  })
  expect([list, response.status]).toEqual([list, 200])
  expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${list}.csv"`)
  return (await response.text()).trim().split('\r\n')
}

/** What each is asked with, and what must be in it: each a beginning of a line. */
const lists: Readonly<Record<ExportName, readonly [Readonly<Record<string, string>>, readonly string[]]>> = {
  orders: [{ merchantId }, ['orderId,', 'shop-1,']],
  figures: [{ merchantId, ...range }, ['time,', '', '']],
  gatewayFigures: [range, ['time,', '', '']],
  deliveries: [{ merchantId, orderId: 'shop-1' }, ['notificationId,', '']],
  requests: [{ merchantId }, ['time,method,path', '']],
  audit: [{ merchantId }, ['entryNo,', ...Array.from({ length: 4 }, () => '')]],
  gatewayAudit: [{ about: 'NEWMERCHANT' }, ['entryNo,', '', '']],
  users: [{ merchantId }, ['email,name,role', `ada@example.com,"'+Ada",READ_ONLY,TESTMERCHANT,false,`]],
  operators: [{}, ['email,', 'sandbox@localhost,']],
  merchants: [{}, ['merchantId,', 'NEWMERCHANT,', 'OTHERMERCHANT,', 'TESTMERCHANT,']],
  obligations: [{}, ['merchantId,orderId,']],
  businessDates: [{}, ['link,date,']],
  differences: [{ link: 'none', date: '2026-11-16' }, ['type,merchantId,']],
  reviews: [{ merchantId }, ['orderId,']],
  riskEntries: [{ merchantId, list: 'SUSPECT' }, ['list,kind,', `SUSPECT,NAME,"'=cmd()","'@SUM(A1)",`]],
  gatewayRiskEntries: [{ list: 'TRUSTED' }, ['list,kind,']],
}

test('an order is there to be found', async () => {
  await expect.poll(async () => (await user.ask('findOrders', { merchantId })).orders).toHaveLength(1)
})

test('the audit log is downloaded as it is narrowed on its page', async () => {
  const { entries } = await user.ask('merchantAudit', { merchantId })
  const [{ entryNo: newest } = { entryNo: 0 }, ...older] = entries
  const lines = await download('audit', { merchantId, before: String(newest) })
  expect(lines.slice(1).map(line => Number.parseInt(line, 10))).toEqual(older.map(({ entryNo }) => entryNo))
  expect(older.length).toBeGreaterThan(0)
})

test('every list that can be downloaded is tried', () => {
  expect(Object.keys(lists)).toEqual(Object.keys(exportCalls))
})

test.each(Object.entries(lists))('all %s are a file', async (name, [query, beginnings]) => {
  const lines = await download(name, query)
  expect(lines).toHaveLength(beginnings.length)
  for (const [index, beginning] of beginnings.entries())
    expect(lines[index]?.replace('\ufeff', '').slice(0, beginning.length)).toBe(beginning)
})
