import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cardThat } from './cardholder.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'

let gateway: TestGateway
const executed: string[] = []
beforeAll(async () => {
  gateway = await openGateway('external')
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    executed.push(nameOf(given))
    return Reflect.apply(query, this, given)
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await gateway?.stop()
})

const nameOf = ([statement]: readonly unknown[] = []): string =>
  typeof statement === 'object' && statement !== null && 'name' in statement ? String(statement.name) : ''

/** What the gateway does behind the payments: it may come at any moment. */
const behind = new Set([
  '',
  'beat',
  'claim receipts',
  'claim due',
  'due lanes',
  'project',
  'projection',
  'take in',
  'take over',
])

type Payer = Awaited<ReturnType<typeof openCheckout>>

/** What is executed each time: something else may come between, but not always. */
async function alwaysExecuted(
  act: (payer: Payer) => Promise<unknown>,
  session: object = {},
): Promise<readonly string[]> {
  let always: readonly string[] | undefined
  for (let visit = 0; visit < 6; visit++) {
    const payer = await openCheckout(gateway, {}, session)
    executed.length = 0
    await act(payer)
    const found = executed.filter(name => !behind.has(name))
    always = always ? inBoth(always, found) : found
  }
  return always ?? []
}

function inBoth(some: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  return some.filter(name => {
    const at = left.indexOf(name)
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  })
}

test('a page is shown by two statements', async () => {
  const page = async ({ path }: Payer) => (await fetch(gateway.origin + path)).text()
  expect(await alwaysExecuted(page)).toEqual(['find sessions', 'load'])
})

const paid = (number: string) => async (payer: Payer) => {
  expect(await payer.pay({ number })).toMatchObject({ step: 'done' })
}
const opened = ['find sessions', 'load']
const authenticated = ['begin one', 'find interactions', 'close one']
const closed = ['begin one', 'erase secrets of sessions', 'post original', 'close one', 'find sessions']

test('a form that is paid at once takes eleven: none reads what the one before it has read', async () => {
  expect(await alwaysExecuted(paid(cardThat.isNotEnrolled))).toEqual([
    ...[...opened, ...authenticated],
    ...['update sessions', ...closed],
  ])
})

test('one whose issuer is asked about the payer takes sixteen', async () => {
  expect(await alwaysExecuted(paid(cardThat.isKnown))).toEqual([
    ...[...opened, ...authenticated, 'update sessions'],
    ...['find sessions', ...authenticated],
    ...['find sessions', 'claim secrets of sessions', ...closed],
  ])
})

test('saved cards cost one more statement for payers who are named, and none for others', async () => {
  const page = async ({ path }: Payer) => (await fetch(gateway.origin + path)).text()
  const customer = { identification: { type: 'CUSTOMER_IDENTIFICATION', value: 'payer-1' } }
  const named = async () => alwaysExecuted(page, { customer })
  expect(await named()).toEqual(opened)
  await gateway.call('PUT', '/sandbox/merchants/TESTMERCHANT/profile', { savedCardsAtCheckout: 'WITH_CODE' })
  expect(await alwaysExecuted(page)).toEqual(opened)
  expect(await named()).toEqual([...opened, 'find saved cards'])
})
