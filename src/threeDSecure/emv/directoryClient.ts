// Messages to one directory server, over mutual TLS. Each has a connection of its own: when one breaks that
// was used before, nobody can say whether a message went out, and an authentication request must never go out
// twice.

import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { TimedClock } from '../../platform/clock.ts'
import { errorCode } from '../../platform/errors.ts'

export interface DirectoryClient {
  /** Never rejects. Once a byte went out, nothing is sent again. */
  ask(text: string, options: AskOptions): Promise<DirectoryAnswer>
  /** The answer as it comes, of any length; rejects where there is none. For what may be asked again. */
  open(wanted: WantedStream, options: AskOptions): Promise<IncomingMessage>
}

/** A message that is answered at length, or a file. */
export type WantedStream = {
  readonly headers: Readonly<Record<string, string>>
} & ({ readonly text: string } | { readonly url: URL })

type AskOptions = {
  /** How long the answer may take, from when the message was sent whole. */
  readonly answerMs: number
  readonly deadline: AbortSignal
}

export type DirectoryAnswer =
  | { readonly state: 'answered'; readonly text: string }
  /** No connection could be had: not one byte of the message went out. */
  | { readonly state: 'unsent'; readonly reason: string }
  /** It went out, at least in part, and there is no answer. */
  | { readonly state: 'silent'; readonly reason: string }

/** Tells a directory server what is wrong with its answer, by a message of its own. */
export const complain = (
  client: Pick<DirectoryClient, 'ask'>,
  erro: string,
  clock: Pick<TimedClock, 'deadline'>,
): Promise<DirectoryAnswer> =>
  client.ask(erro, { answerMs: complaintMs, deadline: clock.deadline(complaintMs) })

const complaintMs = 5_000

/** PEM texts: our certificate with its key, and the scheme's own authorities. */
export type DirectoryTlsMaterial = {
  readonly certificate: string
  readonly key: string
  readonly authorities: string
}

type DirectoryClientOptions = {
  /** Those of the operator. The first two are tried. */
  readonly addresses: readonly string[]
  /**
   * Those that the directory server told with its card ranges. Of these the first is tried before the
   * operator's first; the ranges themselves are asked for at the operator's, so that a mistake can be mended.
   */
  readonly toldAddresses?: () => readonly string[]
  /** Asked for each connection, so that renewed certificates are used without a stop. */
  readonly tls: () => DirectoryTlsMaterial
  readonly clock: Pick<TimedClock, 'deadline'>
}

export function createDirectoryClient(options: DirectoryClientOptions): DirectoryClient {
  return {
    async ask(text, { answerMs, deadline }) {
      const [told] = options.toldAddresses?.() ?? []
      const addresses = [...(told === undefined ? [] : [told]), ...options.addresses]
      const connected = await connectSomewhere(options, addresses, deadline)
      if ('reason' in connected) return { state: 'unsent', ...connected }
      const answer = exchange(connected, { text, headers: {}, answerMs, deadline, clock: options.clock })
      return answer.then(readBody).then(
        (body): DirectoryAnswer => ({ state: 'answered', text: body }),
        (error): DirectoryAnswer => ({ state: 'silent', reason: errorCode(error) }),
      )
    },
    async open(wanted, { answerMs, deadline }) {
      const { headers } = wanted
      const addresses = 'url' in wanted ? [wanted.url.href] : options.addresses
      const connected = await connectSomewhere(options, addresses, deadline)
      if ('reason' in connected) throw new Error(connected.reason)
      const text = 'text' in wanted ? wanted.text : undefined
      return exchange(connected, { text, answerMs, deadline, headers, clock: options.clock, idleMs })
    },
  }
}

type Connected = { readonly socket: TLSSocket; readonly url: URL }

/** One more try, at the next address where there is one: nothing was sent yet. */
async function connectSomewhere(
  { tls, clock }: DirectoryClientOptions,
  addresses: readonly string[],
  deadline: AbortSignal,
): Promise<Connected | { readonly reason: string }> {
  const [first = '', second = first] = addresses
  let reason = ''
  for (const address of [first, second]) {
    const patience = AbortSignal.any([deadline, clock.deadline(connectMs)])
    try {
      const url = new URL(address)
      return { url, socket: await connectTo(url, tls(), patience) }
    } catch (error) {
      reason = `${hostOf(address)}: ${errorCode(error)}`
      if (deadline.aborted) break
    }
  }
  return { reason }
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : 'no address')

/** For the connection and its handshake together. */
const connectMs = 3_000

function connectTo(
  { hostname, port }: URL,
  { certificate, key, authorities }: DirectoryTlsMaterial,
  patience: AbortSignal,
): Promise<TLSSocket> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host, port: port === '' ? 443 : Number(port), minVersion: 'TLSv1.2' },
      ...{ cert: certificate, key, ca: authorities, ALPNProtocols: ['http/1.1'] },
      ...(isIP(host) === 0 && { servername: host }),
    })
    const giveUp = () => socket.destroy(new Error('no connection in time'))
    patience.addEventListener('abort', giveUp, { once: true })
    if (patience.aborted) giveUp()
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      patience.removeEventListener('abort', giveUp)
      socket.off('error', reject)
      // Whatever happens to it before it is used is found out by its use.
      socket.on('error', () => undefined)
      socket.setNoDelay(true)
      resolve(socket)
    })
  })
}

type Exchanged = AskOptions & {
  /** Absent: a file is wanted. */
  readonly text: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly clock: Pick<TimedClock, 'deadline'>
  /** Of a long answer: how long it may pause once it has begun. Absent: the answer is whole in its time. */
  readonly idleMs?: number
}

/** Of card ranges, which may take minutes. */
const idleMs = 30_000

function exchange(
  { socket, url }: Connected,
  { text, answerMs, deadline, headers, clock, idleMs: pauseMs }: Exchanged,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method: text === undefined ? 'GET' : 'POST',
      path: `${url.pathname}${url.search}`,
      createConnection: () => socket,
      headers: {
        ...headers,
        host: url.host,
        connection: 'close',
        ...(text !== undefined && {
          'content-type': 'application/json; charset=UTF-8',
          'content-length': Buffer.byteLength(text),
        }),
      },
    })
    const giveUp = () => void request.destroy(new Error('no answer in time'))
    listenUntil(request, deadline, giveUp)
    let isBegun = false
    const giveUpBefore = () => (isBegun ? undefined : giveUp())
    request.once('finish', () => listenUntil(request, clock.deadline(answerMs), giveUpBefore))
    request.once('error', reject)
    // Some ends of a connection are neither an error nor an answer.
    request.once('close', () => reject(new Error('closed without an answer')))
    request.once('response', response => {
      isBegun = pauseMs !== undefined
      if (pauseMs !== undefined) socket.setTimeout(pauseMs, giveUp)
      resolve(response)
    })
    request.end(text)
  })
}

/** Acts when the signal is aborted, unless the request has ended by then. */
function listenUntil(request: ClientRequest, signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act()
  signal.addEventListener('abort', act, { once: true })
  request.once('close', () => signal.removeEventListener('abort', act))
}

/** An answer about one payer is short; a longer one is not read to its end. */
const bodyMax = 1_000_000

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length > bodyMax) throw new Error('an answer that does not end')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
