/** Who did it, as the log can keep it: on one line, without what reorders or hides text. */
export function actorOf(text: string): string {
  const harmless = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?').trim()
  return [...harmless].slice(0, actorLengthMax).join('') || 'unknown'
}

const actorLengthMax = 200
