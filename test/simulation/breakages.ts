import { setMaxListeners } from 'node:events'
import type { Acquirer, AcquirerAsk } from '../../src/acquirers/port.ts'
import type { Gateway } from '../../src/operations/gateway.ts'
import type { Counterparties } from '../../src/operations/model/counterparties.ts'
import type { Closing, Intent } from '../../src/operations/model/journal.ts'
import { statusOf } from '../../src/orders/status.ts'
import { orderAmountOf, totalsOf } from '../../src/orders/totals.ts'
import { effectiveAmount } from '../../src/orders/transaction.ts'
import { RecordingUnknown, StoreUnavailable } from '../../src/platform/errors.ts'
import type { Guards } from '../support/operations/memoryJournalTables.ts'
import { acknowledgement } from './acknowledgement.ts'
import type { WholeJournal } from './audit.ts'
import {
  askingOnceMore,
  believingSilence,
  forgettingConfirmations,
  keepingGivenUp,
  keepingSecond,
  lettingInAgain,
  partingSilently,
  trustingEverybody,
} from './payerBreakages.ts'
import {
  acknowledgingFirst,
  askingAgain,
  believingAnybody,
  believingBrowsers,
  forgettingIds,
  keepingToItself,
  overlookingIds,
} from './schemes/resultBreakages.ts'
import type { ThreeDSecureBreakage } from './schemes/server.ts'

/** A way in which the gateway could be wrong; none of it is in the product. */
export type Breakage = {
  /** Which checks of the journal are made. */
  readonly guards?: Guards
  /** Whether nodes run recovery. */
  readonly recovers?: boolean
  /** Whether the monotonic clock of a paused process stands still, so that it does not know that it slept. */
  readonly sleepsUnaware?: boolean
  readonly journal?: (journal: WholeJournal) => WholeJournal
  readonly acquirer?: (acquirer: Acquirer) => Acquirer
  readonly counterparts?: (counterparts: Counterparties) => Counterparties
  readonly gateway?: (gateway: Gateway, acquirer: Acquirer) => Gateway
  readonly threeDSecure?: ThreeDSecureBreakage
}

export const unbroken: Breakage = {}

/** Each of them must be found. */
export const breakages = {
  'a time-out is declared failed without a reversal': {
    journal: journal => ({ ...journal, close: closing => journal.close(withoutReversal(closing)) }),
  },
  'an approval that risk rules reject is not reversed': {
    journal: journal => ({ ...journal, close: closing => journal.close(keptByRules(closing)) }),
  },
  'what was refused is not reversed': {
    journal: journal => ({ ...journal, amend: amendment => journal.amend(withoutReversal(amendment)) }),
  },
  'an outcome is written whoever took over': { guards: { version: true, fence: false } },
  'a begin does not look at the version': { guards: { version: false, fence: true } },
  'nothing is recovered': { recovers: false },
  'the question is sent before the intent is committed': { journal: sendingFirst },
  'a replay sends again': { gateway: sendingAgain },
  'what may have begun is told as not done': { gateway: denying },
  'a reversal is given up after one try': { journal: givingUp },
  'no such original is believed at once': { acquirer: believing },
  'a blind acknowledgement is believed at once': { acquirer: believingBlind },
  'the trace of another link is not committed': {
    journal: journal => ({ ...journal, retrace: async () => true }),
  },
  'a late approval is kept': { journal: keepingLate },
  'who slept through its lease asks all the same': { sleepsUnaware: true },
  'an answer is given before it is committed': { journal: answeringFirst },
  'a confirmation that stays silent is taken for refused': { counterparts: believingSilence },
  'a confirmation of a dead node is taken for failed': { journal: forgettingConfirmations },
  'a second approval of one order is kept': { journal: keepingSecond },
  'a provider does not hear that nobody waits any more': { counterparts: partingSilently },
  'who was given up is asked once more, and believed': {
    counterparts: askingOnceMore,
    journal: keepingGivenUp,
  },
  'an address is good for more than one answer': { counterparts: lettingInAgain },
  'whoever was asked who they are is believed': { journal: trustingEverybody },
  'the word of a browser that comes back is believed': { counterparts: believingBrowsers },
  'a result is acknowledged before it is committed': { threeDSecure: { records: acknowledgingFirst } },
  'a second result takes the place of the first': { threeDSecure: { isFirstReplaced: true } },
  'a result of another directory server is believed': { threeDSecure: { records: believingAnybody } },
  'a result with other ids is believed': { threeDSecure: { receiver: overlookingIds } },
  'only the node that received a result knows of it': { threeDSecure: { records: keepingToItself } },
  'the ids of a challenge are not committed': { threeDSecure: { records: forgettingIds } },
  'an authentication request is repeated': { threeDSecure: { client: askingAgain } },
} as const satisfies Record<string, Breakage>

const keptByRules = (closing: Closing): Closing =>
  closing.gatewayCode === 'BLOCKED' ? withoutReversal(closing) : closing

