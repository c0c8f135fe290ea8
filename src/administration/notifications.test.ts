import { afterAll, beforeAll, expect, test } from 'vitest'
import { changed, openWorld, takeAll, type World } from '../../test/notifications/world.ts'
import { createAuditAdministration, createEntryDigest } from './auditLog.ts'
import { createNotificationAdministration } from './notifications.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(['SAMPLE'])
})
afterAll(async () => {
  await world?.close()
})

const owner = { cell: 1, merchantId: 'SAMPLE' }
const digest = createEntryDigest(Buffer.alloc(32, 1))

function desks() {
  const store = world.store.administration(digest)
  const parts = {
    ...{ store, digest, actor: 'alice', pepper: Buffer.alloc(32) },
    makeSecret: () => Promise.reject(new Error('No secret is needed here')),
  }
  return { resending: createNotificationAdministration(parts), audit: createAuditAdministration(parts) }
}

const entries = async () => {
  const { rows } = await world.owner.query('select actor, action, details from audit order by entry_no')
  return rows.map(({ actor, action, details }) => [actor, action, JSON.parse(details)])
}
const states = async () =>
  (await world.owner.query('select state from notifications order by feed_no')).rows.map(({ state }) => state)

test('what is sent again and its entry are one commit, of one and of each part of a range', async () => {
  await changed(world.store, { times: 2 })
  await takeAll(world.notifications)
  const [kept] = await world.notifications.list({ limit: 1 })
  const notificationId = kept?.notificationId ?? ''
  await world.owner.query("update notifications set state = 'DEAD', next_at = null, ended_at = now()")
  const range = { fromMs: 0, toMs: Date.parse('2100-01-01') }
  const { resending, audit } = desks()

  await world.owner.query("alter table audit add constraint full_disk check (actor <> 'alice')")
  await expect(resending.resend(owner, { notificationId })).rejects.toThrow()
  await expect(resending.resend(owner, range)).rejects.toThrow()
  expect([await states(), await entries()]).toEqual([['DEAD', 'DEAD'], []])
  await world.owner.query('alter table audit drop constraint full_disk')

  expect(await resending.resend(owner, { notificationId })).toBe(1)
  expect(await resending.resend(owner, { ...range, states: ['DEAD'] })).toBe(1)
  expect(await resending.resend(owner, { ...range, states: ['GONE'] })).toBe(0)
  expect(await states()).toEqual(['WAITING', 'WAITING'])
  const told = { from: '1970-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }
  expect(await entries()).toEqual([
    ['alice', 'notification.resend', { notificationId }],
    ['alice', 'notification.resend', { ...told, count: 1, states: ['DEAD'] }],
  ])
  expect(await audit.verify()).toMatchObject({ isIntact: true, entries: 2 })
})
