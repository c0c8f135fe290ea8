import type { BlockList } from 'node:net'
import type { Rejection } from '../../orders/rejection.ts'
import { contains, networksOf } from './sourceAddress.ts'

/** Whether a merchant may call from there; with an empty list, it may from anywhere. */
export function checkSource(allowed: readonly string[], source: string): Rejection | undefined {
  if (allowed.length === 0) return undefined
  const networks = compiled.get(allowed) ?? networksOf(allowed)
  compiled.set(allowed, networks)
  return contains(networks, source) ? undefined : elsewhere
}

/** For as long as the merchant's profile is remembered. */
const compiled = new WeakMap<readonly string[], BlockList>()

/** The caller learns a support code, the log the reason. */
const elsewhere: Rejection = {
  kind: 'rejection',
  cause: 'REQUEST_REJECTED',
  explanation: 'The merchant does not call from this address.',
}
