// The documents of the journal: what is recorded of a request, of its outcome and of a later exchange with
// the acquirer. Each is stored as JSON with the number of the model that it follows; this file is the only
// one that writes and reads them.

import type { ExchangedMessage, RouteChoice } from '../../acquirers/port.ts'
import type { OrderStateRecord } from '../../contract/explanation.ts'
import { type Content, isObject } from '../../contract/kit/content.ts'
import { recordOf } from '../../contract/kit/records.ts'
import type { RequestRecord, TransactionRecord } from '../../contract/model.ts'
import type { RuleOwner } from '../../risk/assess.ts'
import type { RiskRule } from '../../risk/rule.ts'
import type { ExchangedError, PriorAuthentication } from '../../threeDSecure/port.ts'

/**
 * Model 1 has fields of the API and the gateway's own side by side; model 2 has them apart. Nodes of the
 * release before read only model 1: model 2 is written once all nodes read it (see store/journal/nodes.ts).
 */
export type DocumentModel = 1 | 2

export const newestModel: DocumentModel = 2

/** What is recorded of a request. */
export type RequestContents = {
  /**
   * As normalised: card numbers masked, sensitive authentication data left out. The kind of card is added,
   * which only answers declare.
   */
  readonly fields: TransactionRecord
  readonly additions: RequestAdditions
}

/** What the response shows, or later steps need, although the request did not have it. */
export type RequestAdditions = {
  /** Groups of the order from earlier transactions. */
  readonly orderGroups?: TransactionRecord
  /** Values from the merchant's profile where the request has none. */
  readonly profileValues?: RequestRecord
  /** For the second request under one id: the fields of the first one. */
  readonly firstRequest?: TransactionRecord
  /** How it came here, where not over the API. */
  readonly entryPoint?: EntryPoint
  /** How a checkout page finishes it where a bank approves only a part. */
  readonly remainder?: RecordedRemainder
}

/** How a request reached the gateway, where not over the API. */
export type EntryPoint = 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION'

/** How a checkout page finishes a payment of which a bank approved only a part. */
export type RecordedRemainder = {
  /** The parts that were taken before, by their ids: what is asked for is the remainder. */
  readonly after: readonly string[]
  /** How long the payer still has from its start: what is not paid in full by then is given back. */
  readonly leftMs: number
  /** What the order is for, where this payment is only the remainder of it. */
  readonly wholeAmount?: string
}

/** What is recorded of an outcome. */
export type OutcomeContents = {
  /** What the response adds to the request. */
  readonly fields: TransactionRecord
  readonly story: OutcomeStory
  readonly consulted?: ConsultedFacts | undefined
  /** What the acquirer's host wants to get back in later asks: opaque, without card data, shown to nobody. */
  readonly hostMemory?: string | undefined
}

/** How it came about, for explain. Kept short: it is stored with every outcome. */
export type OutcomeStory = {
  readonly asked?: AskedCounterparty
  /** How long the request waited for another one on its order. */
  readonly waitedMs?: number
  /** The request that it was recorded for, as its answer named it. */
  readonly requestId?: string
  /** The origin of values that are not in the request itself. */
  readonly sources?: Readonly<Record<string, string>>
  /** The transaction whose card it is about, where it brought none. */
  readonly cardOf?: string
  /** The rule that decided, where the gateway code does not make it clear. */
  readonly rule?: string
  /** Status and totals of the order before it. */
  readonly before?: OrderStateRecord
  /** The link that was chosen, and why no other. */
  readonly route?: RouteChoice
  /** Who settled it, where it was not the first answer. */
  readonly settledBy?: string
  readonly attempt?: number
  /** The trace context of the request, which its notification continues. */
  readonly trace?: string
  /** What the risk rules of the merchant said. */
  readonly risk?: RiskStory
}

/** What risk rules said about it. */
export type RiskStory = {
  readonly rules: readonly ToldRule[]
  /** The ids of those that do not hold, separated by spaces: the merchant's, and the gateway's. */
  readonly others?: string
  readonly gatewayOthers?: string
}

