import { type Finding, invalid } from '../../contract/kit/judge.ts'
import { known } from '../../contract/kit/known.ts'
import { type Content, isObject } from '../../contract/kit/normalise.ts'
import type { ResolvedGroup } from '../../contract/kit/resolve.ts'
import type { Owner } from '../../orders/owner.ts'
import type { Reading, SealedReading } from '../../terminals/port.ts'
import { filled, withReadings } from './readings.ts'
import type { Sources } from './sources.ts'

const cardPath = 'sourceOfFunds.provided.card'

export type Opened = {
  /** With what the payload held, where it could be opened. */
  readonly content: Content
  /** Which fields it filled. */
  readonly names: readonly string[]
  readonly finding?: Finding
}

/** Whether a terminal sealed what it read, and says itself that it could. */
export const isSealed = (content: Content): boolean => sealedIn(content) !== undefined

/** What a terminal sealed is the request's own word, as if the card had been given in plain. */
export async function withOpened(
  shape: ResolvedGroup,
  content: Content,
  { owner, sources }: { readonly owner: Owner; readonly sources: Sources },
): Promise<Opened> {
  const sealed = sealedIn(content)
  if (!sealed) return { content, names: [] }
  const opened = await sources.opened(owner, sealed)
  if ('finding' in opened) return { content, names: [], finding: opened.finding }
  const finding = disagreement(cardIn(content), opened.reading)
  if (finding) return { content, names: [], finding }
  const read = known(shape, { sourceOfFunds: { provided: { card: opened.reading } } })
  const whole = withReadings(shape, filled(content, read))
  return { content: whole, names: namesAdded(cardIn(content), cardIn(whole)) }
}

/** Fields come before what is in a payload, but that it stays closed is why a number is missing. */
export function judgedOpened<Judged extends object>(
  judged: Judged | { readonly finding: Finding },
  { finding }: Opened,
): Judged | { readonly finding: Finding } {
  if (!finding) return judged
  return 'finding' in judged && !isForLackOfReading(judged.finding) ? judged : { finding }
}

const isForLackOfReading = ({ field, validationType }: Finding): boolean =>
  validationType === 'MISSING' && (field === `${cardPath}.number` || field === `${cardPath}.expiry`)

/** Whether each part is what it should be, the contract judges: what cannot be read is left to it. */
function sealedIn(content: Content): SealedReading | undefined {
  const { p2pe } = cardIn(content)
  if (!isObject(p2pe) || p2pe.encryptionState === 'INVALID') return undefined
  const { keySerialNumber, payload, initializationVector, cardBin } = p2pe
  if (typeof keySerialNumber !== 'string' || typeof payload !== 'string') return undefined
  return {
    keySerialNumber,
    payload,
    ...(typeof initializationVector === 'string' && { initializationVector }),
    ...(typeof cardBin === 'string' && { cardBin }),
  }
}

/** Of two numbers or dates the acquirer would take one, and nobody could say which. */
function disagreement({ number, expiry }: Content, reading: Reading): Finding | undefined {
  if (number !== undefined && number !== reading.number)
    return invalid(`${cardPath}.p2pe.payload`, 'It must hold the number of the card.')
  if (!isObject(expiry) || !reading.expiry) return undefined
  const isSame = Number(expiry.month) === Number(reading.expiry.month) && expiry.year === reading.expiry.year
  return isSame ? undefined : invalid(`${cardPath}.p2pe.payload`, 'It must hold the expiry of the card.')
}

const namesAdded = (before: Content, after: Content): readonly string[] =>
  Object.keys(after)
    .filter(name => before[name] === undefined)
    .map(name => `${cardPath}.${name}`)

function cardIn({ sourceOfFunds }: Content): Content {
  const provided = isObject(sourceOfFunds) ? sourceOfFunds.provided : undefined
  const card = isObject(provided) ? provided.card : undefined
  return isObject(card) ? card : {}
}
