import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { memoryKeyStore } from '../../test/support/vault/memoryKeyStore.ts'
import { StartRefusal } from '../platform/errors.ts'
import type { NamedKey } from '../platform/secretBox.ts'
import { configuredKeys } from './keyEncryptionKeys.ts'
import { type Keyring, openKeyring } from './keyring.ts'
import type { KeyStore, WrappedKey } from './stores.ts'

const key2026: NamedKey = { id: '2026', key: randomBytes(32) }
const key2027: NamedKey = { id: '2027', key: randomBytes(32) }

test('The second start finds the secrets and data keys the first one made', async () => {
  const store = memoryKeyStore()
  const first = await openKeyring({ keys: configuredKeys([key2026]), store })
  const second = await openKeyring({ keys: configuredKeys([key2026]), store })
  expect(second.secrets).toEqual(first.secrets)
  expect(await second.cards.current('M1')).toEqual(await first.cards.current('M1'))
})

test('Every secret and every data key is another', async () => {
  const keyring = await openKeyring({ keys: configuredKeys([key2026]), store: memoryKeyStore() })
  const merchants = await Promise.all([keyring.cards.current('M1'), keyring.cards.current('M2')])
  const purposes = await Promise.all([keyring.sessions.current('M1'), keyring.notifications.current('M1')])
  const all = [...Object.values(keyring.secrets), ...[...merchants, ...purposes].map(({ key }) => key)]
  expect(all.every(({ length }) => length === 32)).toBe(true)
  expect(new Set(all.map(key => key.toString('hex'))).size).toBe(8)
})

test('With a new key in front, the one that locks goes on locking until a rotation', async () => {
  const kept = new Map<string, WrappedKey>()
  const before = await openKeyring({ keys: configuredKeys([key2026]), store: memoryKeyStore(kept) })
  const dataKey = await before.cards.current('M1')
  const after = await openKeyring({ keys: configuredKeys([key2027, key2026]), store: memoryKeyStore(kept) })
  expect(await after.cards.current('M1')).toEqual(dataKey)
  await after.cards.current('M2')
  expect(kept.get('card/M1/1')?.keyId).toBe('2026')
  expect(kept.get('card/M2/1')?.keyId).toBe('2026')
})

test('A missing key refuses the start and says which one', async () => {
  const store = memoryKeyStore()
  await openKeyring({ keys: configuredKeys([key2026]), store })
  const start = openKeyring({ keys: configuredKeys([key2027]), store })
  await expect(start).rejects.toThrow(
    new StartRefusal("The database is locked with key '2026', which is not in TOLLGATE_KEYS"),
  )
  await expect(start).rejects.toBeInstanceOf(StartRefusal)
})

test('A wrong key under the right id refuses the start', async () => {
  const store = memoryKeyStore()
  await openKeyring({ keys: configuredKeys([key2026]), store })
  const start = openKeyring({ keys: configuredKeys([{ ...key2026, key: randomBytes(32) }]), store })
  await expect(start).rejects.toThrow(/^Key '2026' of TOLLGATE_KEYS does not open/)
  await expect(start).rejects.toBeInstanceOf(StartRefusal)
})

test('No key at all refuses the start', async () => {
  const start = openKeyring({ keys: configuredKeys([]), store: memoryKeyStore() })
  await expect(start).rejects.toBeInstanceOf(StartRefusal)
})

test("A merchant's wrapped key put in another's place does not open there", async () => {
  const kept = new Map<string, WrappedKey>()
  const keyring = await openKeyring({ keys: configuredKeys([key2026]), store: memoryKeyStore(kept) })
  await keyring.cards.current('M1')
  const stolen = kept.get('card/M1/1')
  if (stolen) kept.set('card/M2/1', stolen)
  await expect(keyring.cards.current('M2')).rejects.toThrow(/does not open/)
})

test('Two nodes that start at once end up with the same keys', async () => {
  const store = slowly(memoryKeyStore())
  const nodes = await Promise.all(
    [1, 2].map(() => openKeyring({ keys: configuredKeys([key2026]), store: store.keys })),
  )
  const [one, other] = nodes
  expect(one?.secrets).toEqual(other?.secrets)
  const [mine, theirs] = await Promise.all(nodes.map(node => node.cards.current('M1')))
  expect(mine).toEqual(theirs)
})

test('A hundred first cards of a merchant at once ask the store once; later ones not at all', async () => {
  const store = slowly(memoryKeyStore())
  const keyring = await openKeyring({ keys: configuredKeys([key2026]), store: store.keys })
  const asked = store.finds()
  await Promise.all(Array.from({ length: 100 }, () => keyring.cards.current('M1')))
  expect(keyring.cards.current('M1')).not.toBeInstanceOf(Promise)
  expect(store.finds() - asked).toBe(1)
})

test('Only so many keys stay in memory, and the one used longest ago goes first', async () => {
  const store = slowly(memoryKeyStore())
  const keyring = await openKeyring({ keys: configuredKeys([key2026]), store: store.keys, merchantsMax: 2 })
  for (const merchant of ['M1', 'M2', 'M1', 'M3']) await keyring.cards.current(merchant)
  const asked = store.finds()
  await keyring.cards.current('M1')
  await keyring.cards.current('M3')
  expect(store.finds() - asked).toBe(0)
  await keyring.cards.current('M2')
  expect(store.finds() - asked).toBe(1)
})

test('A store that fails is asked again the next time', async () => {
  const store = slowly(memoryKeyStore())
  const keyring = await openKeyring({ keys: configuredKeys([key2026]), store: store.keys })
  store.failNext()
  await expect(keyring.cards.current('M1')).rejects.toThrow('no connection')
  expect(await keyring.cards.current('M1')).toMatchObject({ generation: 1 })
})

