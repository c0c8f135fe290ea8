import { createIsoAcquirer, type IsoAcquirer } from '../../../src/acquirers/iso8583/adapter.ts'
import { createCodec } from '../../../src/acquirers/iso8583/codec/codec.ts'
import type { Dialect } from '../../../src/acquirers/iso8583/dialects/dialect.ts'
import type { IsoMessage } from '../../../src/acquirers/iso8583/dialects/message.ts'
import type { ExchangeOptions, IsoExchange, IsoLink } from '../../../src/acquirers/iso8583/link/exchange.ts'
import type { TraceNumberLeases } from '../../../src/acquirers/iso8583/messages/leases.ts'
import type {
  AcquirerAnswer,
  AcquirerAsk,
  FollowUpAsk,
  OriginalTransaction,
  PaymentAsk,
  ReversalOrInquiryAsk,
  UnsentReason,
} from '../../../src/acquirers/port.ts'
import type { LinkSettings, MerchantIdentity } from '../../../src/acquirers/routing/settings.ts'
import type { Log } from '../../../src/platform/log.ts'

/** When everything happens, unless a story says otherwise. */
export const startMs = Date.parse('2026-11-16T23:30:45Z')

export const settingsFor = (dialect: Dialect): LinkSettings => ({
  ...{ name: 'first', dialect, addresses: [{ host: '127.0.0.1', port: 1 }], connections: 1, window: 8 },
  ...{ backlogPerSecond: 10, institution: '123456', country: 'DE', timeZone: '+0130' },
})

export const identity: MerchantIdentity = {
  ...{ merchantId: 'SHOP', link: 'first', acceptor: 'SHOP0001', category: '5411' },
  ...{ terminals: ['TERM0001', 'TERM0002'], name: 'Corner shop', city: 'Hamburg', country: 'DE' },
}

export const card = { number: '5123450000000008', expiry: { month: 1, year: 39 } }

/** What a scripted host answers to a question: fields beside those that it repeats. */
type Scripted = (question: IsoMessage) => IsoExchange | Readonly<Record<number, string>>

export type IsoBench = ReturnType<typeof isoBench>

/** An adapter over a link without sockets. Every question passes through the real codec, in bytes. */
export function isoBench(dialect: Dialect, changes: Partial<BenchOptions> = {}) {
  const { settings = settingsFor(dialect), identities = [identity] } = changes
  const codec = createCodec(dialect)
  const sent: IsoMessage[] = []
  const options: ExchangeOptions[] = []
  const logged: string[] = []
  const late: { ask: AcquirerAsk; answer: AcquirerAnswer }[] = []
  const state = { nowMs: startMs, trouble: undefined as UnsentReason | undefined, number: 0 }
  let script: Scripted = () => approving(dialect)
  const link: IsoLink = {
    name: settings.name,
    trouble: () => state.trouble,
    async exchange(question, given) {
      const wired = codec.decode(codec.encode(question))
      sent.push(wired)
      options.push(given)
      const answer = script(wired)
      return 'state' in answer && typeof answer.state === 'string'
        ? (answer as IsoExchange)
        : answered(wired, answer)
    },
  }
  const answerTo = (question: IsoMessage, added: Readonly<Record<number, string>>): IsoMessage =>
    codec.decode(
      codec.encode({ type: answerType(question.type), fields: { ...repeated(question), ...added } }),
    )
  const answered = (question: IsoMessage, added: object): IsoExchange => ({
    state: 'answered',
    answer: answerTo(question, { ...added }),
  })
  const log: Log = {
    info: message => logged.push(message),
    warn: (message, facts) => logged.push(`${message} ${JSON.stringify(facts)}`),
    fault: (message, fault) => logged.push(`${message} ${String(fault)}`),
    dropped: () => 0,
    flush: () => undefined,
  }
  const leases: TraceNumberLeases = changes.leases ?? {
    async lease() {
      state.number += 1_000
      return { first: state.number - 999, last: state.number }
    },
  }
  const acquirer: IsoAcquirer = createIsoAcquirer({
    ...{ link, settings, leases, log },
    clock: { now: () => new Date(state.nowMs), monotonicMs: () => state.nowMs - startMs },
    identityOf: merchantId => identities.find(one => one.merchantId === merchantId),
    onLateAnswer: (ask, answer) => late.push({ ask, answer }),
  })
  return {
    ...{ acquirer, sent, options, logged, late, state, answerTo },
    script: (next: Scripted) => {
      script = next
    },
    lastSent: (): IsoMessage => sent.at(-1) ?? missing('No question was sent'),
  }
}

