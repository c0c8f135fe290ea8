// What the acquirer host does about a question that concerns money: it looks into its books, decides, and
// posts what it approves.

import type { GatewayCode } from '../orders/transaction.ts'
import { BoundedMap } from '../platform/boundedMap.ts'
import type { HostBooks, HostEntry, HostEntryKind, HostPosting } from './hostBooks.ts'
import type { HostCodes } from './hostCodes.ts'
import { decideByAccount, type HostDecision } from './hostDecision.ts'
import type { AskedMessage } from './hostQuestion.ts'
import type { NamedOriginal } from './namedOriginal.ts'
import { replyFor } from './testCards.ts'

/** What is answered. */
export type HostRuling = {
  readonly responseCode: string
  readonly gatewayCode: GatewayCode
  readonly amount: bigint
  /** Where it is approved. */
  readonly authorizationCode?: string
  readonly balances?: HostDecision['balances']
  readonly entry?: HostEntry
  /** It is never answered. */
  readonly isSilent?: true
}

export type RulingCircumstances = {
  readonly at: Date
  /** What a message with the same identity made. */
  readonly first: HostEntry | undefined
  /** What a script says in place of the account. */
  readonly scripted?: HostDecision | undefined
  /** Reversals are acknowledged before anybody looks for the original. */
  readonly isBlind: boolean
  /** What was reversed before it came is booked all the same. */
  readonly booksAfterReversal: boolean
}

export type HostDeskOptions = {
  readonly books: HostBooks
  readonly codes: HostCodes
  readonly originals: NamedOriginal
  /** A second message with the same identity: answered as the first, or refused as a duplicate. */
  readonly duplicates: 'asFirst' | 'refused'
}

const declinesMax = 50_000

export class HostDesk {
  readonly #books: HostBooks
  readonly #codes: HostCodes
  readonly #originals: NamedOriginal
  readonly #duplicates: HostDeskOptions['duplicates']
  /** By the original data that name it: an inquiry may ask. */
  readonly #declines = new BoundedMap<string, string>(declinesMax)

  constructor({ books, codes, originals, duplicates }: HostDeskOptions) {
    this.#books = books
    this.#codes = codes
    this.#originals = originals
    this.#duplicates = duplicates
  }

  rule(question: AskedMessage, told: RulingCircumstances): HostRuling {
    const { first } = told
    if (first !== undefined && question.kind !== 'inquiry') return this.#asFirst(question, first, told.at)
    switch (question.kind) {
      case 'hold':
      case 'sale':
        return this.#pay(question, question.kind, told)
      case 'verify':
      case 'balance':
        return this.#look(question, told)
      case 'refund':
        return this.#refund(question, told)
      case 'capture':
      case 'increase':
      case 'decrease':
        return this.#follow(question, question.kind, told)
      case 'undo':
        return this.#undo(question, told)
      case 'inquiry':
        return this.#inquire(question, told.at)
      default:
        return this.#refuse(this.#codes.invalid)
    }
  }

