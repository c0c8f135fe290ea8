import { hash } from 'node:crypto'
import { isApproval } from '../../acquirerHost/testCards.ts'
import type { GatewayCode } from '../../orders/transaction.ts'
import { type PayerAct, payerActs } from '../../providerHost/payerVisit.ts'
import { triggerOfReference } from '../../providerHost/triggers.ts'
import type { ProviderInitiateAsk } from '../../providers/port.ts'
import type { InteractionStore } from '../interactions.ts'

/** A payment as the provider stores it. Each part is written once and never changed. */
export type StoredProviderPayment = {
  readonly id: string
  readonly payment: StartedPayment
  readonly decision?: PaymentDecision
  readonly confirmation?: PaymentConfirmation
}

export type StartedPayment = Omit<ProviderInitiateAsk, 'verb'>

/** By the payer; or, before the payer decided, by the gateway: it stopped waiting, or confirmed too early. */
export type PaymentDecision = {
  readonly act: PayerAct | 'expire' | 'refuse'
  readonly atMs: number
  /** The shipping address, if the payer changed it. */
  readonly shippingAddress?: Readonly<Record<string, string>>
}

type PaymentConfirmation = {
  readonly amount: bigint
  readonly currency: string
  readonly reference?: string
  readonly atMs: number
  /** The gateway stopped waiting for the merchant's confirmation. */
  readonly isWithdrawn?: true
}

/** The state of a payment: a function of what is stored and of the time. A final state never changes. */
export type ProviderPaymentState =
  /** The payer has not decided. */
  | { readonly state: 'asking' }
  /** The payer agreed, and the provider has not decided. */
  | { readonly state: 'waiting' }
  /** The payer agreed, and the merchant has to confirm. */
  | { readonly state: 'agreed' }
  | {
      readonly state: 'approved' | 'declined'
      readonly gatewayCode: GatewayCode
      readonly amount: bigint
      readonly atMs: number
    }

export function paymentStateOf(
  { payment, decision, confirmation }: StoredProviderPayment,
  nowMs: number,
): ProviderPaymentState {
  if (!decision) return { state: 'asking' }
  const { act, atMs } = decision
  const { amount, reference } = payment
  if (act !== 'approve') return { state: 'declined', gatewayCode: refusalCodes[act], amount, atMs }
  if (!payment.isConfirmedAtMerchant) return stateOnceExecuted({ amount, reference, atMs }, nowMs)
  if (!confirmation) return { state: 'agreed' }
  if (confirmation.isWithdrawn) return { ...confirmation, state: 'declined', gatewayCode: 'ABORTED' }
  if (confirmation.currency !== payment.currency)
    return { ...confirmation, state: 'declined', gatewayCode: 'DECLINED' }
  return stateOnceExecuted({ reference, ...confirmation }, nowMs)
}

type ExecutedPayment = {
  readonly amount: bigint
  readonly reference: string | undefined
  readonly atMs: number
}

function stateOnceExecuted(
  { amount, reference, atMs }: ExecutedPayment,
  nowMs: number,
): ProviderPaymentState {
  const execution = triggerOfReference(reference)
  if (execution === 'never' || nowMs < atMs + execution.afterMs) return { state: 'waiting' }
  const { gatewayCode, afterMs } = execution
  const state = isApproval(gatewayCode) ? 'approved' : 'declined'
  return { state, gatewayCode, amount, atMs: atMs + afterMs }
}

const refusalCodes = {
  decline: 'DECLINED',
  cancel: 'CANCELLED',
  abort: 'ABORTED',
  expire: 'ABORTED',
  refuse: 'DECLINED',
} as const satisfies Record<Exclude<PaymentDecision['act'], 'approve'>, GatewayCode>

export interface ProviderPaymentStore {
  /** The same payment has the same id, however often it is started. */
  start(payment: StartedPayment): Promise<string>
  load(id: string): Promise<StoredProviderPayment | undefined>
  /** Changes nothing where there is a decision. */
  decide(id: string, decision: PaymentDecision): Promise<void>
  /** The first confirmation counts. */
  confirm(id: string, confirmation: PaymentConfirmation): Promise<void>
}

