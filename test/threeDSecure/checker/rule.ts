import type { Finding } from './findings.ts'
import type { Kind, Seen } from './seen.ts'

/** What no single row can say: fields of a message against each other, and against earlier messages. */
export interface Rule {
  readonly kinds: readonly Kind[]
  findings(seen: Seen): readonly Finding[]
}

interface Broken {
  readonly code: string
  readonly fields: readonly string[]
  readonly why: string
  readonly orElse?: readonly string[]
}

/** A rule that is broken or not. */
export const ruleThat = (
  kinds: readonly Kind[],
  broken: Broken,
  isBroken: (seen: Seen) => boolean,
): Rule => ({ kinds, findings: seen => (isBroken(seen) ? [broken] : []) })
