import { isRejection } from '../../orders/rejection.ts'
import type { InteractionShelf } from '../provider/interactions.ts'
import { type Conduct, conductOf } from './conduct.ts'
import type { Subject } from './names.ts'
import { readConduct } from './readScript.ts'
import type { AuthenticationScripts } from './scripts.ts'

/** How the parties behave towards one authentication: by a script if one was due, else by the card. */
export interface Conducts {
  of(serverTransactionId: string, subject: Subject & { readonly cardNumber: string }): Promise<Conduct>
}

type Parts = { readonly shelf: InteractionShelf; readonly scripts?: Pick<AuthenticationScripts, 'next'> }

/** What a script said at the first call is kept for the second, and for whoever asks again. */
export function createConducts({ shelf, scripts }: Parts): Conducts {
  return {
    async of(serverTransactionId, subject) {
      if (scripts === undefined) return conductOf(subject.cardNumber)
      const held = await shelf.find(serverTransactionId)
      const kept = held && readConduct('', JSON.parse(held.asked))
      if (kept !== undefined && !isRejection(kept)) return kept
      const scripted = scripts.next(subject)
      if (scripted === undefined) return conductOf(subject.cardNumber)
      await shelf.add({ id: serverTransactionId, kind: 'challenge', asked: JSON.stringify(scripted) })
      return scripted
    },
  }
}