  #refuse(responseCode: string, gatewayCode: GatewayCode = 'DECLINED'): HostRuling {
    return { responseCode, gatewayCode, amount: 0n }
  }

  #approve(entry: HostEntry, responseCode: string, gatewayCode: GatewayCode = 'APPROVED'): HostRuling {
    const { amount, authorizationCode } = entry
    return { responseCode, gatewayCode, amount, authorizationCode, entry }
  }

  #asFirst(question: AskedMessage, first: HostEntry, at: Date): HostRuling {
    if (this.#duplicates === 'refused' && !question.isRepeat)
      return this.#refuse(this.#codes.duplicate, 'UNKNOWN')
    if (first.state === 'undone') return this.#refuse(this.#codes.invalid)
    const { responseCode, amount } = first
    const isPart = responseCode === this.#codes.partial
    if (first.state === 'pending') return { responseCode, gatewayCode: 'PENDING', amount, entry: first }
    const ruling = this.#approve(first, responseCode, isPart ? 'PARTIALLY_APPROVED' : 'APPROVED')
    // Of what acts on another entry the books have another amount than the message.
    if (first.of !== undefined) return { ...ruling, amount: question.amount }
    const { balances } = decideByAccount(question, at)
    return { ...ruling, ...(balances && { balances }) }
  }

  #decision(question: AskedMessage, { scripted, at }: RulingCircumstances): HostDecision {
    return scripted ?? decideByAccount(question, at)
  }

  /** Whether it was reversed before it came. */
  #isTooLate(
    { terminal, ownOriginalData }: AskedMessage,
    { booksAfterReversal }: RulingCircumstances,
  ): boolean {
    return !booksAfterReversal && this.#books.isReversedEarly(`${terminal} ${ownOriginalData}`)
  }

  #pay(question: AskedMessage, kind: HostEntryKind, told: RulingCircumstances, of?: number): HostRuling {
    if (this.#isTooLate(question, told)) return this.#refuse(this.#codes.invalid)
    const decision = this.#decision(question, told)
    const { gatewayCode, amount, balances, isSilent } = decision
    const responseCode = decision.responseCode ?? this.#codes.of(gatewayCode)
    const { outcome } = replyFor(gatewayCode)
    const extras = { ...(balances && { balances }), ...(isSilent && { isSilent }) }
    if (outcome === 'declined') {
      this.#declines.set(`${question.terminal} ${question.ownOriginalData}`, responseCode)
      return { ...this.#refuse(responseCode, gatewayCode), ...extras }
    }
    const isPending = outcome === 'pending'
    const entry = this.#post(question, { kind, amount, responseCode, told, isPending, of })
    if (outcome !== 'approved') return { responseCode, gatewayCode, amount, entry, ...extras }
    return { ...this.#approve(entry, responseCode, gatewayCode), ...extras }
  }

  /** Nothing is posted. */
  #look(question: AskedMessage, told: RulingCircumstances): HostRuling {
    const { gatewayCode, responseCode, balances, isSilent } = this.#decision(question, told)
    const isApproved = replyFor(gatewayCode).outcome === 'approved'
    return {
      responseCode: responseCode ?? this.#codes.of(gatewayCode),
      ...{ gatewayCode, amount: question.amount },
      ...(isApproved && { authorizationCode: codeGiven(question) ?? codeFor(question.identity) }),
      ...(balances && { balances }),
      ...(isSilent && { isSilent }),
    }
  }

  /** Of something that was taken; or a credit, which stands alone and is decided by the account. */
  #refund(question: AskedMessage, told: RulingCircumstances): HostRuling {
    const original = this.#originals.find(question, told.at.getTime())
    if (original === undefined) return this.#pay(question, 'refund', told)
    if (original.state === 'undone') return this.#refuse(this.#codes.invalid)
    const { amount } = question
    const scripted = told.scripted ?? ({ gatewayCode: 'APPROVED', amount } as const)
    return this.#pay(question, 'refund', { ...told, scripted }, original.entryNo)
  }

  #follow(question: AskedMessage, kind: FollowUpKind, told: RulingCircumstances): HostRuling {
    const named = this.#originals.find(question, told.at.getTime())
    const hold = named?.kind === 'increase' && named.of !== undefined ? this.#books.byNumber(named.of) : named
    if (hold?.state !== 'posted' || this.#isTooLate(question, told)) {
      if (told.isBlind) return this.#acknowledge(question)
      return this.#refuse(hold === undefined ? this.#codes.notFound : this.#codes.invalid)
    }
    const refusal = this.#scriptedRefusal(told)
    if (refusal) return refusal
    const isReversal = kind === 'decrease'
    const responseCode = isReversal ? this.#codes.reversalAccepted : this.#codes.approved
    const amount = isReversal ? question.remains : question.amount
    const isLast = kind === 'capture' && question.privately('isLastCapture') === '1'
    const authorizationCode = codeGiven(question) ?? hold.authorizationCode
    const as = { kind, amount, responseCode, told, isLast, authorizationCode, of: hold.entryNo }
    return { ...this.#approve(this.#post(question, as), responseCode), amount: question.amount }
  }

  /** No account decides about what acts on an earlier message, but a script may. */
  #scriptedRefusal({ scripted }: RulingCircumstances): HostRuling | undefined {
    if (!scripted || replyFor(scripted.gatewayCode).outcome === 'approved') return undefined
    return this.#refuse(scripted.responseCode ?? this.#codes.of(scripted.gatewayCode), scripted.gatewayCode)
  }

  /** A void, or the reversal of something that nobody knows the outcome of. */
  #undo(question: AskedMessage, told: RulingCircumstances): HostRuling {
    const { terminal, originalData, amount, isAboutSilence } = question
    const original = this.#originals.find(question, told.at.getTime())
    if (original === undefined) {
      if (originalData !== undefined) this.#books.reverseEarly(`${terminal} ${originalData}`)
      return told.isBlind ? this.#acknowledge(question) : this.#refuse(this.#codes.notFound)
    }
    if (original.state === 'undone')
      return isAboutSilence || told.isBlind ? this.#acknowledge(question) : this.#refuse(this.#codes.invalid)
    // As it stood in the original, also where a part of it was approved.
    if (amount !== original.asked && !told.isBlind) return this.#refuse(this.#codes.wrongOriginalAmount)
    const refusal = this.#scriptedRefusal(told)
    if (refusal) return refusal
    const kind = isAboutSilence ? 'reversal' : 'void'
    const { authorizationCode, entryNo } = original
    const responseCode = this.#codes.reversalAccepted
    const as = { kind, amount: original.amount, responseCode, told, authorizationCode, of: entryNo } as const
    return { ...this.#approve(this.#post(question, as), responseCode), amount }
  }

  #acknowledge(question: AskedMessage): HostRuling {
    const authorizationCode = codeGiven(question) ?? codeFor(question.identity)
    const responseCode = this.#codes.reversalAccepted
    return { responseCode, gatewayCode: 'APPROVED', amount: question.amount, authorizationCode }
  }

  /** What became of an earlier message; what was pending is approved by now. */
  #inquire(question: AskedMessage, at: Date): HostRuling {
    const original = this.#originals.find(question, at.getTime())
    if (original === undefined) {
      const declined = this.#declines.get(`${question.terminal} ${question.originalData}`)
      return this.#refuse(declined ?? this.#codes.notFound)
    }
    if (original.state === 'undone') return this.#refuse(this.#codes.invalid)
    if (original.state === 'pending') this.#books.settle(original.entryNo, at.getTime())
    return this.#approve(original, this.#codes.approved)
  }

  #post(question: AskedMessage, as: PostedAs): HostEntry {
    return this.#books.post({
      kind: as.kind,
      atMs: as.told.at.getTime(),
      identity: question.identity,
      originalData: question.ownOriginalData,
      type: question.message.type,
      institution: question.institution,
      acceptor: question.acceptor,
      terminal: question.terminal,
      traceNumber: question.traceNumber,
      transmitted: question.transmitted,
      reference: question.reference,
      amount: as.amount,
      asked: question.amount,
      currency: question.currency,
      authorizationCode: as.authorizationCode ?? codeGiven(question) ?? codeFor(question.identity),
      responseCode: as.responseCode,
      isPending: as.isPending === true,
      of: as.of,
      isLast: as.isLast === true,
    })
  }
}

type FollowUpKind = 'capture' | 'increase' | 'decrease'
type PostedAs = Pick<HostPosting, 'kind' | 'amount' | 'responseCode'> & {
  readonly told: RulingCircumstances
  readonly authorizationCode?: string
  readonly isPending?: boolean
  readonly isLast?: boolean
  readonly of?: number | undefined
}

/** Field 38 of a question: a voice authorization, or that of the original. */
function codeGiven({ message }: AskedMessage): string | undefined {
  const code = message.fields[38]?.trim()
  return code === undefined || code === '' ? undefined : code.padEnd(6, '0')
}

/** Six letters and digits that follow from the identity, so that a repeated run gets the same ones. */
function codeFor(identity: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < identity.length; at += 1)
    hash = Math.imul(hash ^ identity.charCodeAt(at), 0x01000193) >>> 0
  return (hash % 36 ** 6).toString(36).toUpperCase().padStart(6, '0')
}
