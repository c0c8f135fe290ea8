/** A letter as it is sent: plain text, and the same as markup. */
export type Letter = {
  /** The same each time that the letter is sent: mailboxes recognise it by this. */
  readonly messageId: string
  readonly senderName: string
  readonly to: string
  readonly replyTo?: string
  readonly subject: string
  /** Of its text, as a language tag. */
  readonly language: string
  readonly text: string
  readonly html: string
}

export type MailOutcome =
  | { readonly kind: 'sent' }
  /** The server may take it later: it was away, busy, or does not know this gateway. */
  | { readonly kind: 'again'; readonly reason: string }
  /** It never will. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Hands letters over to whoever delivers them. Never rejects. */
export interface Mailer {
  send(letter: Letter): Promise<MailOutcome>
}