/** A rule that holds, or of which that cannot be known. */
export type ToldRule = Pick<RiskRule, 'id' | 'name' | 'recommendation' | 'score' | 'stage'> & {
  readonly owner: RuleOwner
  /** It is only watched: answers do not name it. */
  readonly isShadow?: true
  readonly isUnknown?: true
  /** It accepts what is on a trusted list. */
  readonly trusts?: true
  /** What it looked at. */
  readonly saw: string
}

/** A question and its answer; the verb implies which counterparty was asked. */
export type AskedCounterparty = {
  readonly verb: string
  readonly answer: string
  readonly tookMs?: number
  /** Why nothing was sent, or nothing could be used. */
  readonly reason?: string
  /** No directory server could be reached: nothing was sent. */
  readonly isUnreached?: true
  /** The error message of the protocol that this was about. */
  readonly erro?: ExchangedError
  /** The payer's authentication as sent to the acquirer, without its token. */
  readonly proof?: Content
  /** The messages of the exchange, decoded and redacted. */
  readonly messages?: readonly ExchangedMessage[]
}

/** What the gateway needs again of its consultation of an issuer or a provider; responses do not show it. */
export type ConsultedFacts = {
  /** A keyed hash of the authenticated card: masked numbers may be equal for different cards. */
  readonly cardHash?: string
  /** In minor units: the amount of an enrollment check, which is no transaction of the order. */
  readonly checkedAmount?: string
  readonly serverTransactionId?: string
  /** What the 3-D Secure server wants to get back: opaque, without card data. */
  readonly authenticatorMemory?: string
  readonly methodToken?: string
  readonly methodUrl?: string
  readonly methodData?: string
  readonly acsTransactionId?: string
  readonly acsUrl?: string
  readonly challengeRequest?: string
  /** How long the result of the challenge is waited for. */
  readonly resultWithinMs?: number
  /** The result was not said by the issuer: its time was over. */
  readonly isInferred?: true
  /** What else the issuer said, under the protocol's names. */
  readonly evidence?: Readonly<Record<string, string>>
  /** The earlier authentication that the merchant refers the issuer to. */
  readonly prior?: PriorAuthentication
  readonly interactionId?: string
  readonly pageUrl?: string
  /** Nobody had decided in time: the provider is told so, and what is approved from now on is undone. */
  readonly isGivenUp?: true
}

/** A question to the acquirer after the first one, and its answer, without card data. */
export type ExchangeContents = {
  readonly verb: string
  readonly repeat?: number
  readonly tookMs?: number
  readonly answer: Content | string
  /** The messages of the exchange, decoded and redacted. */
  readonly messages?: readonly ExchangedMessage[]
}

/** A recorded request: parsed once, when something of it is needed. */
export class StoredRequest implements RequestContents {
  readonly text: string
  #contents: RequestContents | undefined

  constructor(text: string) {
    this.text = text
  }

  get fields(): TransactionRecord {
    return this.#read().fields
  }

  /** Most requests have none, which can be seen without parsing them. */
  get additions(): RequestAdditions {
    return mayHaveAdditions(this.text) ? this.#read().additions : {}
  }

  #read(): RequestContents {
    this.#contents ??= requestIn(this.text)
    return this.#contents
  }
}

const mayHaveAdditions = (text: string): boolean =>
  text.startsWith('{"model":') ? text.includes('"additions"') : namesOfModel1.test(text)

const namesOfModel1 = /"(?:of(?:Order|Profile|Beginning|Checkout)|gatewayEntryPoint)"/

/** A recorded outcome: parsed once, when something of it is needed. */
export class StoredOutcome implements OutcomeContents {
  readonly text: string
  #contents: OutcomeContents | undefined

  constructor(text: string) {
    this.text = text
  }

  get fields(): TransactionRecord {
    return this.#read().fields
  }

