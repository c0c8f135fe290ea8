import { endsLikeCard, isNumberInUse } from './numbersInUse.ts'

/**
 * Whether a colon or a letter divides the groups of a card number, as printed or in fours. Colons divide the
 * parts of addresses and times as well and letters those of anything, so nothing else may be among them.
 */
export function dividesCardNumber(text: string): boolean {
  if (!dividing.test(text) || !dividingFours.test(text)) return false
  return isIn(text, inFours) || isIn(text, asPrinted)
}

/** The quickest that tells most texts apart: nearly all at the first, times at the second. */
const dividing = /[0-9] ?[:A-Za-z] ?[0-9]/
const dividingFours = /[0-9]{4} ?[:A-Za-z] ?[0-9]{4}/
const inFours = /(?<![0-9])[0-9]{4}( ?[:A-Za-z] ?)[0-9]{4}\1[0-9]{4}\1[0-9]{4}(?![0-9])/g
const asPrinted = /(?<![0-9])[0-9]{4}( ?[:A-Za-z] ?)[0-9]{6}\1[0-9]{4,5}(?![0-9])/g

function isIn(text: string, groups: RegExp): boolean {
  for (const { 0: written, 1: gap = '', index } of text.matchAll(groups)) {
    const number = written.replaceAll(gap, '')
    const to = index + written.length
    if (isNumberInUse(number, false) && !isAmongOthers(text, { from: index, to, gap })) return true
  }
  return false
}

type Place = { readonly from: number; readonly to: number; readonly gap: string }

/** A longer list, unless it ends as the writing on a card does; an address of version 6. */
function isAmongOthers(text: string, { from, to, gap }: Place): boolean {
  const before = text.slice(Math.max(0, from - addressMax), from)
  const behind = text.slice(to, to + addressMax)
  if (before.endsWith(gap) && /[0-9]$/.test(before.slice(0, -gap.length))) return true
  if (gap === ':' && isAddress(`${addressEnd.exec(before)?.[0]}.${addressStart.exec(behind)?.[0]}`))
    return true
  if (!behind.startsWith(gap)) return false
  const [others = ''] = digitsBehind.exec(behind) ?? []
  return others !== '' && !endsLikeCard(others.match(/[0-9]+/g) ?? [])
}

const addressMax = 40
const addressEnd = /[0-9A-Fa-f:]*$/
const addressStart = /^[0-9A-Fa-f:]*/
const digitsBehind = /^(?:[ :/A-Za-z-]{1,3}[0-9]+)*/

/** What is around the four parts: an address leaves some out between two colons, or has eight. */
const isAddress = (around: string): boolean => around.includes('::') || around.split(':').length === 5
