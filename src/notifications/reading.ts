import type { Log } from '../platform/log.ts'
import { StoreUnavailable } from '../platform/storeUnavailable.ts'
import { bodyOf } from './envelope.ts'
import type { NotificationKey, NotificationStore, Told } from './port.ts'

export type Written = Pick<Told, 'version' | 'trace'> & { readonly body: string }

/**
 * What each notification says, by its number; those that cannot be told are missing. Read together, or one by
 * one where one of them spoils it for the others.
 */
export async function readBodies(
  { store, log }: { readonly store: NotificationStore; readonly log: Log },
  keys: readonly NotificationKey[],
): Promise<ReadonlyMap<string, Written>> {
  const told = await store.read(keys).catch(async (fault: unknown) => {
    if (fault instanceof StoreUnavailable) throw fault
    const found: Told[] = []
    for (const key of keys) found.push(...(await readOne({ store, log }, key)))
    return found
  })
  return new Map(told.flatMap(each => written(each, log)))
}

export const keyText = ({ merchantId, feedNo }: NotificationKey): string => `${merchantId} ${feedNo}`

async function readOne(
  { store, log }: { readonly store: NotificationStore; readonly log: Log },
  key: NotificationKey,
): Promise<readonly Told[]> {
  return store.read([key]).catch((fault: unknown) => {
    if (fault instanceof StoreUnavailable) throw fault
    log.fault('a notification could not be read', fault, { merchant: key.merchantId })
    return []
  })
}

function written(told: Told, log: Log): readonly (readonly [string, Written])[] {
  try {
    const { version, trace } = told
    return [[keyText(told), { version, body: bodyOf(told), ...(trace !== undefined && { trace }) }]]
  } catch (fault) {
    log.fault('a notification could not be written', fault, { merchant: told.merchantId })
    return []
  }
}
