import { readFile } from 'node:fs/promises'
import type { Mailer } from '../mail/port.ts'
import { createSmtpMailer } from '../mail/smtp.ts'
import type { Instrumentation } from '../observability/instrumentation.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { ReceiptStore } from '../pages/receipts/port.ts'
import { createReceiptSender, type ReceiptSender } from '../pages/receipts/receiptSender.ts'
import { type GatewayEnvironment, isTest } from '../platform/environment.ts'
import { errorMessage, UseRefusal } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { MailServer } from '../standards/smtpAddress.ts'
import type { Store } from '../store/open.ts'

/** The operator's mail server, and the sender of its letters. */
export type MailSettings = { readonly server: MailServer; readonly from: string; readonly ca?: string }

type MailConfig = {
  readonly smtp: MailServer | undefined
  readonly smtpFrom: string | undefined
  readonly smtpCa: string | undefined
}

export async function mailSettingsOf({
  smtp,
  smtpFrom,
  smtpCa,
}: MailConfig): Promise<MailSettings | undefined> {
  if (smtp === undefined || smtpFrom === undefined) return undefined
  const ca = smtpCa === undefined ? {} : { ca: await readAuthorities(smtpCa) }
  return { server: smtp, from: smtpFrom, ...ca }
}

const readAuthorities = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(error => {
    throw new UseRefusal(`TOLLGATE_SMTP_CA: ${errorMessage(error)}`)
  })

type OpenReceiptsOptions = {
  readonly store: Store
  readonly gateway: Gateway
  readonly mail?: MailSettings | undefined
  /** Where letters go if there is no mail server: only of a sandbox. */
  readonly outbox?: { readonly mailer: Mailer; readonly from: string } | undefined
  readonly stage: GatewayEnvironment
  readonly cardNames?: readonly string[] | undefined
  readonly log: Log
  readonly stops: (() => Promise<unknown>)[]
  readonly instrumentation?: Partial<Pick<Instrumentation, 'receipt'>> | undefined
}

type OpenReceipts = {
  /** Undefined where there is nobody to send receipts: then none are promised either. */
  readonly receipts?: Pick<ReceiptStore, 'promise'>
  readonly receiptSender?: ReceiptSender
}

/** Receipts by e-mail: promised by checkouts, sent by this node or by any other. */
export function openReceipts(options: OpenReceiptsOptions): OpenReceipts {
  const { store, gateway, mail, outbox, stage, cardNames, log, stops, instrumentation } = options
  const post = mail ? { mailer: createSmtpMailer(mail), from: mail.from } : outbox
  if (post === undefined) return {}
  const receiptSender = createReceiptSender({
    ...{ ...post, store: store.receipts, gateway, cardNames, log, isTest: isTest(stage) },
    profileOf: async merchantId => (await store.merchants.find(merchantId))?.profile,
    onVerdict: instrumentation?.receipt,
  })
  receiptSender.start()
  stops.push(receiptSender.stop)
  const receipts: OpenReceipts['receipts'] = {
    async promise(receipt) {
      await store.receipts.promise(receipt)
      receiptSender.wake()
    },
  }
  return { receipts, receiptSender }
}
