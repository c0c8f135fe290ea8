import { isNumberInUse } from './numbersInUse.ts'

/**
 * Whether a text has in it what a chip or a stripe says of its card, in hexadecimal digits: its number behind
 * its tag and length, or track 2, which is its number, a D, its expiry and who takes it.
 */
export function holdsChipData(text: string): boolean {
  if (!hint.test(text)) return false
  if (isIn(text, bareTrack)) return true
  const joined = text.replace(/[\s:-]+/g, '')
  return isIn(joined, taggedTrack) || isIn(joined, taggedNumber)
}

/** The quickest that tells most texts apart: a letter that is seldom there comes first. */
const hint = /D(?<=(?:[0-9][\s:-]?){12}D)|A(?<=5A)[\s:-]?0[6-9A](?:[\s:-]?[0-9]){11}/i
const behindNumber = 'D[0-9]{2}(?:0[1-9]|1[0-2])[0-9]{3}'
const bareTrack = new RegExp(`(?<![0-9])([0-9]{12,19})${behindNumber}`, 'gi')
const taggedTrack = new RegExp(`57(?:0[9A-F]|1[0-3])([0-9]{12,19})${behindNumber}`, 'gi')
/** Two digits to a byte, and an F where there is one less. */
const taggedNumber = /5A(?:06[0-9]{12}|07[0-9]{13}[0-9F]|08[0-9]{15}[0-9F]|09[0-9]{17}[0-9F]|0A[0-9]{19}F)/gi

function isIn(text: string, written: RegExp): boolean {
  for (const [whole, number = whole.slice(tagLength).replace(/f$/i, '')] of text.matchAll(written))
    if (isNumberInUse(number, false)) return true
  return false
}
const tagLength = '5A08'.length
