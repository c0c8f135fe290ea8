// Settings of what payers see and get: names and pictures of cards, and receipts by e-mail.

import { resolve } from 'node:path'
import type { MailServer } from '../standards/smtpAddress.ts'
import {
  always,
  cardNameList,
  type GatewaySetting,
  mailAddress,
  mailServer,
  pemPath,
} from './settingForms.ts'

export type PayerConfig = {
  /** What payers read of card networks; see standards/cardNames.ts. */
  readonly cardNames: readonly string[]
  /** See pages/brandFiles.ts. */
  readonly brandFiles: string | undefined
  /** The server that takes receipts by e-mail; absent: none are sent, and a sandbox shows them. */
  readonly smtp: MailServer | undefined
  readonly smtpFrom: string | undefined
  readonly smtpCa: string | undefined
}

export const payerSettings: { readonly [name in keyof PayerConfig]: GatewaySetting<PayerConfig[name]> } = {
  cardNames: {
    name: 'TOLLGATE_CARD_NAMES',
    meaning:
      'What payers read of card networks; of one without a name, that it is a card, and its last digits.',
    ...cardNameList,
    fallback: always([]),
    fallbackText: 'none',
  },
  brandFiles: {
    name: 'TOLLGATE_BRAND_FILES',
    meaning: 'The folder with marks of card networks and fonts for the pages of payers; read at the start.',
    expects: 'a path',
    parse: text => resolve(text),
    fallback: always(undefined),
    fallbackText: 'none',
  },
  smtp: {
    name: 'TOLLGATE_SMTP_URL',
    meaning:
      'Your mail server, for receipts by e-mail: smtps:// is TLS, smtp:// STARTTLS, which it must have; ' +
      'smtp+plain:// is neither, in production on loopback only.',
    ...mailServer,
    fallback: always(undefined),
    fallbackText: 'none: no e-mail; a sandbox shows letters at /sandbox/letters',
    isSecret: true,
  },
  smtpFrom: {
    name: 'TOLLGATE_SMTP_FROM',
    meaning: "The sender's address of these letters; their sender's name is that of the shop.",
    ...mailAddress,
    fallback: always(undefined),
    fallbackText: 'none',
  },
  smtpCa: {
    name: 'TOLLGATE_SMTP_CA',
    meaning: "Authorities of the mail server's certificate, if it is not one that everybody trusts.",
    ...pemPath,
    fallback: always(undefined),
    fallbackText: 'those that Node.js trusts',
  },
}
