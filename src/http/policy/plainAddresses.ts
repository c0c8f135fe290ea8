import type { Operation } from '../../contract/kit/operation.ts'
import { plainHttpAddresses } from '../../contract/kit/validate.ts'
import { invalid, type Rejection } from '../../orders/rejection.ts'
import { readUrl } from '../../standards/url.ts'
import type { RouteCall } from '../transport/handler.ts'
import type { LoopbackCheck } from './loopbackNames.ts'

/** Whether an address may begin with http:// here; that it is one at all, the contract judges. */
export type PlainAddressPolicy = (address: string) => boolean | Promise<boolean>

/** In production nobody may: what is said in the open is read and changed on its way. */
export const noPlainAddresses: PlainAddressPolicy = () => false

/** In the sandbox on the machine itself: a shop that is being built is there, and has no certificate. */
export const plainAddressesOnThisMachine =
  (isThisMachine: LoopbackCheck): PlainAddressPolicy =>
  address => {
    const url = readUrl(address)
    return url !== undefined && isThisMachine(url.hostname)
  }

export async function refusePlainAddresses(
  operation: Operation,
  { version, body = {} }: Pick<RouteCall, 'body' | 'version'>,
  mayBePlain: PlainAddressPolicy,
): Promise<Rejection | undefined> {
  for (const { field, value } of plainHttpAddresses(operation, version, body))
    if (!(await mayBePlain(value))) return invalid(field, 'It must begin with https://.', value)
  return undefined
}
