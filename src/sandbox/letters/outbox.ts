// Where a sandbox without a mail server puts its letters: developers look at them here.

import type { Route } from '../../http/api/routes.ts'
import type { Letter, Mailer } from '../../mail/port.ts'
import { invalid } from '../../orders/rejection.ts'
import type { Clock } from '../../platform/clock.ts'

export type LetterOutbox = Mailer & {
  readonly routes: readonly Route[]
  readonly empty: () => void
}

/** The sender's address of letters that nobody sends. */
export const sandboxSender = 'receipts@sandbox.invalid'

/** A letter is a few kilobytes; the oldest goes. */
const keptMax = 100

export function createOutbox(clock: Pick<Clock, 'now'>): LetterOutbox {
  const kept = new Map<string, Letter & { readonly at: string }>()
  return {
    async send(letter) {
      // As in a mailbox, a letter that came twice is there once.
      const name = nameOf(letter)
      kept.delete(name)
      kept.set(name, { ...letter, at: clock.now().toISOString() })
      const [oldest] = kept.keys()
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
      return { kind: 'sent' }
    },
    empty: () => kept.clear(),
    routes: [
      {
        ...local,
        path,
        handler: async () => ({ status: 200, body: { letters: [...kept.values()].reverse().map(shown) } }),
      },
      {
        ...local,
        path: `${path}/{letter}`,
        async handler({ params }) {
          const letter = kept.get(params.letter ?? '')
          return letter ? { status: 200, headers: letterHeaders, body: letter.html } : absent
        },
      },
    ],
  }
}

const path = '/sandbox/letters'
const local = { under: 'root', access: 'local', method: 'GET' } as const

/** Its Message-ID without the domain. */
const nameOf = ({ messageId }: Pick<Letter, 'messageId'>): string => messageId.split('@', 1)[0] ?? ''

/** All but the markup, which has a page of its own. */
const shown = ({ html: _, ...letter }: Letter & { readonly at: string }) => ({
  ...letter,
  page: `${path}/${nameOf(letter)}`,
})

/** As strict as a mail program: styles in the markup, and nothing else. */
const letterHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
}

const absent = invalid('letter', 'There is no such letter, or no longer. GET /sandbox/letters lists them.')
