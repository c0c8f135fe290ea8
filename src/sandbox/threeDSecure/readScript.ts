import { invalid, isRejection, missing, type Rejection, unsupported } from '../../orders/rejection.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import { type AuthenticationTrigger, authenticationOutcomes, challengeDecisions } from './conduct.ts'
import type { AuthenticationMatch, AuthenticationScript } from './scripts.ts'

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
