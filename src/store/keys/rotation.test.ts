import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Installation, openInstallation } from '../../../test/rotation/desk.ts'
import {
  boxOf,
  expectAllOpen,
  generationsFound,
  openedBy,
  sealSome,
  sealToken,
  type Thing,
} from '../../../test/rotation/things.ts'
import { createEntryDigest } from '../../administration/auditLog.ts'
import { auditedSecrets } from '../../administration/notifications.ts'
import { createNotificationSecrets } from '../../notifications/secrets.ts'
import { systemClock } from '../../platform/clock.ts'
import { openSandboxStore } from '../../sandbox/store/sandbox.ts'
import { newKey } from '../../vault/keyEncryptionKeys.ts'
import type { Keyring } from '../../vault/keyring.ts'
import { createMerchantBox } from '../../vault/merchantBox.ts'
import type { RotationStore } from '../../vault/stores.ts'

const owner = { cell: 0, merchantId: 'M1' }
let desk: Installation
beforeEach(async () => {
  desk = await openInstallation()
})
afterEach(() => desk?.close())

async function boxesOf(things: readonly Thing[]): Promise<readonly Buffer[]> {
  const boxes: Buffer[] = []
  for (const thing of things) boxes.push(await boxOf(desk, thing))
  return boxes
}

test('everything is sealed anew, in every cell, and opens as before; the old keys are gone', async () => {
  const things: Thing[] = []
  for (const cell of [0, 3]) things.push(...(await sealSome(desk, { cell, merchantId: `M${cell}` })))
  const copies = await boxesOf(things)
  const rotation = await desk.operator()
  expect(await rotation.rotate()).toMatchObject({
    ...{ state: 'rotated', generation: 2, isFinished: true, broken: [] },
    resealed: { transactions: 4, tokens: 2, sessions: 4, secrets: 2 },
  })
  expect(await generationsFound(desk.client)).toEqual([2])
  await expectAllOpen(desk, desk.node, things)
  expect(await rotation.retire()).toMatchObject({ state: 'retired', generation: 2, deletedKeys: 6 })
  await desk.node.refresh()
  await expectAllOpen(desk, desk.node, things)
  for (const keyring of [desk.node, await desk.start([desk.oldKey])])
    for (const [index, thing] of things.entries())
      await expect(openedBy(keyring, thing, copies[index] ?? Buffer.alloc(0))).rejects.toThrow('has no key')
})

test('what is new is locked with the new key; of the old one nothing is needed in the end', async () => {
  const things = await sealSome(desk, owner)
  const added = newKey('new')
  const rotation = await desk.operator([added, desk.oldKey])
  expect(await rotation.rotate()).toMatchObject({ lockedWith: 'new', rewrapped: 3, unneeded: [] })
  const wrappedBy = async (name: string) => {
    const text = 'select distinct key_id from keys where name like $1'
    return (await desk.client.query<{ key_id: string }>(text, [name])).rows.map(({ key_id }) => key_id)
  }
  expect(await wrappedBy('secret/%')).toEqual(['new'])
  expect(await wrappedBy('%/M1/2')).toEqual(['new'])
  // Never under the new one: with the old one they are gone from every backup.
  expect(await wrappedBy('%/M1/1')).toEqual(['old'])
  expect(await rotation.retire()).toMatchObject({ deletedKeys: 3, unneeded: ['old'] })
  const next = await desk.start([added])
  await expectAllOpen(desk, next, things)
  expect(next.secrets).toEqual(desk.node.secrets)
})

test('what notifications are signed with is the same afterwards', async () => {
  await sealSome(desk, { cell: 0, merchantId: 'M2' })
  await desk.client.query('delete from merchant_secrets')
  const audited = desk.store.administration(createEntryDigest(desk.node.secrets.audit))
  const ask = (keyring: Keyring) =>
    createNotificationSecrets({
      store: auditedSecrets(desk.store.secrets, audited, 'gateway'),
      box: createMerchantBox(keyring.notifications),
      clock: systemClock,
    }).find({ cell: 0, merchantId: 'M2' })
  const before = await ask(desk.node)
  const rotation = await desk.operator()
  expect(await rotation.rotate()).toMatchObject({ broken: [], resealed: { secrets: 2 } })
  await rotation.retire()
  expect(await ask(await desk.start([desk.oldKey]))).toEqual(before)
})

