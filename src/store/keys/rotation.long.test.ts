import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Installation, openInstallation } from '../../../test/rotation/installation.ts'
import {
  boxOf,
  expectAllOpen,
  generationsFound,
  openedBy,
  sealCodes,
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
import { openMoves } from '../administration/moves.ts'

const owner = { cell: 0, merchantId: 'M1' }
let installation: Installation
beforeEach(async () => {
  installation = await openInstallation()
})
afterEach(() => installation?.close())

async function boxesOf(things: readonly Thing[]): Promise<readonly Buffer[]> {
  const boxes: Buffer[] = []
  for (const thing of things) boxes.push(await boxOf(installation, thing))
  return boxes
}

test('everything is sealed anew, in every cell, and opens as before; the old keys are gone', async () => {
  const things: Thing[] = []
  for (const cell of [0, 3]) things.push(...(await sealSome(installation, { cell, merchantId: `M${cell}` })))
  const copies = await boxesOf(things)
  const rotation = await installation.operator()
  expect(await rotation.rotate()).toMatchObject({
    ...{ state: 'rotated', generation: 2, isFinished: true, broken: [] },
    resealed: { transactions: 4, tokens: 2, sessions: 4, secrets: 2, users: 2 },
  })
  expect(await generationsFound(installation.client)).toEqual([2])
  await expectAllOpen(installation, installation.node, things)
  expect(await rotation.retire()).toMatchObject({ state: 'retired', generation: 2, deletedKeys: 8 })
  await installation.node.refresh()
  await expectAllOpen(installation, installation.node, things)
  for (const keyring of [installation.node, await installation.start([installation.oldKey])])
    for (const [index, thing] of things.entries())
      await expect(openedBy(keyring, thing, copies[index] ?? Buffer.alloc(0))).rejects.toThrow('has no key')
})

test('what is new is locked with the new key; of the old one nothing is needed in the end', async () => {
  const things = await sealSome(installation, owner)
  const added = newKey('new')
  const rotation = await installation.operator([added, installation.oldKey])
  expect(await rotation.rotate()).toMatchObject({ lockedWith: 'new', rewrapped: 3, unneeded: [] })
  const wrappedBy = async (name: string) => {
    const text = 'select distinct key_id from keys where name like $1'
    return (await installation.client.query<{ key_id: string }>(text, [name])).rows.map(
      ({ key_id }) => key_id,
    )
  }
  expect(await wrappedBy('secret/%')).toEqual(['new'])
  expect(await wrappedBy('%/M1/2')).toEqual(['new'])
  // Never under the new one: with the old one they are gone from every backup.
  expect(await wrappedBy('%/M1/1')).toEqual(['old'])
  expect(await rotation.retire()).toMatchObject({ deletedKeys: 4, unneeded: ['old'] })
  const next = await installation.start([added])
  await expectAllOpen(installation, next, things)
  expect(next.secrets).toEqual(installation.node.secrets)
})

test('what notifications are signed with is the same afterwards', async () => {
  await sealSome(installation, { cell: 0, merchantId: 'M2' })
  await installation.client.query('delete from merchant_secrets')
  const audited = installation.store.administration(createEntryDigest(installation.node.secrets.audit))
  const ask = (keyring: Keyring) =>
    createNotificationSecrets({
      store: auditedSecrets(installation.store.secrets, audited, 'gateway'),
      box: createMerchantBox(keyring.notifications),
      clock: systemClock,
    }).find({ cell: 0, merchantId: 'M2' })
  const before = await ask(installation.node)
  const rotation = await installation.operator()
  expect(await rotation.rotate()).toMatchObject({ broken: [], resealed: { secrets: 2 } })
  await rotation.retire()
  expect(await ask(await installation.start([installation.oldKey]))).toEqual(before)
})

test('one-time codes of the console are sealed anew; until then the old key is needed', async () => {
  const things = [await sealCodes(installation, 'M1'), await sealCodes(installation)]
  const added = newKey('new')
  const keys = [added, installation.oldKey]
  const stuck = (store: RotationStore): RotationStore => ({
    ...store,
    boxes: (place, wanted) =>
      place === 'users' ? Promise.reject(new Error('broken off')) : store.boxes(place, wanted),
  })
  await expect((await installation.operator(keys, { through: stuck })).rotate()).rejects.toThrow('broken off')
  const early = await installation.operator(keys)
  expect(await early.retire()).toMatchObject({ state: 'refused' })
  const wrapped = (await early.list({ count: true })).wrappings.find(({ id }) => id === 'old')
  expect(wrapped).toMatchObject({ keys: 2 })
  expect((await early.list({ count: true })).keys.filter(({ purpose }) => purpose === 'user')).toMatchObject([
    ...[{ name: 'user/(operators)/1', boxes: 1, keyId: 'old' }],
    ...[{ name: 'user/M1/1', boxes: 1, keyId: 'old' }],
  ])
  expect(await early.rotate()).toMatchObject({ isFinished: true, resealed: { users: 2 }, unneeded: [] })
  expect(await generationsFound(installation.client)).toEqual([2])
  expect(await early.retire()).toMatchObject({ deletedKeys: 2, unneeded: ['old'] })
  await expectAllOpen(installation, await installation.start([added]), things)
})

test('only the wrapping: every key is locked anew, and nothing that is sealed is touched', async () => {
  const things = await sealSome(installation, owner)
  const before = await boxesOf(things)
  const added = newKey('new')
  const rotation = await installation.operator([added, installation.oldKey])
  const nothing = { transactions: 0, tokens: 0, sessions: 0, secrets: 0, users: 0 }
  expect(await rotation.rotate({ onlyWrapping: true })).toMatchObject({
    ...{ generation: 1, rewrapped: 7, unneeded: ['old'], resealed: nothing },
  })
  expect(await boxesOf(things)).toEqual(before)
  await expectAllOpen(installation, await installation.start([added]), things)
})

test('a key-encryption key that was not given is asked for before anything happens', async () => {
  await sealSome(installation, owner)
  const added = newKey('new')
  await (await installation.operator([added, installation.oldKey])).rotate()
  const { generations } = await (await installation.operator([added, installation.oldKey])).list()
  expect(await (await installation.operator([newKey('other'), added])).rotate()).toEqual({
    state: 'refused',
    reason: "The database is locked with key 'old', which is not in TOLLGATE_KEYS",
  })
  expect((await (await installation.operator([added, installation.oldKey])).list()).generations).toHaveLength(
    generations.length,
  )
})

test.each(['before', 'after'] as const)(
  'broken off %s any of its steps, a rotation goes on where it was, and a retirement too',
  async when => {
    const things = await sealSome(installation, owner)
    const added = newKey('new')
    const throughTo = async (wanted: 'rotate' | 'retire') => {
      for (let steps = 1; ; steps++) {
        const through = (store: RotationStore) => brokenOff(store, { steps, when })
        const done = await (await installation.operator([added, installation.oldKey], { through }))
          [wanted]()
          .catch(() => undefined)
        await expectAllOpen(installation, await installation.start([added, installation.oldKey]), things)
        if (done) return { done, steps }
      }
    }
    const rotated = await throughTo('rotate')
    // Who finished and could not tell any more is asked to do it once again, which may break off again.
    const generation = 'generation' in rotated.done ? rotated.done.generation : 0
    expect(rotated.done).toMatchObject({ state: 'rotated', isFinished: true })
    expect(generation >= 3).toBe(when === 'after')
    const retired = await throughTo('retire')
    expect(retired.done).toMatchObject({ state: 'retired', generation })
    expect([rotated.steps > 8, retired.steps > 4]).toEqual([true, true])
    expect(await generationsFound(installation.client)).toEqual([generation])
    await expectAllOpen(installation, await installation.start([added]), things)
  },
)

test('whoever writes meanwhile is not written over', async () => {
  const [, , token, , secrets] = await sealSome(installation, owner)
  if (!token || !secrets) throw new Error('Nothing was sealed')
  const name = String(token.values[1])
  let newer: Thing | undefined
  const through = (store: RotationStore): RotationStore => ({
    ...store,
    async boxes(place, wanted) {
      const page = await store.boxes(place, wanted)
      // Between our look and our writing, by a node that has not noticed.
      if (place === 'tokens') newer ??= await sealToken(installation, owner, name)
      if (place === 'sessions') await installation.client.query('update sessions set secrets = null')
      return page
    },
  })
  const rotation = await installation.operator([installation.oldKey], { through })
  expect(await rotation.rotate()).toMatchObject({ isFinished: true, resealed: { tokens: 1, sessions: 1 } })
  expect(newer?.text).not.toBe(token.text)
  expect(newer && (await openedBy(installation.node, newer, await boxOf(installation, newer)))).toBe(
    newer?.text,
  )
  expect(await boxOf(installation, secrets)).toHaveLength(0)
  expect(await generationsFound(installation.client)).toEqual([2])
})

test('a row that somebody holds is not waited for; the next rotation finishes the generation', async () => {
  await sealSome(installation, owner)
  await installation.client.query('begin')
  await installation.client.query('select from tokens for update')
  const rotation = await installation.operator()
  expect(await rotation.rotate()).toMatchObject({ generation: 2, isFinished: false, resealed: { tokens: 0 } })
  expect(await rotation.retire()).toEqual({
    state: 'refused',
    reason: 'Not everything is sealed under generation 2 yet: rotate again, it goes on',
  })
  await installation.client.query('commit')
  expect(await rotation.rotate()).toMatchObject({ generation: 2, isFinished: true, resealed: { tokens: 1 } })
})

test('nothing is retired before everyone has had time to notice', async () => {
  await sealSome(installation, owner)
  const rotation = await installation.operator([installation.oldKey], { graceMs: 60_000 })
  await rotation.rotate()
  expect(await rotation.retire()).toEqual({
    state: 'refused',
    reason: expect.stringMatching(/^Requests may still be using the earlier keys: retire in (?:60|59) s$/),
    retryAfterMs: expect.any(Number),
  })
})

test('what a node seals that has not noticed is sealed anew; behind the fence it is refused', async () => {
  const things = await sealSome(installation, owner)
  const rotation = await installation.operator()
  await rotation.rotate()
  const late = await sealToken(installation, owner)
  expect(await generationsFound(installation.client)).toEqual([1, 2])
  expect(await rotation.retire()).toMatchObject({ state: 'retired', resealed: { tokens: 1 } })
  const row = { token: 'later', kind: 'CARD', cardHash: Buffer.alloc(32) } as const
  const copied = await boxOf(installation, late)
  // It had the old key in its memory all the time.
  copied.writeUInt16BE(1, 0)
  await expect(installation.store.tokens.put(owner, { ...row, card: copied }, 'any')).rejects.toMatchObject({
    constraint: 'tokens_card_generation',
  })
  await installation.node.refresh()
  await expectAllOpen(installation, installation.node, [
    ...things,
    late,
    await sealToken(installation, owner),
  ])
})

test('what a move took past the walk is sealed anew before the fence: payers go on', async () => {
  const [moving, neighbour] = [{ cell: 5, merchantId: 'M5' }, owner]
  const things = [...(await sealSome(installation, neighbour)), ...(await sealSome(installation, moving))]
  const through = (store: RotationStore): RotationStore => ({
    ...store,
    async boxes(place, wanted) {
      const page = await store.boxes(place, wanted)
      // The sessions of the first cell have been walked, those of the other one have not.
      if (place === 'sessions') await moveTo(0, moving)
      return page
    },
  })
  const rotated = await (await installation.operator([installation.oldKey], { through })).rotate()
  expect(rotated).toMatchObject({ isFinished: true, resealed: { transactions: 4, sessions: 2 } })
  expect(await generationsFound(installation.client)).toEqual([1, 2])
  const found = { sessionId: String(things.at(-3)?.values[0]), cell: 0, merchantId: 'M5' }
  const uses: unknown[] = []
  const asked = (store: RotationStore): RotationStore => ({
    ...store,
    async isClear(place) {
      if (place === 'transactions') uses.push(await installation.store.sessions.authenticate(found, 'O1'))
      return store.isClear(place)
    },
  })
  const retiring = await installation.operator([installation.oldKey], { through: asked })
  expect(await retiring.retire()).toMatchObject({ state: 'retired', resealed: { sessions: 2 } })
  expect(uses).toEqual(['ok'])
  expect(await generationsFound(installation.client)).toEqual([2])
  await installation.node.refresh()
  await expectAllOpen(installation, installation.node, things)
})

/** Once; what nodes would have to notice before, none keeps here. */
async function moveTo(to: number, { cell, merchantId }: typeof owner): Promise<void> {
  const opened = openMoves(installation.database.config)
  const moves = opened.store(createEntryDigest(installation.node.secrets.audit))
  const move = { cell, merchantId, to, runId: randomUUID() }
  const entry = () => ({ actor: 'ada@desk', action: 'merchant.move', merchantId, details: {} }) as const
  if (await moves.close(move, 10_000)) await moves.carry(move, { limitMs: 10_000, entry })
  await opened.close()
}

test('a box that does not open is named, keeps its key, and stops nothing else', async () => {
  const [, , token, ...others] = await sealSome(installation, owner)
  await installation.client.query("update tokens set card = card || '\\x00'")
  const rotation = await installation.operator()
  expect(await rotation.rotate()).toMatchObject({
    isFinished: false,
    broken: [{ place: 'tokens', merchantId: 'M1', name: ` ${token?.values[1]}` }],
    resealed: { transactions: 2, sessions: 2, secrets: 1 },
  })
  await expectAllOpen(installation, installation.node, others)
  expect(await rotation.retire()).toMatchObject({ state: 'refused' })
  expect((await rotation.list()).keys.map(({ name }) => name)).toContain('card/M1/1')
})

test('a retirement that cannot have the table for an instant says so, and nothing is stopped', async () => {
  await sealSome(installation, owner)
  const rotation = await installation.operator()
  await rotation.rotate()
  await installation.client.query('begin')
  await installation.client.query('select from transactions')
  const other = new pg.Client(installation.database.config)
  await other.connect()
  const [refused] = await Promise.all([
    rotation.retire(),
    sealSome({ ...installation, client: other }, { cell: 0, merchantId: 'M2' }),
  ])
  expect(refused).toMatchObject({ reason: expect.stringContaining('the table of transactions') })
  await other.end()
  await installation.client.query('commit')
  expect(await rotation.retire()).toMatchObject({ state: 'retired' })
})

test('a sandbox that is emptied goes on with the keys that it has', async () => {
  await sealSome(installation, owner)
  const rotation = await installation.operator()
  await rotation.rotate()
  await rotation.retire()
  const sandbox = openSandboxStore(installation.database.config)
  await sandbox.reset(['M1'])
  await sandbox.close()
  const node = await installation.start([installation.oldKey])
  expect(node.keyState()).toMatchObject({ generation: 2, oldest: 2 })
  const token = await sealToken({ ...installation, node }, owner)
  await expectAllOpen(installation, installation.node, [token])
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
