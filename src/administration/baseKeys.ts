// Managing the base derivation keys of terminals.

import { invalid, type Rejection } from '../orders/rejection.ts'
import { randomHex } from '../platform/ids.ts'
import {
  type CheckedKey,
  checkKeyImport,
  checkValueOf,
  isKeyImportObjection,
  type KeyImportRequest,
} from '../terminals/keyImport.ts'
import { baseKeyName, type KeySet, type WrappedValue } from '../terminals/port.ts'
import { actorOf, withMerchant } from './context.ts'
import type {
  AddBaseKeyOptions,
  AdministrationStore,
  AuditAction,
  BaseKeyRecords,
  KnownBaseKey,
  NewAuditEntry,
  NewBaseKey,
} from './port.ts'

/** Base keys of terminals, as an operator manages them. Key values are never returned. */
export interface BaseKeyAdministration {
  import(wanted: BaseKeyImportRequest): Promise<NewBaseKey | Rejection>
  /** Including retired ones, after the others. */
  list(): Promise<ListedBaseKeys>
  /** Permanently: its value is deleted, and payloads encrypted under it are refused from now on. */
  retire(id: string): Promise<KnownBaseKey | Rejection>
  /** Adds the test keys of a sandbox, unless they exist or were retired. */
  ensureTestKeys(keys: readonly PublicTestKey[]): Promise<void>
}

export type BaseKeyImportRequest = KeyImportRequest & { readonly merchantId?: string }
export type ListedBaseKeys = { readonly baseKeys: readonly KnownBaseKey[]; readonly isCut: boolean }
/** In hexadecimal; it is published, so not a secret. */
type PublicTestKey = KeySet & { readonly key: string }

type BaseKeyDependencies = {
  readonly store: AdministrationStore
  readonly records: BaseKeyRecords
  /** Wraps it with the current key-encryption key. */
  readonly lock: (name: string, key: Buffer) => Promise<WrappedValue>
  readonly isPublic: (key: Buffer) => boolean
  /** Whether public test keys may be imported: only in a sandbox. */
  readonly withTestKeys: boolean
  readonly actor: string
}

export function createBaseKeyAdministration(given: BaseKeyDependencies): BaseKeyAdministration {
  const dependencies = { ...given, actor: actorOf(given.actor) }
  const { records } = dependencies
  return {
    async import({ merchantId, ...wanted }) {
      if (merchantId === undefined) return importKey(dependencies, wanted)
      return withMerchant(dependencies, merchantId, () => importKey(dependencies, wanted, merchantId))
    },

    async list() {
      const found = await records.list(listMax + 1)
      return { baseKeys: found.slice(0, listMax), isCut: found.length > listMax }
    },

    async retire(id) {
      const retired = await records.retire(id, known => entryOf(dependencies, 'bdk.retire', known))
      if (retired === 'unknown')
        return invalid('id', 'There is no such base key. See tollgate keys list-bdk.')
      return retired === 'before' ? invalid('id', 'That base key was retired before.') : retired
    },

    async ensureTestKeys(keys) {
      for (const { algorithm, keySetId, key: digits } of keys) {
        const key = Buffer.from(digits, 'hex')
        const checkValue = checkValueOf(algorithm, key)
        await keep(
          dependencies,
          { algorithm, keySetId, key, checkValue },
          { isTest: true, staysRetired: true },
        )
      }
    },
  }
}

const listMax = 1_000

async function importKey(
  dependencies: BaseKeyDependencies,
  wanted: KeyImportRequest,
  merchantId?: string,
): Promise<NewBaseKey | Rejection> {
  const checked = checkKeyImport(wanted)
  if (isKeyImportObjection(checked)) return invalid(checked.field, checked.why)
  try {
    const isTest = dependencies.isPublic(checked.key)
    if (isTest && !dependencies.withTestKeys)
      return invalid('key', 'It is a test key of sandboxes: everybody knows it.')
    return await keep(dependencies, checked, { isTest, ...(merchantId !== undefined && { merchantId }) })
  } finally {
    checked.key.fill(0)
  }
}

/** How many rotations may happen between wrapping a key and storing it. */
const triesMax = 5

async function keep(
  dependencies: BaseKeyDependencies,
  { key, ...checked }: CheckedKey,
  { staysRetired = false, ...whose }: Pick<NewBaseKey, 'merchantId' | 'isTest'> & AddBaseKeyOptions,
): Promise<NewBaseKey | Rejection> {
  const added: NewBaseKey = { id: randomHex(6), ...checked, ...whose }
  const entry = entryOf(dependencies, 'bdk.import', added)
  for (let tries = 0; tries < triesMax; tries++) {
    const value = await dependencies.lock(baseKeyName(added.id), key)
    const outcome = await dependencies.records.add(added, value, entry, { staysRetired })
    if (outcome === 'added') return added
    if (outcome === 'taken')
      return invalid('keySetId', 'It is taken: retire its key first, or give the new one another key set.')
  }
  throw new Error('Keys were rotated each time a base key was to be stored')
}

const entryOf = ({ actor }: BaseKeyDependencies, action: AuditAction, key: NewBaseKey): NewAuditEntry => {
  const { id, keySetId, algorithm, merchantId, checkValue } = key
  return {
    ...{ actor, action, ...(merchantId !== undefined && { merchantId }) },
    details: { id, keySetId, algorithm, merchant: merchantId ?? 'all', checkValue },
  }
}
