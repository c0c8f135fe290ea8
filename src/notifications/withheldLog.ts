import type { Log } from '../platform/log.ts'
import { readUrl } from '../standards/url.ts'
import type { Attempt } from './port.ts'

/**
 * Tells the operator which servers are told without the shared secret, and why: a receiver that compares it
 * refuses everything. Once for each server of a merchant, or a receiver that wants signatures only would fill
 * the log.
 */
export type WithheldLog = (attempt: Attempt) => void

export function createWithheldLog(log: Log, rememberedMax = 10_000): WithheldLog {
  const told = new Set<string>()
  return ({ merchantId: merchant, target, withheld: reason }) => {
    if (reason === undefined) return
    const host = readUrl(target)?.host ?? ''
    const name = `${merchant} ${host} ${reason}`
    if (told.has(name)) return
    told.add(name)
    if (told.size > rememberedMax) told.delete(told.values().next().value ?? name)
    log.info('notified without the shared secret', { merchant, host, reason })
  }
}
