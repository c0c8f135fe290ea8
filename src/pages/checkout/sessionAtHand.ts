// The session that a visit has read already, in the place of looking it up for each operation.

import { randomUUID } from 'node:crypto'
import type { Handover } from '../../operations/pipeline/execution.ts'
import { type ReferenceSources, secretsTaken } from '../../operations/requests/sources.ts'
import { type HeldSession, type NamedSession, otherVersion } from '../../sessions/heldSession.ts'
import type { DraftedSession, Sessions } from '../../sessions/sessions.ts'

/** For an operation that claims nothing: it takes values below those of its own request. */
export const valuesAtHand =
  (held: HeldSession): NonNullable<Handover['sources']> =>
  usual => ({ ...usual, session: async () => named(held) })

/**
 * For a payment: what it takes from the session counts only if the session is still the same when its secrets
 * are claimed, right before the payment begins. Otherwise, and where there are none, it is looked up as ever.
 * A form that is not stored yet is stored with that claim.
 */
export function secretsAtHand(
  sessions: Pick<Sessions, 'releaseSecrets'>,
  held: HeldSession,
  drafted?: DraftedSession,
): SecretsAtHand {
  let isKept = !drafted
  let isOver = !held.holdsSecrets
  const claim = async (
    usual: ReferenceSources,
    ...[owner, claims]: Parameters<ReferenceSources['claim']>
  ): ReturnType<ReferenceSources['claim']> => {
    if (isKept || !drafted) return usual.claim(owner, claims)
    const holder = randomUUID()
    isKept = await drafted.keep({ use: claims.use, holder })
    return isKept ? secretsTaken(sessions, held.key, holder) : 'lost'
  }
  return {
    isKept: () => isKept,
    sources: usual => ({
      ...usual,
      async session(owner, name, use) {
        // A form that could not be stored: the session that there is may have the version it would have had.
        if (!isKept && isOver) return { finding: otherVersion }
        const isOthers = (held.stored.claimedFor ?? use) !== use
        return isOver || isOthers ? await usual.session(owner, name, use) : named(held)
      },
      async claim(owner, claims) {
        const taken = isOver ? usual.claim(owner, claims) : claim(usual, owner, claims)
        isOver ||= (await taken) === 'lost'
        return taken
      },
    }),
  }
}

export type SecretsAtHand = {
  readonly sources: NonNullable<Handover['sources']>
  /** Whether the form is stored. */
  readonly isKept: () => boolean
}

const named = ({ key, stored, contents, holdsSecrets }: HeldSession): NamedSession => ({
  session: { key: { ...key, version: stored.version }, values: contents.values, holdsSecrets },
})
