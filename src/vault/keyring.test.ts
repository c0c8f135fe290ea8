import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { NamedKey } from '../platform/namedKeys.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { configuredKeys } from './keyEncryptionKeys.ts'
import { openKeyring } from './keyring.ts'
import type { KeyStore, WrappedKey } from './keys.ts'
import { memoryKeyStore } from './memoryKeyStore.ts'

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
  const all = [...Object.values(keyring.secrets), ...merchants.map(({ key }) => key)]
  expect(all.every(({ length }) => length === 32)).toBe(true)
  expect(new Set(all.map(key => key.toString('hex'))).size).toBe(5)
})

test('With a new key in front, the old one still opens what it wrapped and the new one wraps', async () => {
  const kept = new Map<string, WrappedKey>()
  const before = await openKeyring({ keys: configuredKeys([key2026]), store: memoryKeyStore(kept) })
  const dataKey = await before.cards.current('M1')
  const after = await openKeyring({ keys: configuredKeys([key2027, key2026]), store: memoryKeyStore(kept) })
  expect(await after.cards.current('M1')).toEqual(dataKey)
  await after.cards.current('M2')
  expect(kept.get('card/M1/1')?.keyId).toBe('2026')
  expect(kept.get('card/M2/1')?.keyId).toBe('2027')
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

/** A store with a distance, as a real one has, so that races happen; it counts what it is asked. */
function slowly(store: KeyStore) {
  let finds = 0
  let isFailing = false
  const keys: KeyStore = {
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
