// A payment provider as a process: its adapter and its payers' pages on one port, a control on another.

import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { type Clock, systemClock } from '../platform/clock.ts'
import { UseRefusal } from '../platform/errors.ts'
import { createFile, readPrivateIfPresent } from '../platform/files.ts'
import { type LineJournal, noLineJournal, openLineJournal } from '../platform/lineJournal.ts'
import { closeServer, listenOn } from '../platform/listening.ts'
import type { ProtocolCall } from '../providers/protocol/declaration.ts'
import { isProtocolSecret, newProtocolSecret } from '../providers/protocol/signature.ts'
import { createAdapter, type HostSecrets, type ReceivedCall } from './adapterServer.ts'
import { executeCall, openHostBooks, type ProviderBooks } from './hostCalls.ts'
import { createHostControl, openHostControlServer, type ProviderHostControl } from './hostControl.ts'
import {
  createHostFaults,
  type HostFault,
  type HostFaultDeck,
  type HostFaultSetting,
  isHostFault,
} from './hostFaults.ts'
import { type HostLine, readHostLine } from './hostLines.ts'
import { createHostNotices, type HostNotices } from './hostNotices.ts'
import { type HostPayment, hostPaymentState, newsTimesOf } from './hostPayment.ts'
import { createHostVisits, type HostVisits } from './hostVisits.ts'
import { servePayer } from './payerServer.ts'
import { isConfirmationSilent } from './triggers.ts'

export type ProviderHostOptions = {
  /** Where its secrets and its journal are kept; absent: in memory only. */
  readonly folder?: string
  readonly secrets?: HostSecrets
  readonly host?: string
  /** 0 or absent: a free one. */
  readonly port?: number
  /** Of the control, on 127.0.0.1; 0: a free one. Absent: there is none. */
  readonly controlPort?: number
  /** The address that payers and the gateway reach it at, where that is another one. */
  readonly origin?: string
  readonly seed?: number
  readonly faults?: { readonly [name in HostFault]?: HostFaultSetting }
  readonly clock?: Pick<Clock, 'now'>
  readonly onCall?: (call: ReceivedCall) => void
}

export type OpenProviderHost = {
  readonly address: string
  readonly port: number
  readonly secrets: HostSecrets
  readonly secretFiles?: SecretFilePaths
  readonly control: ProviderHostControl
  readonly controlPort?: number
  close(): Promise<void>
}

type SecretFilePaths = { readonly gateway: string; readonly provider: string }

export const secretFilesIn = (folder: string): SecretFilePaths => ({
  gateway: join(resolve(folder), 'gateway.secret'),
  provider: join(resolve(folder), 'provider.secret'),
})

/** Made at the first start, and readable by this user only. */
export async function hostSecretsIn(folder: string): Promise<HostSecrets> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { gateway, provider } = secretFilesIn(folder)
  return { gateway: [await secretIn(gateway)], provider: [await secretIn(provider)] }
}

async function secretIn(path: string): Promise<string> {
  const text = (await readPrivateIfPresent(path)) ?? (await createFile(path, `${newProtocolSecret()}\n`))
  const secret = text.trim()
  if (!isProtocolSecret(secret)) throw new UseRefusal(`${path} must hold one secret: whsec_ and Base64.`)
  return secret
}

const usualHost = '127.0.0.1'
const receivedMax = 1_000

export async function openProviderHost(options: ProviderHostOptions = {}): Promise<OpenProviderHost> {
  const { folder, host = usualHost, port = 0, controlPort } = options
  const secrets = options.secrets ?? (folder === undefined ? newSecrets() : await hostSecretsIn(folder))
  const journal = journalIn(folder)
  const closers: (() => unknown)[] = [journal.close]
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    let address = ''
    const parts = assemble({ ...options, secrets, journal, origin: () => options.origin ?? address })
    const server = serverOf(parts)
    const taken = await listenOn(server, host, port)
    address = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
    closers.push(parts.notices.close, () => closeServer(server))
    parts.resume()
    const open = { address: options.origin ?? address, port: taken, secrets, control: parts.control, close }
    const files = folder === undefined || options.secrets ? {} : { secretFiles: secretFilesIn(folder) }
    if (controlPort === undefined) return { ...open, ...files }
    const beside = await openHostControlServer(parts.control, controlPort)
    closers.push(beside.close)
    return { ...open, ...files, controlPort: beside.port }
  } catch (error) {
    await close()
    throw error
  }
}

const newSecrets = (): HostSecrets => ({ gateway: [newProtocolSecret()], provider: [newProtocolSecret()] })

const journalIn = (folder: string | undefined): LineJournal<HostLine> =>
  folder === undefined
    ? { ...noLineJournal, read: () => [] }
    : openLineJournal(join(folder, 'payments.jsonl'), {
        ...{ read: readHostLine, write: (line: HostLine) => line, owner: 'a provider host' },
      })

type HostMeans = Omit<ProviderHostOptions, 'origin' | 'secrets'> & {
  readonly secrets: HostSecrets
  readonly journal: LineJournal<HostLine>
  readonly origin: () => string
}