  get story(): OutcomeStory {
    return this.#read().story
  }

  get consulted(): ConsultedFacts | undefined {
    return this.#read().consulted
  }

  get hostMemory(): string | undefined {
    return this.#read().hostMemory
  }

  #read(): OutcomeContents {
    this.#contents ??= outcomeIn(this.text)
    return this.#contents
  }
}

export function requestText({ fields, additions }: RequestContents, model: DocumentModel): string {
  if (model === 1) return JSON.stringify({ ...fields, ...additionsOfModel1(additions) })
  const isPlain = Object.keys(additions).length === 0
  return JSON.stringify(isPlain ? { model, fields } : { model, fields, additions })
}

export function outcomeText(contents: OutcomeContents, model: DocumentModel): string {
  const { fields, story, consulted, hostMemory } = contents
  if (model === 2) return JSON.stringify({ model, fields, story, consulted, hostMemory })
  // Nodes that read only model 1 would take a new member for a field of the API.
  return JSON.stringify({
    ...fields,
    story: hostMemory === undefined ? story : { ...story, hostMemory },
    consulted,
  })
}

export const exchangeText = (contents: ExchangeContents, model: DocumentModel): string =>
  JSON.stringify(model === 1 ? contents : { model, ...contents })

function requestIn(text: string): RequestContents {
  const document = parsed(text)
  if (modelOf(document) === 1) return requestOfModel1(document)
  const { fields, additions } = document
  return { fields: recordOf(contentOf(fields)), additions: recordOf(contentOf(additions)) }
}

function outcomeIn(text: string): OutcomeContents {
  const document = parsed(text)
  const isModel1 = modelOf(document) === 1
  const { story, consulted, ...beside } = document
  const { hostMemory, ...told } = contentOf(story)
  const memory = isModel1 ? hostMemory : document.hostMemory
  return {
    fields: recordOf(isModel1 ? beside : contentOf(document.fields)),
    story: recordOf(told),
    consulted: consulted === undefined ? undefined : recordOf(contentOf(consulted)),
    hostMemory: typeof memory === 'string' ? memory : undefined,
  }
}

/** The same in both models, but for the number. */
export function exchangeIn(text: string): ExchangeContents {
  const { model, ...contents } = parsed(text)
  modelOf({ model })
  return recordOf(contents)
}

/** The names of additions in documents of model 1. */
function additionsOfModel1(additions: RequestAdditions): Content {
  const { orderGroups, profileValues, firstRequest, entryPoint, remainder } = additions
  return {
    ofOrder: orderGroups,
    ofProfile: profileValues,
    ofBeginning: firstRequest,
    gatewayEntryPoint: entryPoint,
    ofCheckout: remainder,
  }
}

function requestOfModel1(document: Content): RequestContents {
  const { ofOrder, ofProfile, ofBeginning, gatewayEntryPoint, ofCheckout, ...fields } = document
  const additions = {
    ...(ofOrder !== undefined && { orderGroups: ofOrder }),
    ...(ofProfile !== undefined && { profileValues: ofProfile }),
    ...(ofBeginning !== undefined && { firstRequest: ofBeginning }),
    ...(gatewayEntryPoint !== undefined && { entryPoint: gatewayEntryPoint }),
    ...(ofCheckout !== undefined && { remainder: ofCheckout }),
  }
  return { fields: recordOf(fields), additions: recordOf(additions) }
}

function parsed(text: string): Content {
  const document: unknown = JSON.parse(text)
  if (!isObject(document)) throw new Error('A stored document is not an object')
  return document
}

/** Documents of model 1 do not say so, and no contract has a field of that name. */
function modelOf({ model = 1 }: Content): DocumentModel {
  if (model === 1 || model === 2) return model
  throw new Error(
    `A document of model ${model} was stored by a newer release: this one reads up to ${newestModel}`,
  )
}

const contentOf = (value: unknown): Content => (isObject(value) ? value : {})
