import { StoreUnavailable } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { bodyOf } from './envelope.ts'
import type { NotificationKey, NotificationStore, Told } from './port.ts'

export type Written = Pick<Told, 'version' | 'trace'> & { readonly body: string }

type Parts = { readonly store: Pick<NotificationStore, 'read'>; readonly log: Log }

/**
 * What each notification says, by its number; those that cannot be told are missing. Read together, or one by
 * one where one of them spoils it for the others; none any more after one with which they are too long.
 */
export async function readBodies(
  { store, log }: Parts,
  keys: readonly NotificationKey[],
  lengthMax = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<string, Written>> {
  const bodies = new Map<string, Written>()
  let length = 0
  const isEnough = (told: Told): boolean => {
    const known = written(told, log)
    if (!known) return false
    bodies.set(keyText(told), known)
    length += known.body.length
    return length > lengthMax
  }
  await store.read(keys, isEnough).catch(async (fault: unknown) => {
    if (fault instanceof StoreUnavailable) throw fault
    for (const key of keys) {
      if (length > lengthMax) return
      if (!bodies.has(keyText(key))) await readOne({ store, log }, key, isEnough)
    }
  })
  return bodies
}

export const keyText = ({ merchantId, feedNo }: NotificationKey): string => `${merchantId} ${feedNo}`

async function readOne({ store, log }: Parts, key: NotificationKey, isEnough: (told: Told) => boolean) {
  await store.read([key], isEnough).catch((fault: unknown) => {
    if (fault instanceof StoreUnavailable) throw fault
    log.fault('a notification could not be read', fault, { merchant: key.merchantId })
  })
}

function written(told: Told, log: Log): Written | undefined {
  try {
    const { version, trace } = told
    return { version, body: bodyOf(told), ...(trace !== undefined && { trace }) }
  } catch (fault) {
    log.fault('a notification could not be written', fault, { merchant: told.merchantId })
    return undefined
  }
}