test('A key that sealed something earlier is never made anew when it is missing', async () => {
  const kept = new Map<string, WrappedKey>()
  const keyring = await openKeyring({ keys: configuredKeys([key2026]), store: memoryKeyStore(kept) })
  await expect(keyring.cards.earlier('M1', 7)).rejects.toThrow("The store has no key 'card/M1/7'")
  expect(kept.has('card/M1/7')).toBe(false)
})

test('A new generation is for what is new; what was sealed before still finds its key', async () => {
  const { generations, open } = installation()
  const keyring = await open()
  const first = await keyring.cards.current('M1')
  generations.generation = 2
  expect(await keyring.cards.current('M1')).toEqual(first)
  await keyring.refresh()
  const second = await keyring.cards.current('M1')
  expect(second.generation).toBe(2)
  expect(second.key).not.toEqual(first.key)
  expect(await keyring.cards.earlier('M1', 1)).toEqual(first)
  expect(await (await open()).cards.earlier('M1', 1)).toEqual(first)
})

test('A node that has not heard of a new generation hears of it when it makes a key', async () => {
  const { kept, generations, open } = installation()
  const keyring = await open()
  generations.generation = 2
  expect(await keyring.cards.current('M1')).toMatchObject({ generation: 2 })
  expect([...kept.keys()].filter(name => name.startsWith('card/'))).toEqual(['card/M1/2'])
})

test('A key that is gone from the store is gone from memory at the next look', async () => {
  const { kept, generations, open } = installation()
  const keyring = await open()
  await keyring.cards.current('M1')
  Object.assign(generations, { generation: 2, oldest: 2 })
  kept.delete('card/M1/1')
  await keyring.refresh()
  await expect(keyring.cards.earlier('M1', 1)).rejects.toThrow("The store has no key 'card/M1/1'")
})

test('A key that somebody else locked with is read from the file before it counts as missing', async () => {
  const { kept, store, open } = installation()
  let file = [key2026]
  const keys = { keys: file, origin: 'the file', readAgain: async () => file }
  const keyring = await openKeyring({ keys, store })
  const ahead = await open([key2027, key2026])
  const pepper = kept.get('secret/password-pepper')
  if (pepper) kept.set('secret/password-pepper', await rewrapped(ahead, pepper))
  expect(await keyring.refresh()).toEqual([
    "The database is locked with key '2027', which is not in the file",
  ])
  expect(keyring.trouble()).toContain("'2027'")
  await expect(keyring.cards.current('M1')).rejects.toThrow("key '2027', which is not in the file")
  file = [key2027, key2026]
  expect(await keyring.cards.current('M1')).toMatchObject({ generation: 1 })
  expect(kept.get('card/M1/1')?.keyId).toBe('2027')
  expect(keyring.trouble()).toBeUndefined()
})

test('A key taken out of the file is forgotten, but not while something is locked with it', async () => {
  const { kept, store } = installation()
  let file = [key2026]
  const keys = { keys: file, origin: 'the file', readAgain: async () => file }
  const keyring = await openKeyring({ keys, store })
  file = [key2027]
  expect(await keyring.refresh()).toEqual([
    "'2026' is gone from the file, but the database is still locked with it",
  ])
  expect(await keyring.cards.current('M1')).toMatchObject({ generation: 1 })
  for (const [name, wrapped] of kept) kept.set(name, { ...wrapped, keyId: '2027' })
  expect(await keyring.refresh()).toEqual([])
  expect(keyring.wrapping.ids()).toEqual(['2027'])
})

test('A file that is not to be read, or has another key under a known id, changes nothing', async () => {
  const { store } = installation()
  const files = [
    async () => Promise.reject(new Error('the file cannot be read (ENOENT)')),
    async () => [{ ...key2026, key: randomBytes(32) }],
  ]
  const keys = { keys: [key2026], origin: 'the file', readAgain: () => files.shift()?.() ?? [key2026] }
  const keyring = await openKeyring({ keys: { ...keys, readAgain: async () => keys.readAgain() }, store })
  expect(await keyring.refresh()).toEqual(['the file cannot be read (ENOENT)'])
  expect(await keyring.refresh()).toEqual(["the file holds another key than before under the id '2026'"])
  expect(await keyring.refresh()).toEqual([])
  expect(await keyring.cards.current('M1')).toMatchObject({ generation: 1 })
})

/** What the nodes of one installation share, and a way to start another node. */
function installation() {
  const kept = new Map<string, WrappedKey>()
  const generations = { generation: 1, oldest: 1 }
  const store = memoryKeyStore(kept, generations)
  const open = (keys: readonly NamedKey[] = [key2026]) => openKeyring({ keys: configuredKeys(keys), store })
  return { kept, generations, store, open }
}

async function rewrapped({ wrapping }: Keyring, pepper: WrappedKey): Promise<WrappedKey> {
  const key = await wrapping.unwrap('secret/password-pepper', pepper)
  return wrapping.wrap('secret/password-pepper', key, key2027.id)
}

/** A store with a distance, as a real one has, so that races happen; it counts what it is asked. */
function slowly(store: KeyStore) {
  let finds = 0
  let isFailing = false
  const keys: KeyStore = {
    ...store,
    async find(name) {
      finds++
      await new Promise(resolve => setTimeout(resolve, 2))
      if (isFailing) {
        isFailing = false
        throw new Error('no connection')
      }
      return store.find(name)
    },
    async add(name, wrapped) {
      await new Promise(resolve => setTimeout(resolve, 2))
      return store.add(name, wrapped)
    },
  }
  return {
    keys,
    finds: () => finds,
    failNext: () => {
      isFailing = true
    },
  }
}
