import { JsonNumber, shortestText } from '../../contract/kit/content.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import type { JsonObject } from '../transport/json.ts'

/** Echoed in every response, errors included, unless it is itself too long or contains card data. */
export function correlationIdOf(body: JsonObject | undefined): string | undefined {
  const given = body?.correlationId
  const isNumber = typeof given === 'number' || given instanceof JsonNumber
  const text = isNumber ? shortestText(given) : given
  if (typeof text !== 'string' || text === '' || [...text.slice(0, 202)].length > 100) return undefined
  return holdsCardData(text) ? undefined : text
}
