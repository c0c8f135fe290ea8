import { invalid, isRejection, missing, type Rejection } from '../../orders/rejection.ts'
import { RecentMap } from '../../platform/recentMap.ts'
import type { InteractionStore } from '../interactions.ts'
import { createScriptQueue, isOneOf, readGroup, readScript, type ScriptMatch } from '../scriptQueue.ts'
import type { AuthenticationSubject } from './messages.ts'
import {
  type AuthenticationTrigger,
  authenticationOutcomes,
  challengeDecisions,
  triggerOfCard,
} from './triggers.ts'

/** What becomes of the next authentications, whatever the card says: `/sandbox/authentication/scripts`. */
export interface AuthenticationScripts {
  /** As the caller of the control API wrote it; rejected when it is malformed or too many are waiting. */
  add(script: unknown): Rejection | undefined
  /** What is left, of all or in force for a merchant, with card numbers masked. */
  list(merchantId?: string): readonly AuthenticationScript[]
  /** Only those of a merchant, where one is given. */
  clear(merchantId?: string): void
  /** The next outcome of the oldest script that matches, of its own merchant first; it is used up by that. */
  next(subject: AuthenticationSubject & { readonly cardNumber: string }): AuthenticationTrigger | undefined
}

type AuthenticationScript = {
  readonly match: ScriptMatch
  readonly outcomes: readonly AuthenticationTrigger[]
}

export function createAuthenticationScripts(): AuthenticationScripts {
  const queue = createScriptQueue<AuthenticationTrigger>('outcomes')
  return {
    add(body) {
      const script = readScript(body, {
        field: 'outcomes',
        matches: ['merchantId', 'orderId', 'transactionId', 'cardNumber'],
        readStep: readAuthenticationTrigger,
      })
      return isRejection(script) ? script : queue.add(script)
    },
    list: merchantId => queue.list(merchantId).map(({ match, steps }) => ({ match, outcomes: steps })),
    clear: queue.clear,
    next: subject => queue.next(subject)?.step,
  }
}

function readAuthenticationTrigger(field: string, value: unknown): AuthenticationTrigger | Rejection {
  const given = readGroup(field, value, ['outcome', 'at', 'wantsMethod', 'payer'])
  if (isRejection(given)) return given
  const { outcome, at, wantsMethod, payer } = given
  if (outcome === undefined) return missing(`${field}.outcome`)
  if (!isOneOf(authenticationOutcomes, outcome))
    return invalid(`${field}.outcome`, `It must be one of ${authenticationOutcomes.join(', ')}.`)
  if (at !== undefined && !isOneOf(scriptedCalls, at))
    return invalid(`${field}.at`, `It must be one of ${scriptedCalls.join(', ')}.`)
  if (at !== undefined && outcome !== 'error' && outcome !== 'silent')
    return invalid(`${field}.at`, 'Only an error or silence happens at one of two calls.')
  if (wantsMethod !== undefined && typeof wantsMethod !== 'boolean')
    return invalid(`${field}.wantsMethod`, 'It must be true or false.')
  if (payer !== undefined && !isOneOf(challengeDecisions, payer))
    return invalid(`${field}.payer`, `It must be one of ${challengeDecisions.join(', ')}.`)
  if (payer !== undefined && outcome !== 'challenge')
    return invalid(`${field}.payer`, 'Only a challenge is decided by the payer.')
  return {
    outcome,
    ...(at !== undefined && { at }),
    ...(wantsMethod === true && { wantsMethod }),
    ...(payer !== undefined && { payer }),
  }
}

const scriptedCalls = ['initiate', 'authenticate'] as const

/** What decides one authentication: the next script that matches it, or else the card. */
export interface AuthenticationTriggers {
  of(
    serverTransactionId: string,
    subject: AuthenticationSubject & { readonly cardNumber: string },
  ): Promise<AuthenticationTrigger>
}

type AuthenticationTriggersOptions = {
  readonly interactions: InteractionStore
  readonly scripts?: Pick<AuthenticationScripts, 'next'>
}

/**
 * What a script decided at the first call is stored for the second, and for repeats. What the card decided is
 * only remembered here, where scripts are: they are for authentications that begin after them.
 */
export function createAuthenticationTriggers({
  interactions,
  scripts,
}: AuthenticationTriggersOptions): AuthenticationTriggers {
  const decidedByCard = new RecentMap<string, true>(rememberedMax)
  return {
    async of(serverTransactionId, subject) {
      const ofCard = triggerOfCard(subject.cardNumber)
      if (scripts === undefined) return ofCard
      const stored = await interactions.find(serverTransactionId)
      const remembered = stored && readAuthenticationTrigger('', JSON.parse(stored.asked))
      if (remembered !== undefined && !isRejection(remembered)) return remembered
      const scripted = decidedByCard.get(serverTransactionId) ? undefined : scripts.next(subject)
      if (scripted === undefined) {
        decidedByCard.set(serverTransactionId, true)
        return ofCard
      }
      await interactions.add({ id: serverTransactionId, kind: 'challenge', asked: JSON.stringify(scripted) })
      return scripted
    },
  }
}

const rememberedMax = 20_000
