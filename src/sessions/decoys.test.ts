import { expect, test } from 'vitest'
import { createDecoyIds, createDecoys } from './decoys.ts'
import { isSessionId } from './heldSession.ts'

const owner = { cell: 0, merchantId: 'NOBODY' }
const call = (body: object, version = 70) => ({ owner, version, body: { ...body }, isOfPayer: true }) as const
const sessionOf = (made: unknown) => Object(Object(made).session)
const nameOf = (made: unknown): string => sessionOf(made).id
const noSuch = { kind: 'rejection', field: 'session.id' }
const key = Buffer.alloc(32, 7)
const customer = { firstName: 'Ada' }
const changed = { customer: { lastName: 'Payer' } }
const minuteMs = 60_000

const time = { ms: 0 }
const nodeWith = (countMax?: number) =>
  createDecoys({
    describeCard: () => ({ brand: 'NETWORK_B', fundingMethod: 'CREDIT' }) as const,
    clock: { monotonicMs: () => time.ms, now: () => new Date(Date.UTC(2026, 10, 15) + time.ms) },
    key,
    ...(countMax !== undefined && { countMax }),
  })

test('one is there as long as a session would be, since its last update and since its opening', async () => {
  const decoys = nodeWith()
  const name = nameOf(await decoys.create(call({ customer })))
  time.ms += 14 * minuteMs
  expect(await decoys.update(call(changed), name)).toMatchObject({
    customer: { firstName: 'Ada', lastName: 'Payer' },
  })
  time.ms += 14 * minuteMs
  expect(await decoys.update(call(changed), name)).toMatchObject({ customer })
  time.ms += 2 * minuteMs
  expect(await decoys.update(call(changed), name)).toMatchObject(noSuch)
  const idle = nameOf(await decoys.create(call({ customer })))
  time.ms += 15 * minuteMs
  expect(await decoys.update(call(changed), idle)).toMatchObject(noSuch)
})

test('others that are opened meanwhile push none of them out: it goes on as the same session', async () => {
  const decoys = nodeWith(2)
  const made = await decoys.create(call({ customer }))
  for (let other = 0; other < 5; other++) await decoys.create(call({ customer }))
  const again = await decoys.update(call(changed), nameOf(made))
  expect(again).toMatchObject({ customer: { lastName: 'Payer' } })
  expect(sessionOf(again)).toMatchObject({ id: nameOf(made), updateStatus: 'SUCCESS' })
  expect(sessionOf(again).version).toBe(sessionOf(made).version.replace(/01$/, '02'))
  time.ms += 20 * minuteMs
  for (let other = 0; other < 5; other++) await decoys.create(call({ customer }))
  expect(await decoys.update(call(changed), nameOf(made))).toMatchObject(noSuch)
})

test('a thousand of them are as they were left', async () => {
  const decoys = nodeWith()
  const made = await decoys.create(call({ customer }))
  for (let other = 0; other < 2_000; other++) await decoys.create(call({ customer }))
  expect(await decoys.update(call(changed), nameOf(made))).toMatchObject({
    customer: { firstName: 'Ada', lastName: 'Payer' },
  })
})

test('every node knows those of the others, by the version of the API they were opened with', async () => {
  const [one, other] = [nodeWith(), nodeWith()]
  const made = await one.create(call({ customer }, 63))
  const again = await other.update(call(changed, 70), nameOf(made))
  expect(sessionOf(again).version).toBe(sessionOf(made).version.replace(/01$/, '02'))
  expect(createDecoyIds(key).read(owner.merchantId, nameOf(made))).toMatchObject({ apiVersion: 63 })
})

test('a name that nobody gave, or to another merchant, names nothing', async () => {
  const decoys = nodeWith()
  const name = nameOf(await decoys.create(call({ customer })))
  for (let at = 7; at < name.length; at++) {
    const turned = name.slice(0, at) + (name[at] === 'A' ? 'B' : 'A') + name.slice(at + 1)
    expect(await decoys.update(call(changed), turned)).toMatchObject(noSuch)
  }
  const stranger = { ...call(changed), owner: { ...owner, merchantId: 'NOBODY2' } }
  expect(await decoys.update(stranger, name)).toMatchObject(noSuch)
})

test('their names look like those of sessions: every letter and digit at each place, equally often', () => {
  const ids = createDecoyIds(key)
  const names = Array.from({ length: 7_200 }, () =>
    ids.make('NOBODY', { openedAtMs: Date.UTC(2026, 10, 15), apiVersion: 100 }),
  )
  expect(names.every(isSessionId)).toBe(true)
  for (let at = 7; at < 31; at++) {
    const counts = new Map<string, number>()
    for (const name of names) counts.set(name.charAt(at), (counts.get(name.charAt(at)) ?? 0) + 1)
    expect(counts.size).toBe(36)
    // 200 each on average; seven standard deviations from it never happen.
    for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(100)
  }
})

test('what nobody can use any more is not kept, whoever typed a card into it', async () => {
  const decoys = nodeWith()
  for (let one = 0; one < 5; one++) await decoys.create(call({ customer }))
  expect(await decoys.removeExpired(10)).toBe(0)
  time.ms += 30 * minuteMs
  expect(await decoys.removeExpired(3)).toBe(3)
  expect(await decoys.removeExpired(3)).toBe(2)
})
