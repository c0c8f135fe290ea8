// Finding and unwrapping the base key of a terminal's key serial number.

import { BoundedMap } from '../platform/boundedMap.ts'
import type { KeyWrapping } from '../vault/wrapping.ts'
import {
  type BaseKeyAlgorithm,
  type BaseKeyStore,
  type BaseKeys,
  baseKeyName,
  type FoundBaseKey,
  type KeptBaseKey,
} from './port.ts'

type BaseKeysDependencies = {
  readonly store: BaseKeyStore
  readonly wrapping: Pick<KeyWrapping, 'unwrap'>
  /** Whether published test keys are accepted: only in a sandbox. */
  readonly withTestKeys?: boolean
  /** How many are kept unwrapped in memory. */
  readonly openedMax?: number
}

/**
 * Another merchant's key counts as unknown. The description of a key is read from the store each time; only
 * its value is cached, which never changes, and is not used once the key is retired.
 */
export function createBaseKeys(dependencies: BaseKeysDependencies): BaseKeys {
  const { store, wrapping, withTestKeys = false, openedMax = 100 } = dependencies
  const opened = new BoundedMap<string, Buffer>(openedMax)

  function remember(id: string, key: Buffer): void {
    // A map keeps the order of insertion: deleting and inserting makes it the most recently used.
    opened.set(id, key)
  }

  async function open({ id, algorithm, value }: KeptBaseKey): Promise<Buffer> {
    if (!value) throw new BaseKeyBroken(`The store has no value of the base key '${id}'`)
    const key = opened.get(id) ?? (await wrapping.unwrap(baseKeyName(id), value))
    if (key.length !== keyBytes[algorithm])
      throw new BaseKeyBroken(`The base key '${id}' has not the length of ${algorithm}`)
    remember(id, key)
    return key
  }

  return {
    async find(merchantId, keySerialNumber) {
      const wanted = wantedBy(keySerialNumber)
      const found = wanted && (await store.find({ merchantId, withTestKeys, ...wanted }))
      if (!found) return 'unknown'
      if (found.isRetired) {
        opened.delete(found.id)
        return 'retired'
      }
      const { algorithm, keySetId, isTest } = found
      return { algorithm, keySetId, isTest, key: await open(found) } satisfies FoundBaseKey
    },
  }
}

/** Neither unknown nor retired: the stored key is damaged. */
class BaseKeyBroken extends Error {}

export const keyBytes: Readonly<Record<BaseKeyAlgorithm, number>> = {
  TDES: 16,
  'AES-128': 16,
  'AES-192': 24,
  'AES-256': 32,
}

/** How many digits a key set id of TDES may have. */
export const tdesKeySetDigits = [6, 7, 8, 9, 10] as const
export const aesKeySetDigits = 8

/** The length of a key serial number shows which algorithm it is for. */
function wantedBy(keySerialNumber: string) {
  const serial = keySerialNumber.toUpperCase()
  if (!/^[0-9A-F]*$/.test(serial)) return undefined
  if (serial.length === 20)
    return {
      algorithms: ['TDES'] as const,
      keySetIds: tdesKeySetDigits.map(digits => serial.slice(0, digits)),
    }
  if (serial.length === 24)
    return { algorithms: aesAlgorithms, keySetIds: [serial.slice(0, aesKeySetDigits)] }
  return undefined
}

const aesAlgorithms = ['AES-128', 'AES-192', 'AES-256'] as const

/** The lowest bit of each byte of a TDES key is its parity, which encryption ignores. */
export const withoutParity = (key: Buffer): Buffer => Buffer.from(key.map(byte => byte & 0xfe))

/** As standards write a TDES key: an odd number of ones in each byte. */
export const withOddParity = (key: Buffer): Buffer =>
  Buffer.from(key.map(byte => (byte & 0xfe) | (isOdd(byte & 0xfe) ? 0 : 1)))

function isOdd(byte: number): boolean {
  const nibbles = byte ^ (byte >> 4)
  const pairs = nibbles ^ (nibbles >> 2)
  return ((pairs ^ (pairs >> 1)) & 1) === 1
}
