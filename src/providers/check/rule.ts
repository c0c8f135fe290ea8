// One rule of the protocol, as the conformance check tries it, and the words in which rules say what they
// want.

import type { ProtocolAbility, ProtocolCall, ProtocolErrorCode } from '../protocol/declaration.ts'
import type { HeardReply, MadeWrong } from './adapterClient.ts'
import { type CheckStage, heardInWords, RuleBroken } from './stage.ts'

export type CheckRule = {
  readonly name: string
  /** What is expected, as a sentence. */
  readonly expects: string
  /** Only tried where the adapter says that it supports this. */
  readonly needs?: ProtocolAbility
  /** Only tried where payers agree by themselves: it takes one at the right moment. */
  readonly needsQuickPayer?: true
  readonly run: (stage: CheckStage) => Promise<void>
}

export function want(isKept: boolean, seen: string): asserts isKept {
  if (!isKept) throw new RuleBroken(seen)
}

/** That a call is answered with one of these errors. */
export async function wantError(
  stage: CheckStage,
  call: ProtocolCall,
  code: ProtocolErrorCode,
  { made, about = call.call }: { readonly made?: MadeWrong; readonly about?: string } = {},
): Promise<Extract<HeardReply, { readonly error: object }>> {
  const reply = await stage.client.call(call, made)
  const { heard } = reply
  want('error' in heard && heard.error.code === code, `${about} was answered with ${heardInWords(reply)}`)
  return heard
}

/** That a call is answered with this state. */
export async function wantState(
  stage: CheckStage,
  call: ProtocolCall,
  states: string | readonly string[],
  about: string = call.call,
) {
  const answer = await stage.answered(call)
  const isKept = [states].flat().includes(answer.state)
  want(isKept, `${about} was answered with the state ${answer.state}`)
  return answer
}

export const statusOf = ({ merchantId, paymentId }: ProtocolCall): ProtocolCall<'status'> => ({
  ...{ call: 'status', merchantId, paymentId },
})
export const cancelOf = ({ merchantId, paymentId }: ProtocolCall): ProtocolCall<'cancel'> => ({
  ...{ call: 'cancel', merchantId, paymentId, reason: 'OUTCOME_UNKNOWN' },
})
