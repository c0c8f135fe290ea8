import { invalid, isRejection, missing, type Rejection, unsupported } from '../../orders/rejection.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import type { InteractionStore } from '../interactions.ts'
import type { AuthenticationSubject } from './messages.ts'
import {
  type AuthenticationTrigger,
  authenticationOutcomes,
  challengeDecisions,
  triggerOfCard,
} from './triggers.ts'

const outcomesMax = 100
const idMax = 40

/** A script as somebody wrote it, or what is wrong with it. */
export function readAuthenticationScript(body: unknown): AuthenticationScript | Rejection {
  const script = groupAt('', body, ['match', 'outcomes'])
  if (isRejection(script)) return script
  if (script.match === undefined) return missing('match')
  const match = readAuthenticationMatch(script.match)
  if (isRejection(match)) return match
  const given = script.outcomes
  if (given === undefined) return missing('outcomes')
  if (!Array.isArray(given) || given.length === 0 || given.length > outcomesMax)
    return invalid('outcomes', `It must be a list of 1 to ${outcomesMax} outcomes.`)
  const outcomes: AuthenticationTrigger[] = []
  for (const [index, one] of given.entries()) {
    const outcome = readAuthenticationTrigger(`outcomes[${index}]`, one)
    if (isRejection(outcome)) return outcome
    outcomes.push(outcome)
  }
  return { match, outcomes }
}

export function readAuthenticationTrigger(field: string, value: unknown): AuthenticationTrigger | Rejection {
  const given = groupAt(field, value, ['outcome', 'at', 'wantsMethod', 'payer'])
  if (isRejection(given)) return given
  const { outcome, at, wantsMethod, payer } = given
  if (outcome === undefined) return missing(`${field}.outcome`)
  if (!isOneOf(authenticationOutcomes, outcome))
    return invalid(`${field}.outcome`, `It must be one of ${authenticationOutcomes.join(', ')}.`)
  if (at !== undefined && !isOneOf(places, at))
    return invalid(`${field}.at`, `It must be one of ${places.join(', ')}.`)
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

const places = ['initiate', 'authenticate'] as const

function readAuthenticationMatch(value: unknown): AuthenticationMatch | Rejection {
  const match = groupAt('match', value, ['merchantId', 'orderId', 'transactionId', 'cardNumber'])
  if (isRejection(match)) return match
  const { cardNumber, ...ids } = match
  const read: { -readonly [name in keyof AuthenticationMatch]: string } = {}
  for (const name of ['merchantId', 'orderId', 'transactionId'] as const) {
    const id = ids[name]
    if (id === undefined) continue
    if (!isId(id))
      return invalid(`match.${name}`, `It must be a text of 1 to ${idMax} characters, without card data.`)
    read[name] = id
  }
  if (cardNumber === undefined) return read
  if (!isCardNumber(cardNumber)) return invalid('match.cardNumber', 'It must be 9 to 19 digits.')
  return { ...read, cardNumber }
}

/** The fields of an object, of which null is an absent one and a stranger a mistake. */
function groupAt<Name extends string>(
  field: string,
  value: unknown,
  names: readonly Name[],
): { readonly [name in Name]?: unknown } | Rejection {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return field === '' ? missing(names[0] ?? '') : invalid(field, 'It must be an object.')
  const group: { [name in Name]?: unknown } = {}
  for (const [name, content] of Object.entries(value)) {
    if (!isOneOf(names, name)) return unsupported(field === '' ? name : `${field}.${name}`)
    if (content !== null) group[name] = content
  }
  return group
}

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return words.some(word => word === value)
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && isShort(value) && !holdsCardData(value)

const isShort = (value: string): boolean => value.length <= 2 * idMax && [...value].length <= idMax

const isCardNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9]{9,19}$/.test(value)

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

/** How the parties behave towards one authentication: by a script if one was due, else by the card. */
export interface AuthenticationTriggers {
  of(
    serverTransactionId: string,
    subject: AuthenticationSubject & { readonly cardNumber: string },
  ): Promise<AuthenticationTrigger>
}

type AuthenticationTriggersOptions = {
  readonly shelf: InteractionStore
  readonly scripts?: Pick<AuthenticationScripts, 'next'>
}

/** What a script said at the first call is kept for the second, and for whoever asks again. */
export function createAuthenticationTriggers({
  shelf,
  scripts,
}: AuthenticationTriggersOptions): AuthenticationTriggers {
  return {
    async of(serverTransactionId, subject) {
      if (scripts === undefined) return triggerOfCard(subject.cardNumber)
      const held = await shelf.find(serverTransactionId)
      const remembered = held && readAuthenticationTrigger('', JSON.parse(held.asked))
      if (remembered !== undefined && !isRejection(remembered)) return remembered
      const scripted = scripts.next(subject)
      if (scripted === undefined) return triggerOfCard(subject.cardNumber)
      await shelf.add({ id: serverTransactionId, kind: 'challenge', asked: JSON.stringify(scripted) })
      return scripted
    },
  }
}