test('only the wrapping: every key is locked anew, and nothing that is sealed is touched', async () => {
  const things = await sealSome(desk, owner)
  const before = await boxesOf(things)
  const added = newKey('new')
  const rotation = await desk.operator([added, desk.oldKey])
  const nothing = { transactions: 0, tokens: 0, sessions: 0, secrets: 0 }
  expect(await rotation.rotate({ onlyWrapping: true })).toMatchObject({
    ...{ generation: 1, rewrapped: 6, unneeded: ['old'], resealed: nothing },
  })
  expect(await boxesOf(things)).toEqual(before)
  await expectAllOpen(desk, await desk.start([added]), things)
})

test('a key-encryption key that was not given is asked for before anything happens', async () => {
  await sealSome(desk, owner)
  const added = newKey('new')
  await (await desk.operator([added, desk.oldKey])).rotate()
  const { generations } = await (await desk.operator([added, desk.oldKey])).list()
  expect(await (await desk.operator([newKey('other'), added])).rotate()).toEqual({
    state: 'refused',
    reason: "The database is locked with key 'old', which is not in TOLLGATE_KEYS",
  })
  expect((await (await desk.operator([added, desk.oldKey])).list()).generations).toHaveLength(
    generations.length,
  )
})

test.each(['before', 'after'] as const)(
  'broken off %s any of its steps, a rotation goes on where it was, and a retirement too',
  async when => {
    const things = await sealSome(desk, owner)
    const added = newKey('new')
    const throughTo = async (wanted: 'rotate' | 'retire') => {
      for (let steps = 1; ; steps++) {
        const through = (store: RotationStore) => brokenOff(store, { steps, when })
        const done = await (await desk.operator([added, desk.oldKey], { through }))
          [wanted]()
          .catch(() => undefined)
        await expectAllOpen(desk, await desk.start([added, desk.oldKey]), things)
        if (done) return { done, steps }
      }
    }
    const rotated = await throughTo('rotate')
    // Who finished and could not tell any more is asked to do it once again.
    const generation = when === 'before' ? 2 : 3
    expect(rotated.done).toMatchObject({ state: 'rotated', generation, isFinished: true })
    const retired = await throughTo('retire')
    expect(retired.done).toMatchObject({ state: 'retired', generation })
    expect([rotated.steps > 8, retired.steps > 4]).toEqual([true, true])
    expect(await generationsFound(desk.client)).toEqual([generation])
    await expectAllOpen(desk, await desk.start([added]), things)
  },
)

test('whoever writes meanwhile is not written over', async () => {
  const [, , token, , secrets] = await sealSome(desk, owner)
  if (!token || !secrets) throw new Error('Nothing was sealed')
  const name = String(token.values[1])
  let newer: Thing | undefined
  const through = (store: RotationStore): RotationStore => ({
    ...store,
    async boxes(place, wanted) {
      const page = await store.boxes(place, wanted)
      // Between our look and our writing, by a node that has not noticed.
      if (place === 'tokens') newer ??= await sealToken(desk, owner, name)
      if (place === 'sessions') await desk.client.query('update sessions set secrets = null')
      return page
    },
  })
  const rotation = await desk.operator([desk.oldKey], { through })
  expect(await rotation.rotate()).toMatchObject({ isFinished: true, resealed: { tokens: 1, sessions: 1 } })
  expect(newer?.text).not.toBe(token.text)
  expect(newer && (await openedBy(desk.node, newer, await boxOf(desk, newer)))).toBe(newer?.text)
  expect(await boxOf(desk, secrets)).toHaveLength(0)
  expect(await generationsFound(desk.client)).toEqual([2])
})

test('a row that somebody holds is not waited for; the next rotation finishes the generation', async () => {
  await sealSome(desk, owner)
  await desk.client.query('begin')
  await desk.client.query('select from tokens for update')
  const rotation = await desk.operator()
  expect(await rotation.rotate()).toMatchObject({ generation: 2, isFinished: false, resealed: { tokens: 0 } })
  expect(await rotation.retire()).toEqual({
    state: 'refused',
    reason: 'Not everything is sealed under generation 2 yet: rotate again, it goes on',
  })
  await desk.client.query('commit')
  expect(await rotation.rotate()).toMatchObject({ generation: 2, isFinished: true, resealed: { tokens: 1 } })
})

