import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import type { AuthenticationTrigger } from './conduct.ts'
import type { AuthenticationSubject } from './names.ts'
import { readAuthenticationScript } from './readScript.ts'

/** What happens to the next payers, kept in memory until it has happened. */
export interface AuthenticationScripts {
  /** As somebody wrote it; refused when it cannot be read or too many are waiting. */
  add(script: unknown): Rejection | undefined
  /** What is left, with card numbers masked. */
  list(): readonly AuthenticationScript[]
  clear(): void
  /** The next outcome of the oldest script that matches; it is used up by that. */
  next(subject: AuthenticationSubject & { readonly cardNumber: string }): AuthenticationTrigger | undefined
}

export type AuthenticationScript = {
  readonly match: AuthenticationMatch
  readonly outcomes: readonly AuthenticationTrigger[]
}

/** All that is given must be so; nothing given matches everything. */
export type AuthenticationMatch = {
  readonly merchantId?: string
  readonly orderId?: string
  readonly transactionId?: string
  readonly cardNumber?: string
}

const scriptsMax = 1_000

export function createAuthenticationScripts(): AuthenticationScripts {
  let waiting: { readonly match: AuthenticationMatch; readonly outcomes: AuthenticationTrigger[] }[] = []
  return {
    add(written) {
      const script = readAuthenticationScript(written)
      if (isRejection(script)) return script
      if (waiting.length >= scriptsMax)
        return invalid('outcomes', `${scriptsMax} scripts are waiting; clear them first.`)
      waiting.push({ match: script.match, outcomes: [...script.outcomes] })
      return undefined
    },
    list: () => waiting.map(({ match, outcomes }) => ({ match: masked(match), outcomes: [...outcomes] })),
    clear() {
      waiting = []
    },
    next(subject) {
      const script = waiting.find(({ match }) => isMatched(match, subject))
      const outcome = script?.outcomes.shift()
      if (script?.outcomes.length === 0) waiting = waiting.filter(one => one !== script)
      return outcome
    },
  }
}

function isMatched(
  match: AuthenticationMatch,
  subject: AuthenticationSubject & { readonly cardNumber: string },
): boolean {
  const given = { merchantId: '', orderId: '', transactionId: '', cardNumber: '', ...match }
  return (
    isUnlessEmpty(given.merchantId, subject.merchantId) &&
    isUnlessEmpty(given.orderId, subject.orderId) &&
    isUnlessEmpty(given.transactionId, subject.transactionId) &&
    isUnlessEmpty(given.cardNumber, subject.cardNumber)
  )
}

const isUnlessEmpty = (wanted: string, value: string): boolean => wanted === '' || wanted === value

function masked({ cardNumber, ...match }: AuthenticationMatch): AuthenticationMatch {
  return cardNumber === undefined ? match : { ...match, cardNumber: maskedNumber(cardNumber) }
}
