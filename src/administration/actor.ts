import { holdsCardData } from '../standards/cardDataInText.ts'

/** Who did it, as the log can keep it: on one line, without what reorders or hides text, and no card. */
export function actorOf(text: string): string {
  const harmless = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?').trim()
  const kept = [...harmless].slice(0, actorLengthMax).join('')
  return kept === '' || holdsCardData(kept) ? 'unknown' : kept
}

const actorLengthMax = 200
