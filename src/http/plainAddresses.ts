import { plainAddresses } from '../contract/kit/addresses.ts'
import type { Operation } from '../contract/kit/operation.ts'
import { invalid, type Rejection } from '../orders/rejection.ts'
import type { Call } from './handler.ts'

/** Whether an address may begin with http:// here; that it is one at all, the contract judges. */
export type MayBePlain = (address: string) => boolean | Promise<boolean>

/** By what a gateway is for. */
export const plainIn = (stage: string): MayBePlain => (stage === 'sandbox' ? plainOnLoopback : neverPlain)

/** In production nobody may: what is said in the open is read and changed on its way. */
const neverPlain: MayBePlain = () => false

/** In the sandbox whatever the contract takes, which is loopback: a shop that is being built is there. */
const plainOnLoopback: MayBePlain = () => true

export async function refusedPlain(
  operation: Operation,
  { version, body = {} }: Pick<Call, 'body' | 'version'>,
  mayBePlain: MayBePlain,
): Promise<Rejection | undefined> {
  for (const { field, value } of plainAddresses(operation, version, body))
    if (!(await mayBePlain(value))) return invalid(field, 'It must begin with https://.', value)
  return undefined
}
