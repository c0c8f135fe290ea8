// What somebody asked to be done with an order, and how it stands: while nobody knows whether it was done,
// all that may be sent is the same request.

import { CallRefused, CallUnheard } from '../callAnswer.ts'
import { newTransactionId } from './newTransactionId.ts'

export type Attempt<Form> = {
  readonly transactionId: string
  readonly form: Form
  /** Whether it was sent, and may have been done without this page hearing of it. */
  readonly isLost: boolean
}

/** Those that were lost, for as long as the page: connections stay away longer than dialogues stay open. */
export function createAttempts<Form>() {
  const lost = new Map<string, Attempt<Form>>()
  return {
    /** The one that was lost, else a new one with an id of its own. */
    begin: (key: string, form: () => Form): Attempt<Form> =>
      lost.get(key) ?? { transactionId: newTransactionId(), form: form(), isLost: false },

    /** It is sent now. */
    send(key: string, attempt: Attempt<Form>): void {
      lost.set(key, { ...attempt, isLost: true })
    },

    /** The server has told what became of it; unless the order was too busy with another one, or with it. */
    hear(key: string, attempt: Attempt<Form>, gatewayCode: string | undefined): void {
      if (!staysLost(attempt, gatewayCode)) lost.delete(key)
    },

    /**
     * No such answer came. A refusal is believed where no request of before may still be on its way; the id
     * stays the same also where what is asked for is then changed, so that one of them is done at most.
     */
    fail(key: string, attempt: Attempt<Form>, error: Error): Attempt<Form> {
      const isLost = attempt.isLost || !(error instanceof CallRefused)
      if (isLost) return lost.get(key) ?? { ...attempt, isLost }
      lost.delete(key)
      return attempt
    },
  }
}

/** An order that is too busy may be busy with the very request that was lost. */
export const staysLost = ({ isLost }: Attempt<unknown>, gatewayCode: string | undefined): boolean =>
  isLost && gatewayCode === 'LOCK_FAILURE'

/** Whether nobody knows, and nothing but the same request may be sent. `error` is what was heard last. */
export const isInDoubt = ({ isLost }: Attempt<unknown>, error: Error | null): boolean =>
  isLost && !(error instanceof CallRefused && error.cause === 'INVALID_REQUEST')

/** The last of the server's own words about it: why it refused, or by which code its log has the fault. */
export const lastWords = (error: Error | null): { readonly why?: string; readonly code?: string } => {
  if (error instanceof CallRefused) return { why: error.message }
  return error instanceof CallUnheard && error.supportCode !== undefined ? { code: error.supportCode } : {}
}