type HostParts = {
  readonly visits: HostVisits
  readonly adapter: ReturnType<typeof createAdapter>
  readonly notices: HostNotices
  readonly control: ProviderHostControl
  /** Sends what an earlier run did not get acknowledged. */
  readonly resume: () => void
}

function assemble(means: HostMeans): HostParts {
  const { secrets, journal, origin, clock = systemClock } = means
  const nowMs = () => clock.now().getTime()
  const faults = createHostFaults(means.seed ?? 1)
  for (const [name, setting] of Object.entries(means.faults ?? {}))
    if (isHostFault(name)) faults.set(name, setting)
  const books = openHostBooks(journal, {
    ...{ nowMs, origin },
    partDelayMs: () => delayOf(faults, 'slow-parts', 2_000),
    takesMore: () => faults.applies('other-amount') !== undefined,
  })
  const acknowledged = (paymentId: string) => books.write({ line: 'told', paymentId, atMs: nowMs() })
  const notices = createHostNotices({ secrets: secrets.provider, faults, nowMs, acknowledged })
  const tell = (payment: HostPayment) => tellNews({ books, notices }, payment)
  const visits = createHostVisits({
    ...{ books, decided: tell },
    approvesAfterCancel: () => faults.applies('approve-after-cancel') !== undefined,
  })
  const received: ReceivedCall[] = []
  let count = 0
  const record = (call: ReceivedCall) => {
    count += 1
    received.push(call)
    if (received.length > receivedMax) received.shift()
    means.onCall?.(call)
  }
  const adapter = createAdapter({
    ...{ secrets, faults, nowMs, record },
    execute: call => executed({ books, faults, notices, visits }, call),
    isSilentAbout: call => isSilentAbout(books, call),
  })
  const control = createHostControl({ books, visits, faults, notices, received, receivedCount: () => count })
  const resume = () => {
    for (const payment of books.payments.values()) tell(payment)
  }
  return { visits, adapter, notices, control, resume }
}

function delayOf(faults: HostFaultDeck, name: HostFault, usualMs: number): number {
  const fault = faults.applies(name)
  return fault ? (fault.ms ?? usualMs) : 0
}

type NewsMeans = { readonly books: ProviderBooks; readonly notices: HostNotices }

/** What the gateway does not know yet at once, and what will be decided then. */
function tellNews({ books, notices }: NewsMeans, payment: HostPayment): void {
  const { paymentId, start, toldAtMs = 0 } = payment
  if (!start) return
  const tell = () => notices.tell({ paymentId, noticeUrl: start.call.noticeUrl })
  const nowMs = books.nowMs()
  const times = newsTimesOf(payment)
  if (times.some(time => time > toldAtMs && time <= nowMs)) tell()
  for (const time of times) if (time > nowMs) setTimeout(tell, time - nowMs).unref()
}

type Executing = NewsMeans & { readonly faults: HostFaultDeck; readonly visits: HostVisits }

function executed({ books, faults, notices, visits }: Executing, call: ProtocolCall) {
  const isNew = call.call === 'start' && !books.payments.has(call.paymentId)
  const reply = executeCall(books, call)
  const payment = books.payments.get(call.paymentId)
  if (!payment?.start) return reply
  if (isNew) {
    const { noticeUrl } = payment.start.call
    if (faults.applies('notice-early')) notices.tell({ paymentId: call.paymentId, noticeUrl })
    const push = faults.applies('app-push')
    if (push) setTimeout(() => visits.act(payment, 'approve'), push.ms ?? 500).unref()
  }
  const later = 'answer' in reply && reply.answer.state === 'processing'
  if (later && call.call !== 'status') tellLater({ books, notices }, payment)
  return reply
}

/** What the gateway's own call left undecided. */
function tellLater({ books, notices }: NewsMeans, payment: HostPayment): void {
  const { paymentId, start } = payment
  if (!start) return
  const nowMs = books.nowMs()
  const tell = () => notices.tell({ paymentId, noticeUrl: start.call.noticeUrl })
  for (const time of newsTimesOf(payment)) if (time > nowMs) setTimeout(tell, time - nowMs).unref()
}

/** A reference may order that a confirmation is executed and not answered. */
function isSilentAbout(books: ProviderBooks, call: ProtocolCall): boolean {
  if (call.call !== 'confirm') return false
  const payment = books.payments.get(call.paymentId)
  const isConfirmed = payment && hostPaymentState(payment, books.nowMs()).state !== 'declined'
  return Boolean(isConfirmed) && isConfirmationSilent(call.reference ?? payment?.start?.call.reference)
}

function serverOf({ adapter, visits }: HostParts): Server {
  return createServer((request, response) => {
    const { socket, url = '' } = request
    const served = url.startsWith('/pay/')
      ? servePayer(visits, request, response)
      : /^\/v1(?:[/?]|$)/.test(url)
        ? adapter(request, response)
        : Promise.resolve(void response.writeHead(404).end('Nothing is here.\n'))
    // The caller has left in the middle of its request.
    served.catch(() => socket.destroy())
  })
}
