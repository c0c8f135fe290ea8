import { repeatsCard } from '../../standards/cardDataInText.ts'
import { type Finding, invalid, noCardData } from './judge.ts'
import { isObject } from './normalise.ts'

/**
 * The first text or name of a body that has this number in it: of the card that pays, where the request did
 * not bring it itself, so that nobody could compare them when the request was judged.
 */
export function repeatOf(body: unknown, number: string | undefined, path = ''): Finding | undefined {
  if (number === undefined) return undefined
  if (typeof body === 'string') return repeatsCard(body, number) ? invalid(path, noCardData) : undefined
  if (Array.isArray(body)) return firstOf(body, (each, index) => repeatOf(each, number, `${path}[${index}]`))
  if (!isObject(body)) return undefined
  const at = path === '' ? '' : `${path}.`
  return firstOf(Object.entries(body), ([name, value]) =>
    // The name is the value here: it is not told.
    repeatsCard(name, number) ? invalid(path, noCardData) : repeatOf(value, number, at + name),
  )
}

function firstOf<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => Finding | undefined,
): Finding | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index)
    if (found) return found
  }
  return undefined
}
