import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../src/store/schema/migrate.ts'
import { callConsole, signInAs } from '../support/console/consoleLogin.ts'
import { openGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded', { limits: { payersPerSourceMax: 3 } })
})
afterAll(() => gateway?.stop())

const merchantId = 'TESTMERCHANT'
const sql = (text: string, values: readonly unknown[] = []) =>
  withClient(gateway.database.config, async client => (await client.query(text, [...values])).rows)

test('an office behind one address works, and whoever is not signed in shares what payers have', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, () => signInAs(gateway.database, { role: 'READ_ONLY' })),
  )
  const ask = ({ token }: { token: string }) =>
    callConsole(gateway, 'findOrders', { merchantId, limit: 1 }, { token })
  const answers = await Promise.all([...people, ...people].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  // Hashing a password takes a while: three are worked on, the others are refused.
  const guess = () => callConsole(gateway, 'signIn', { email: 'a@b.example', password: 'x', code: '1' })
  const guesses = await Promise.all(Array.from({ length: 12 }, guess))
  expect(guesses.filter(({ status }) => status === 503).length).toBeGreaterThan(5)
})

test('filters are bounded, for one merchant and in all, and only for merchants that there are', async () => {
  const { token, userId } = await signInAs(gateway.database, { role: 'OPERATOR' })
  const save = (name: string, at = merchantId) =>
    callConsole(gateway, 'saveFilter', { merchantId: at, name, query: 'status=FAILED' }, { token })
  expect((await save('one', 'NOBODY')).body.error).toMatchObject({ field: 'merchantId' })
  const fill = (at: string, from: number, to: number) =>
    sql(
      `insert into saved_filters (user_id, merchant_id, name, content)
       select $1, $2, 'filter ' || n, '' from generate_series($3::int4, $4::int4) n`,
      [userId, at, from, to],
    )
  await fill(merchantId, 1, 49)
  expect((await save('the last one')).body.filters).toHaveLength(50)
  const full = {
    status: 400,
    body: { error: { field: 'name', explanation: expect.stringContaining('too many') } },
  }
  expect(await save('one more')).toMatchObject(full)
  expect((await save('the last one')).status).toBe(200)
  for (let other = 0; other < 9; other++) await fill(`OTHER${other}`, 1, 50)
  expect(await save('elsewhere', 'OTHERMERCHANT')).toMatchObject(full)
})

test('notifications of a time are sent again after a step-up, and not too many', async () => {
  const range = { merchantId, from: '2020-01-01T00:00:00.000Z', until: '2020-01-02T00:00:00.000Z' }
  const late = await signInAs(gateway.database, { role: 'DEVELOPER', isSteppedUp: false })
  const refused = await callConsole(gateway, 'resendNotifications', range, { token: late.token })
  expect(refused.body.error).toMatchObject({ cause: 'STEP_UP' })
  const { token } = await signInAs(gateway.database, { role: 'DEVELOPER' })
  const [{ cell }] = await sql('select cell from merchants where merchant_id = $1', [merchantId])
  await sql(
    `insert into notifications (cell, merchant_id, feed_no, notification_id, order_no, sequence, order_id,
       transaction_id, changed_at, state)
     select $1, $2, 1000000 + n, gen_random_uuid(), 1000000 + n, 1, 'old', '1', '2020-01-01T12:00:00Z',
       case when n > 5000 then 'GONE' else 'DEAD' end
     from generate_series(1, 5001) n`,
    [cell, merchantId],
  )
  const all = await callConsole(gateway, 'resendNotifications', range, { token })
  expect(all.body.error).toMatchObject({ field: 'until', explanation: expect.stringContaining('5000') })
  expect(await sql("select from notifications where order_id = 'old' and state = 'WAITING'")).toHaveLength(0)
  const some = await callConsole(gateway, 'resendNotifications', { ...range, state: 'GONE' }, { token })
  expect(some.body).toEqual({ queued: 1 })
})
