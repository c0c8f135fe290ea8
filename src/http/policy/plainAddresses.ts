// Which addresses of merchants may begin with http://, and whether a host name means this machine.

import { isIP } from 'node:net'
import type { Operation } from '../../contract/kit/operation.ts'
import { plainHttpAddresses } from '../../contract/kit/validate.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { BoundedMap } from '../../platform/boundedMap.ts'
import type { Clock } from '../../platform/clock.ts'
import { isLoopbackHost, readUrl } from '../../standards/url.ts'
import type { JsonObject } from '../transport/json.ts'
import { isLoopback } from './hostNames.ts'

/**
 * Whether an address may begin with http:// here; whether it is an address at all is checked by the contract.
 */
export type PlainAddressPolicy = (address: string) => boolean | Promise<boolean>

/** None in production: unencrypted traffic can be read and changed on its way. */
export const noPlainAddresses: PlainAddressPolicy = () => false

/** In a sandbox, those on the same machine: a shop under development runs there, without a certificate. */
export const plainAddressesOnThisMachine =
  (isThisMachine: LoopbackCheck): PlainAddressPolicy =>
  address => {
    const url = readUrl(address)
    return url !== undefined && isThisMachine(url.hostname)
  }

export async function refusePlainAddresses(
  operation: Operation,
  { version, body = {} }: { readonly version: number; readonly body?: JsonObject | undefined },
  isAllowed: PlainAddressPolicy,
): Promise<Rejection | undefined> {
  for (const { field, value } of plainHttpAddresses(operation, version, body))
    if (!(await isAllowed(value))) return invalid(field, 'It must begin with https://.', value)
  return undefined
}

/** Whether a host, as an address writes it, means this machine: by its form, or by its name. */
type LoopbackCheck = (host: string) => Promise<boolean>

export type LoopbackCheckOptions = {
  /** The addresses of a name. */
  readonly resolve: (name: string) => Promise<readonly string[]>
  readonly clock: Clock
  /** How many names are cached, how many are looked up at once, and how long a look-up may take. */
  readonly bounds?: Partial<LoopbackCheckBounds>
}
type LoopbackCheckBounds = {
  readonly rememberedMax: number
  readonly lookupsMax: number
  readonly timeoutMs: number
}

/**
 * A developer's shop.local is in the hosts file of the machine. Results are cached for a while. A name whose
 * server does not answer, or that arrives while too many are being looked up, counts as another machine.
 */
export function createLoopbackCheck({ resolve, clock, bounds }: LoopbackCheckOptions): LoopbackCheck {
  const { rememberedMax, lookupsMax, timeoutMs } = { ...standardBounds, ...bounds }
  const remembered = new BoundedMap<string, RememberedName>(rememberedMax)
  let lookups = 0

  /** Counts as a look-up until the system answers, even when the caller has stopped waiting. */
  async function lookUp(name: string): Promise<boolean> {
    lookups++
    try {
      const addresses = await resolve(name)
      return addresses.length > 0 && addresses.every(isLoopback)
    } catch {
      return false
    } finally {
      lookups--
    }
  }

  return async host => {
    if (isLoopbackHost(host)) return true
    const name = host.replace(/\.$/, '')
    if (isIP(name) !== 0 || name.startsWith('[')) return false
    const known = remembered.get(name)
    if (known && clock.monotonicMs() < known.untilMs) return known.isHere
    if (lookups >= lookupsMax) return false
    const isHere = withinTimeout(timeoutMs, lookUp(name))
    remembered.set(name, { isHere, untilMs: clock.monotonicMs() + rememberedMs })
    return isHere
  }
}

type RememberedName = { readonly isHere: Promise<boolean>; readonly untilMs: number }

const standardBounds: LoopbackCheckBounds = { rememberedMax: 1_000, lookupsMax: 4, timeoutMs: 2_000 }
const rememberedMs = 10_000

function withinTimeout(timeoutMs: number, lookup: Promise<boolean>): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), timeoutMs)
    void lookup.then(isHere => {
      clearTimeout(timer)
      resolve(isHere)
    })
  })
}