type BenchOptions = {
  readonly settings: LinkSettings
  readonly identities: readonly MerchantIdentity[]
  readonly leases: TraceNumberLeases
}

export function missing(what: string): never {
  throw new Error(what)
}

const answerType = (type: string): string => `${type.slice(0, 2)}${Number(type[2]) + 1}${type[3]}`

/** Most hosts repeat these. */
const repeated = ({ fields }: IsoMessage): Readonly<Record<number, string>> =>
  Object.fromEntries(
    [3, 4, 7, 11, 12, 32, 37, 41, 42, 49].flatMap(number => {
      const value = fields[number]
      return value === undefined ? [] : [[number, value] as const]
    }),
  )

/** The response code and the code of an approval. */
export const approving = ({ generation }: Dialect): Readonly<Record<number, string>> => ({
  38: 'ABC123',
  39: generation === '1993' ? '000' : '00',
})

export const paymentAsk = (changes: Partial<PaymentAsk> = {}): PaymentAsk => ({
  ...{ verb: 'authorize', merchantId: 'SHOP', orderId: 'O', transactionId: '1', amount: 1_000n },
  ...{ currency: 'EUR', card, acceptPartialAmount: false, channel: 'INTERNET', startedAtMs: startMs },
  ...changes,
})

/** Assigns a trace, then asks with it, as the pipeline does. */
export async function ask<Ask extends PaymentAsk | FollowUpAsk>(bench: IsoBench, given: Ask) {
  const assigned = await bench.acquirer.assign?.(given)
  if (assigned === undefined || !('trace' in assigned))
    throw new Error(`Not assigned: ${JSON.stringify(assigned)}`)
  const traced = { ...given, trace: assigned.trace }
  const answer = await bench.acquirer.send(traced, new AbortController().signal)
  return { ask: traced, answer, trace: assigned.trace, message: bench.sent.at(-1) }
}

/** What later asks know of an earlier one. */
export function originalOf(
  { ask: asked, answer, trace }: { ask: PaymentAsk | FollowUpAsk; answer: AcquirerAnswer; trace: string },
  changes: Partial<OriginalTransaction> = {},
): OriginalTransaction {
  const { transactionId, amount, startedAtMs = startMs } = asked
  return {
    ...{ transactionId, type: types[asked.verb], amount, startedAtMs, trace },
    ...(answer.outcome === 'approved' && {
      authorizationCode: answer.authorizationCode,
      authorizationResponse: answer.authorizationResponse,
    }),
    ...('hostMemory' in answer && answer.hostMemory !== undefined && { hostMemory: answer.hostMemory }),
    ...changes,
  }
}

const types = {
  ...({ authorize: 'AUTHORIZATION', pay: 'PAYMENT', verify: 'VERIFICATION', credit: 'REFUND' } as const),
  ...({ capture: 'CAPTURE', refund: 'REFUND', void: 'VOID_AUTHORIZATION' } as const),
  update: 'AUTHORIZATION_UPDATE',
} as const

export const followUpAsk = (
  original: OriginalTransaction,
  changes: Partial<FollowUpAsk> = {},
): FollowUpAsk => ({
  ...{ verb: 'capture', merchantId: 'SHOP', orderId: 'O', transactionId: '2', amount: original.amount },
  ...{ currency: 'EUR', card, repeat: 0, startedAtMs: startMs + 60_000, original },
  ...changes,
})

export const reversalAsk = (
  original: OriginalTransaction,
  changes: Partial<ReversalOrInquiryAsk> = {},
): ReversalOrInquiryAsk => ({
  ...{ verb: 'reverse', merchantId: 'SHOP', orderId: 'O', transactionId: original.transactionId },
  ...{ amount: original.amount, currency: 'EUR', card, repeat: 0, original, owedAtMs: startMs + 30_000 },
  ...changes,
})
