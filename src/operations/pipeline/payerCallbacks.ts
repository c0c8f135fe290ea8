// The callback addresses that a question hands out, and when they begin to count.

import {
  browserPaymentLifeMs,
  challengeReturnLifeMs,
  methodResultLifeMs,
  providerNoticeLifeMs,
} from '../../orders/periods.ts'
import { type PayerCallback, type PayerCallbackKind, payerCallbackKinds } from '../model/counterparties.ts'
import type { RequestContents } from '../model/documents.ts'
import type { CallbackTokens, ConsultQuestion } from '../model/flow.ts'
import type { Pipeline } from './execution.ts'

export type QuestionCallbacks = {
  readonly tokens: CallbackTokens
  /**
   * Whether they are issued before anybody is asked: a provider may call while it is asked. An issuer sends
   * back only browsers, and only those that it has sent for with its answer.
   */
  readonly isForSure: boolean
  readonly issue: () => Promise<void>
}

/** Which callback addresses a question hands out, and how long they are valid. */
const addresses = {
  enrolment: { method: methodResultLifeMs },
  authenticate: { challenge: challengeReturnLifeMs },
  initiate: {
    redirect: browserPaymentLifeMs,
    return: 2 * browserPaymentLifeMs,
    notice: providerNoticeLifeMs,
  },
  confirm: {},
} as const satisfies Record<ConsultQuestion['verb'], { readonly [kind in PayerCallbackKind]?: number }>

type AskedQuestion = Pick<PayerCallback, 'key' | 'transactionId'> & {
  readonly wanted: ConsultQuestion
  readonly recorded: RequestContents
  /** Whether the provider assigned a trace: only then it can tell news. */
  readonly isTraced: boolean
}

export function callbacksFor(
  { counterparties: { callbacks } }: Pick<Pipeline, 'counterparties'>,
  { key, transactionId, wanted, recorded, isTraced }: AskedQuestion,
): QuestionCallbacks {
  const lives: { readonly [kind in PayerCallbackKind]?: number } = addresses[wanted.verb]
  const content = contentOf(recorded)
  const issued = payerCallbackKinds.flatMap(kind => {
    const lifeMs = lives[kind]
    if (lifeMs === undefined || (kind === 'notice' && !isTraced)) return []
    return [{ token: callbacks.newToken(key), key, transactionId, kind, content, lifeMs }]
  })
  return {
    tokens: Object.fromEntries(issued.map(({ kind, token }) => [kind, token])),
    isForSure: wanted.verb === 'initiate' || wanted.verb === 'confirm',
    async issue() {
      for (const callback of issued) await callbacks.issue(callback)
    },
  }
}

/** The session of the request: what the payer's browser brings back is encrypted under the session's key. */
function contentOf({ fields }: RequestContents): PayerCallback['content'] {
  const id = fields.session?.id
  return id === undefined ? {} : { sessionId: id }
}