test('nothing is retired before everyone has had time to notice', async () => {
  await sealSome(desk, owner)
  const rotation = await desk.operator([desk.oldKey], { graceMs: 60_000 })
  await rotation.rotate()
  expect(await rotation.retire()).toEqual({
    state: 'refused',
    reason: expect.stringMatching(/^Requests may still be using the earlier keys: retire in (?:60|59) s$/),
    retryAfterMs: expect.any(Number),
  })
})

test('what a node seals that has not noticed is sealed anew; behind the fence it is refused', async () => {
  const things = await sealSome(desk, owner)
  const rotation = await desk.operator()
  await rotation.rotate()
  const late = await sealToken(desk, owner)
  expect(await generationsFound(desk.client)).toEqual([1, 2])
  expect(await rotation.retire()).toMatchObject({ state: 'retired', resealed: { tokens: 1 } })
  const row = { token: 'later', kind: 'CARD', cardHash: Buffer.alloc(32) } as const
  const copied = await boxOf(desk, late)
  // It had the old key in its memory all the time.
  copied.writeUInt16BE(1, 0)
  await expect(desk.store.tokens.put(owner, { ...row, card: copied }, 'any')).rejects.toMatchObject({
    constraint: 'tokens_card_generation',
  })
  await desk.node.refresh()
  await expectAllOpen(desk, desk.node, [...things, late, await sealToken(desk, owner)])
})

test('a box that does not open is named, keeps its key, and stops nothing else', async () => {
  const [, , token, ...others] = await sealSome(desk, owner)
  await desk.client.query("update tokens set card = card || '\\x00'")
  const rotation = await desk.operator()
  expect(await rotation.rotate()).toMatchObject({
    isFinished: false,
    broken: [{ place: 'tokens', merchantId: 'M1', name: ` ${token?.values[1]}` }],
    resealed: { transactions: 2, sessions: 2, secrets: 1 },
  })
  await expectAllOpen(desk, desk.node, others)
  expect(await rotation.retire()).toMatchObject({ state: 'refused' })
  expect((await rotation.list()).keys.map(({ name }) => name)).toContain('card/M1/1')
})

test('a retirement that cannot have the table for an instant says so, and nothing is stopped', async () => {
  await sealSome(desk, owner)
  const rotation = await desk.operator()
  await rotation.rotate()
  await desk.client.query('begin')
  await desk.client.query('select from transactions')
  const other = new pg.Client(desk.database.config)
  await other.connect()
  const [refused] = await Promise.all([
    rotation.retire(),
    sealSome({ ...desk, client: other }, { cell: 0, merchantId: 'M2' }),
  ])
  expect(refused).toMatchObject({ reason: expect.stringContaining('the table of transactions') })
  await other.end()
  await desk.client.query('commit')
  expect(await rotation.retire()).toMatchObject({ state: 'retired' })
})

test('a sandbox that is emptied goes on with the keys that it has', async () => {
  await sealSome(desk, owner)
  const rotation = await desk.operator()
  await rotation.rotate()
  await rotation.retire()
  const sandbox = openSandboxStore(desk.database.config)
  await sandbox.reset(['M1'])
  await sandbox.close()
  const node = await desk.start([desk.oldKey])
  expect(node.keyState()).toMatchObject({ generation: 2, oldest: 2 })
  const token = await sealToken({ ...desk, node }, owner)
  await expectAllOpen(desk, desk.node, [token])
})

/** A process that dies in front of a step, or right behind it. */
function brokenOff(store: RotationStore, { steps, when }: { steps: number; when: 'before' | 'after' }) {
  let left = steps
  return new Proxy(store, {
    get(target, name, receiver) {
      const step = Reflect.get(target, name, receiver)
      return async (...given: readonly unknown[]) => {
        if (left <= 0) throw new Error('broken off')
        left--
        if (left === 0 && when === 'before') throw new Error('broken off')
        const result = await Reflect.apply(step, target, given)
        if (left === 0) throw new Error('broken off')
        return result
      }
    },
  })
}