export function createProviderPaymentStore(interactions: InteractionStore): ProviderPaymentStore {
  return {
    async start(payment) {
      const id = idOf(payment)
      await interactions.add({ id, kind: 'payment', asked: written(payment) })
      return id
    },
    async load(id) {
      const stored = idForm.test(id) ? await interactions.find(id) : undefined
      if (stored?.kind !== 'payment') return undefined
      const payment = readWith(isPayment, stored.asked)
      const started = { id, payment: { ...payment, amount: BigInt(payment.amount) } }
      if (stored.decision === undefined) return started
      const decided = { ...started, decision: readWith(isDecision, stored.decision) }
      const confirmed = payment.isConfirmedAtMerchant
        ? await interactions.find(confirmationId(id))
        : undefined
      if (!confirmed) return decided
      const confirmation = readWith(isConfirmation, confirmed.asked)
      return { ...decided, confirmation: { ...confirmation, amount: BigInt(confirmation.amount) } }
    },
    async decide(id, decision) {
      if (idForm.test(id)) await interactions.decide(id, written(decision))
    },
    confirm: (id, confirmation) =>
      interactions.add({ id: confirmationId(id), kind: 'payment', asked: written(confirmation) }),
  }
}

/** Nobody guesses it: the address to send the payer back to is random. */
function idOf({ merchantId, orderId, transactionId, returnCallback }: StartedPayment): string {
  const identity = [merchantId, orderId, transactionId, returnCallback].join('\n')
  return `SIM${hash('sha256', identity, 'hex').slice(0, 32).toUpperCase()}`
}

const idForm = /^SIM[0-9A-F]{32}$/
const confirmationId = (id: string): string => `${id}.confirm`

const written = (content: object): string =>
  JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

function readWith<Content>(isContent: (value: unknown) => value is Content, text: string): Content {
  const content: unknown = JSON.parse(text)
  if (!isContent(content)) throw new Error('The interaction store holds what no provider has put there')
  return content
}

type Written<Content extends { readonly amount: bigint }> = Omit<Content, 'amount'> & {
  readonly amount: string
}

const isPayment = (value: unknown): value is Written<StartedPayment> =>
  isGroup(value) &&
  ['merchantId', 'orderId', 'transactionId', 'currency', 'kind', 'returnCallback'].every(isText(value)) &&
  isAmount(value.amount) &&
  (value.operation === 'AUTHORIZE' || value.operation === 'PAY') &&
  ['isConfirmedAtMerchant', 'showsShippingAddress', 'mayChangeShippingAddress'].every(
    name => typeof value[name] === 'boolean',
  ) &&
  ['reference', 'preferredLanguage'].every(isTextOrAbsent(value)) &&
  isGroup(value.particulars)

const isDecision = (value: unknown): value is PaymentDecision =>
  isGroup(value) &&
  [...payerActs, 'expire', 'refuse'].some(act => act === value.act) &&
  typeof value.atMs === 'number' &&
  (value.shippingAddress === undefined || isAddress(value.shippingAddress))

const isConfirmation = (value: unknown): value is Written<PaymentConfirmation> =>
  isGroup(value) &&
  isAmount(value.amount) &&
  isText(value)('currency') &&
  isTextOrAbsent(value)('reference') &&
  (value.isWithdrawn === undefined || value.isWithdrawn === true) &&
  typeof value.atMs === 'number'

type Group = Readonly<Record<string, unknown>>
const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null
const isAmount = (value: unknown): value is string => typeof value === 'string' && /^\d{1,18}$/.test(value)
const isText = (group: Group) => (name: string) => typeof group[name] === 'string'
const isTextOrAbsent = (group: Group) => (name: string) =>
  group[name] === undefined || typeof group[name] === 'string'
const isAddress = (value: unknown): boolean =>
  isGroup(value) && Object.values(value).every(line => typeof line === 'string')
