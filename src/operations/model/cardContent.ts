import { type Content, isObject } from '../../contract/kit/content.ts'

/** The card that a request, a record or what a session holds tells of. */
export function cardIn({ sourceOfFunds }: Content): Content | undefined {
  const provided = isObject(sourceOfFunds) ? sourceOfFunds.provided : undefined
  const card = isObject(provided) ? provided.card : undefined
  return isObject(card) ? card : undefined
}

/** The same with another card in its place. */
export function withCard(content: Content, card: Content): Content {
  const { sourceOfFunds } = content
  const { provided, ...source } = isObject(sourceOfFunds) ? sourceOfFunds : {}
  return { ...content, sourceOfFunds: { ...source, provided: { ...Object(provided), card } } }
}