function withoutReversal<C extends Pick<Closing, 'keepsOrderBusy' | 'obligation'>>(closing: C) {
  const { obligation, keepsOrderBusy: _, ...rest } = closing
  return obligation === 'reversal' ? rest : closing
}

/** What begin would say is guessed; it is written together with the outcome. */
function sendingFirst(journal: WholeJournal): WholeJournal {
  const begun = new Map<string, Intent>()
  const nameOf = ({ key, transactionId }: Pick<Intent, 'key' | 'transactionId'>) =>
    `${key.orderId}/${transactionId}`
  return {
    ...journal,
    async begin(intent) {
      const order = await journal.load(intent.key)
      const isAsSeen = (order?.version ?? 0) === intent.seen && order?.openId === undefined
      if (!isAsSeen) return await journal.begin(intent)
      begun.set(nameOf(intent), intent)
      const nowMs = order?.loadedAtMs ?? 0
      const orderCreatedAtMs = order?.createdAtMs ?? nowMs
      return { state: 'started', fence: intent.seen + 1, orderCreatedAtMs, startedAtMs: nowMs }
    },
    async close(closing) {
      const intent = begun.get(nameOf(closing))
      if (intent) await journal.begin(intent)
      return await journal.close(closing)
    },
  }
}

/** Whoever does not know whether it was begun says that it was not. */
function denying(gateway: Gateway): Gateway {
  return {
    ...gateway,
    submit: (caller, submission) =>
      gateway.submit(caller, submission).catch(error => {
        throw error instanceof RecordingUnknown ? new StoreUnavailable('Away', { cause: error }) : error
      }),
  }
}

/** Whatever was sent once is sent once more when its request is repeated. */
function sendingAgain(gateway: Gateway, acquirer: Acquirer): Gateway {
  const forever = new AbortController().signal
  setMaxListeners(0, forever)
  return {
    ...gateway,
    async submit(caller, submission) {
      const performed = await gateway.submit(caller, submission)
      if (performed.kind === 'replayed') void acquirer.send(askLike(caller, submission), forever)
      return performed
    },
  }
}

function askLike(
  { key }: Parameters<Gateway['submit']>[0],
  { transactionId }: Parameters<Gateway['submit']>[1],
): AcquirerAsk {
  const card = { number: '5123450000000008', expiry: { month: 1, year: 39 } }
  const what = { verb: 'authorize', amount: 1_000n, currency: 'USD', acceptPartialAmount: false } as const
  return { ...key, transactionId, ...what, card }
}

/** The second attempt is never made. */
function givingUp(journal: WholeJournal): WholeJournal {
  return {
    ...journal,
    claimDue: async wanted =>
      (await journal.claimDue(wanted)).filter(({ obligation, attempt }) => {
        return obligation !== 'reversal' || attempt === 1
      }),
  }
}

/** An original that is still under way is then never undone. */
function believing(acquirer: Acquirer): Acquirer {
  return {
    ...acquirer,
    async send(ask, deadline) {
      const answer = await acquirer.send(ask, deadline)
      if (ask.verb !== 'reverse' || answer.outcome !== 'noOriginal') return answer
      return { ...acknowledgement, amount: ask.amount }
    },
  }
}

/** The same, of a host that says yes before it looks. */
function believingBlind(acquirer: Acquirer): Acquirer {
  return {
    ...acquirer,
    async send(ask, deadline) {
      const answer = await acquirer.send(ask, deadline)
      if (answer.outcome !== 'approved') return answer
      const { isBlind: _, ...believed } = answer
      return believed
    },
  }
}

/** What was answered as timed out becomes a success after all. */
function keepingLate(journal: WholeJournal): WholeJournal {
  return {
    ...journal,
    async note(exchange) {
      await journal.note(exchange)
      const { key, transactionId, kind, content } = exchange
      if (kind !== 'late' || !JSON.stringify(content).includes('approved')) return
      const order = await journal.load(key)
      const known = order?.transactions.find(({ id }) => id === transactionId)
      if (!order || known?.owed?.obligation !== 'reversal') return
      const kept = { ...known, result: 'SUCCESS', gatewayCode: 'APPROVED' } as const
      const transactions = order.transactions.map(one => (one.id === transactionId ? kept : one))
      const { excess, version: seen } = order
      const totals = totalsOf(transactions)
      const orderAmount = orderAmountOf(transactions) ?? order.amount
      const stands = { orderAmount, totals, status: statusOf(transactions), excess }
      const { fields, ...rest } = known.outcome ?? { fields: {}, story: {} }
      const outcome = { ...rest, fields: { ...fields, result: 'SUCCESS' as const } }
      const transactionAmount = effectiveAmount(known)
      const { result, gatewayCode } = kept
      await journal.amend({
        key,
        transactionId,
        seen,
        result,
        gatewayCode,
        transactionAmount,
        ...stands,
        outcome,
      })
    },
  }
}

function answeringFirst(journal: WholeJournal): WholeJournal {
  return {
    ...journal,
    async close(closing) {
      void journal.close(closing).catch(() => undefined)
      return { state: 'closed', sequence: 0 }
    },
  }
}
