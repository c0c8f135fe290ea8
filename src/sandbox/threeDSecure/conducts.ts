import { isRejection } from '../../orders/rejection.ts'
import type { InteractionStore } from '../interactions.ts'
import { type AuthenticationTrigger, triggerOfCard } from './conduct.ts'
import type { AuthenticationSubject } from './names.ts'
import { readAuthenticationTrigger } from './readScript.ts'
import type { AuthenticationScripts } from './scripts.ts'

/** How the parties behave towards one authentication: by a script if one was due, else by the card. */
export interface AuthenticationTriggers {
  of(
    serverTransactionId: string,
    subject: AuthenticationSubject & { readonly cardNumber: string },
  ): Promise<AuthenticationTrigger>
}

type AuthenticationTriggersOptions = {
  readonly shelf: InteractionStore
  readonly scripts?: Pick<AuthenticationScripts, 'next'>
}

/** What a script said at the first call is kept for the second, and for whoever asks again. */
export function createAuthenticationTriggers({
  shelf,
  scripts,
}: AuthenticationTriggersOptions): AuthenticationTriggers {
  return {
    async of(serverTransactionId, subject) {
      if (scripts === undefined) return triggerOfCard(subject.cardNumber)
      const held = await shelf.find(serverTransactionId)
      const remembered = held && readAuthenticationTrigger('', JSON.parse(held.asked))
      if (remembered !== undefined && !isRejection(remembered)) return remembered
      const scripted = scripts.next(subject)
      if (scripted === undefined) return triggerOfCard(subject.cardNumber)
      await shelf.add({ id: serverTransactionId, kind: 'challenge', asked: JSON.stringify(scripted) })
      return scripted
    },
  }
}
