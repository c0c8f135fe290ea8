// Sending letters through the operator's mail server. SMTP and MIME are nodemailer's; what is here bounds
// what a server can do to this process, and says what follows from its answers.

import { connect, isIP, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { mailAddressIn } from '../standards/mailAddress.ts'
import type { MailServer } from '../standards/smtpAddress.ts'
import type { Letter, Mailer, MailOutcome } from './port.ts'

type SmtpMailerOptions = {
  readonly server: MailServer
  /** The sender's address of every letter. */
  readonly from: string
  /** Absent: the authorities that Node trusts, with those of NODE_EXTRA_CA_CERTS. */
  readonly ca?: string
  /** Shorter in tests. */
  readonly limits?: Partial<SmtpLimits>
}

type SmtpLimits = {
  /** Until a server greets. */
  readonly greetingMs: number
  /** Of silence in between. */
  readonly silenceMs: number
  /** Of everything together, however slowly a server speaks. */
  readonly wholeMs: number
  /** Of one answer; of all bytes that a server sends for one letter. */
  readonly answerMax: number
  readonly receivedMax: number
}

/** The whole is shorter than the time for which a letter is leased. */
const standardSmtpLimits: SmtpLimits = {
  ...{ greetingMs: 10_000, silenceMs: 15_000, wholeMs: 30_000 },
  ...{ answerMax: 16_384, receivedMax: 262_144 },
}

export function createSmtpMailer({ server, from, ca, limits }: SmtpMailerOptions): Mailer {
  const bounds = { ...standardSmtpLimits, ...limits }
  const transport = createTransport({
    ...{ host: server.host, port: server.port, secure: server.security === 'tls' },
    ...(server.security === 'starttls' ? { requireTLS: true } : { ignoreTLS: true }),
    ...(server.login && { auth: { user: server.login.user, pass: server.login.password }, forceAuth: true }),
    tls: { minVersion: 'TLSv1.2', ...(isIP(server.host) === 0 && { servername: server.host }), ca },
    ...{ greetingTimeout: bounds.greetingMs, connectionTimeout: bounds.wholeMs },
    ...{ socketTimeout: bounds.silenceMs, maxResponseSize: bounds.answerMax },
    ...{ disableFileAccess: true, disableUrlAccess: true, logger: false },
    getSocket: (_options, callback) => openBoundedSocket(server, bounds, callback),
  })
  return {
    async send(letter) {
      const to = mailAddressIn(letter.to)
      if (to === undefined) return { kind: 'refused', reason: 'The e-mail address is not one to send to.' }
      try {
        await transport.sendMail(messageOf(letter, { from, to }))
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

type SocketCallback = (error: Error | null, opened: { readonly connection: Socket } | false) => void

/** Closed when the time or the bytes of a letter are used up, whatever is going on then. */
function openBoundedSocket(
  { host, port }: MailServer,
  { wholeMs, receivedMax }: SmtpLimits,
  callback: SocketCallback,
): void {
  const socket = connect({ host, port })
  const end = (code: string) =>
    socket.destroy(Object.assign(new Error('The mail server was left.'), { code }))
  const timer = setTimeout(() => end('ETIMEDOUT'), wholeMs)
  const counter = setInterval(() => socket.bytesRead > receivedMax && end('EPROTOCOL'), countingMs)
  socket.once('close', () => {
    clearTimeout(timer)
    clearInterval(counter)
  })
  socket.once('error', failed)
  socket.once('connect', () => {
    socket.removeListener('error', failed)
    callback(null, { connection: socket })
  })
  function failed(error: Error): void {
    callback(error, false)
  }
}

/** One answer is bounded by itself; this is for a server that never stops answering. */
const countingMs = 250

function messageOf(letter: Letter, { from, to }: { readonly from: string; readonly to: string }) {
  const { messageId, senderName, replyTo, subject, language, text, html } = letter
  return {
    ...{ messageId: `<${messageId}>`, subject: oneLine(subject), text, html },
    from: { name: oneLine(senderName), address: from },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from, to: [to] },
    headers: {
      'Content-Language': language,
      // Nobody is to answer by a machine that they are on holiday (RFC 3834).
      'Auto-Submitted': 'auto-generated',
    },
  }
}

/** Header lines are nodemailer's to write and fold; what goes into them is one line all the same. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/**
 * Only a server that refuses this letter for good ends it: an answer 5xx to the addressee or to the letter,
 * and about these. Everything else can be mended: a wrong login, a certificate, a server that does not relay
 * for the gateway or does not know its sender, which many say only when they hear the addressee.
 */
function outcomeOf(error: unknown): MailOutcome {
  const { code = '', original, command = '', status = 0, enhanced } = failureIn(error)
  const answered = status === 0 ? '' : ` It answered ${[status, enhanced].join(' ').trim()}.`
  const isToLetter = command === 'RCPT TO' || command === 'DATA'
  const isForGood = status >= 500 && isToLetter && (enhanced === undefined || aboutLetter.test(enhanced))
  if (isForGood) return { kind: 'refused', reason: `The mail server refused it.${answered}` }
  const named = original === undefined ? '' : ` (${original})`
  const reason = tlsCodes.test(original ?? '')
    ? `TLS with the mail server failed${named}.`
    : (reasons[code] ?? `The mail server could not be reached${named}.`)
  return { kind: 'again', reason: `${reason}${answered}` }
}

/** RFC 3463: addressees that do not exist or have moved, their mailboxes, and what letters consist of. */
const aboutLetter = /^5\.(?:1\.(?:1|2|3|6|10)|[26]\.\d+)$/

/** What Node says about certificates and TLS. */
const tlsCodes = /CERT|TLS|SSL|SIGNATURE/

/** In words of our own: what a server writes may say anything. */
const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server did not accept the login of TOLLGATE_SMTP_URL.',
  ENOAUTH: 'The mail server did not accept the login of TOLLGATE_SMTP_URL.',
  ETLS: 'TLS with the mail server failed.',
  ETIMEDOUT: 'The mail server took too long.',
  EENVELOPE: 'The mail server did not take it now.',
  EMESSAGE: 'The mail server did not take it now.',
  EPROTOCOL: 'The mail server did not speak SMTP.',
  EDNS: 'The name of the mail server could not be resolved.',
  ENOTFOUND: 'The name of the mail server could not be resolved.',
}

type SmtpFailure = {
  readonly code?: string
  /** Node's own, where nodemailer has another for it. */
  readonly original?: string
  readonly command?: string
  readonly status?: number
  /** What the status is about, where the server says so. */
  readonly enhanced?: string
}

function failureIn(error: unknown): SmtpFailure {
  if (!(error instanceof Error)) return {}
  const code = 'code' in error && typeof error.code === 'string' && { code: error.code }
  const original = 'originalCode' in error &&
    typeof error.originalCode === 'string' &&
    /^\w{1,60}$/.test(error.originalCode) && { original: error.originalCode }
  const command = 'command' in error && typeof error.command === 'string' && { command: error.command }
  const isAnswered = 'responseCode' in error && typeof error.responseCode === 'number'
  const words = 'response' in error && typeof error.response === 'string' ? error.response : ''
  const [, enhanced] = enhancedStatus.exec(words) ?? []
  return {
    ...{ ...code, ...original, ...command },
    ...(isAnswered && { status: Number(error.responseCode) }),
    ...(enhanced !== undefined && { enhanced }),
  }
}

const enhancedStatus = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/
