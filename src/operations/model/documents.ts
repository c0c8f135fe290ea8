// Reading stored JSON documents: requests and outcomes of the journal.

import { type Content, isObject } from '../../contract/kit/content.ts'

/** One value of a stored JSON document, by its names from the top; undefined where it is not there. */
export function valueIn(document: string, ...names: readonly string[]): unknown {
  let value: unknown = JSON.parse(document)
  for (const name of names) value = isObject(value) ? value[name] : undefined
  return value
}

/** A stored JSON document, read. */
export function readDocument(document: string): Content {
  const value: unknown = JSON.parse(document)
  if (!isObject(value)) throw new Error('A stored document is not an object')
  return value
}

/** The card in a request, a record or the content of a session. */
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
