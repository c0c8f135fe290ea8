import type { Counterparties } from '../../src/operations/model/counterparties.ts'
import type { ConsultedAnswer } from '../../src/operations/model/flow.ts'
import type { Closing, LoadedOrder, RecordedTransaction } from '../../src/operations/model/journal.ts'
import { findStep, withStep } from '../../src/operations/model/steps.ts'
import { statusOf } from '../../src/orders/status.ts'
import { orderAmountOf, totalsOf } from '../../src/orders/totals.ts'
import type { PaymentProvider, ProviderAnswer } from '../../src/providers/port.ts'
import type { WholeJournal } from './audit.ts'

/** Ways to be wrong about payers; see breakages.ts. */

/** The provider may well have taken the money. */
export function believingSilence(counterparts: Counterparties): Counterparties {
  return withProvider(counterparts, provider => async (ask, deadline) => {
    const answer = await provider.send(ask, deadline)
    return ask.verb === 'confirm' && answer.outcome === 'silent' ? refusal : answer
  })
}

/** The provider does not hear that nobody waits any more, and whoever comes to it can pay. */
export function partingSilently(counterparts: Counterparties): Counterparties {
  return withProvider(counterparts, provider => async (ask, deadline) => {
    if (ask.verb !== 'progress' || !ask.isOver) return await provider.send(ask, deadline)
    const answer = await provider.send({ ...ask, isOver: false }, deadline)
    return isWaiting(answer) ? refusal : answer
  })
}

/** A cancel is sent, and then what counts is how the payment is now. */
export function askingOnceMore(counterparts: Counterparties): Counterparties {
  return withProvider(counterparts, provider => async (ask, deadline) => {
    if (ask.verb !== 'progress' || !ask.isOver) return await provider.send(ask, deadline)
    void provider.send(ask, deadline)
    return await provider.send({ ...ask, isOver: false }, deadline)
  })
}

const isWaiting = ({ outcome }: ConsultedAnswer): boolean => outcome === 'undecided' || outcome === 'agreed'

const refusal: ProviderAnswer = {
  outcome: 'declined',
  gatewayCode: 'ABORTED',
  acquirerCode: '05',
  acquirerMessage: 'ABORTED',
}

function withProvider(
  counterparts: Counterparties,
  sendOf: (provider: PaymentProvider) => PaymentProvider['send'],
): Counterparties {
  const { provider } = counterparts
  return { ...counterparts, provider: { ...provider, send: sendOf(provider) } }
}

/** Whoever comes a second time is let in like the first. */
export function lettingInAgain(counterparts: Counterparties): Counterparties {
  const { callbacks } = counterparts
  return { ...counterparts, callbacks: { ...callbacks, use: callbacks.look } }
}

/** What a dead node had confirmed counts as if it never had. */
export function forgettingConfirmations(journal: WholeJournal): WholeJournal {
  return {
    ...journal,
    async close(closing) {
      const isConfirmation = closing.transactionId.includes('CONFIRM_BROWSER_PAYMENT')
      if (!isConfirmation || closing.result !== 'UNKNOWN') return await journal.close(closing)
      const verdict = { result: 'FAILURE', gatewayCode: 'TIMED_OUT' } as const
      return await journal.close(restated(await journal.load(closing.key), closing, verdict))
    },
  }
}

/** Two browser payments of one order both succeed. */
export const keepingSecond = (journal: WholeJournal): WholeJournal =>
  keeping(journal, step => step.outcome?.consulted?.isGivenUp !== true)

/** Whoever agreed although they were given up has paid. */
export const keepingGivenUp = (journal: WholeJournal): WholeJournal =>
  keeping(journal, step => step.outcome?.consulted?.isGivenUp === true)

/** Approvals that are to be reversed stand. */
function keeping(journal: WholeJournal, isKept: (step: RecordedTransaction) => boolean): WholeJournal {
  return {
    ...journal,
    async amend(amendment) {
      const order = await journal.load(amendment.key)
      const step = order && findStep(order, amendment.transactionId)?.step
      const isUnwanted = amendment.obligation === 'reversal' && amendment.result === 'FAILURE'
      if (!step?.operation.endsWith('BROWSER_PAYMENT') || !isUnwanted || !isKept(step))
        return await journal.amend(amendment)
      return await journal.amend(restated(order, amendment, { result: 'SUCCESS', gatewayCode: 'APPROVED' }))
    },
  }
}

type Verdict = Pick<Closing, 'gatewayCode' | 'result'>

/** With another verdict, upon which nothing is owed; all else is as if it had been that from the start. */
function restated<C extends Omit<Closing, 'fence'>>(
  order: LoadedOrder | undefined,
  closing: C,
  verdict: Verdict,
): Omit<C, 'keepsOrderBusy' | 'obligation'> {
  const { obligation: _, keepsOrderBusy: __, ...rest } = closing
  const step = order && findStep(order, closing.transactionId)?.step
  if (!step) throw new Error('What is concluded was begun')
  const transactions = withStep(order.transactions, {
    ...step,
    ...verdict,
    outcome: { fields: {}, story: {} },
  })
  const { fields, story, consulted } = closing.outcome
  const outcome = { fields: { ...fields, result: verdict.result }, story, consulted }
  const orderAmount = orderAmountOf(transactions) ?? order.amount
  const stands = { orderAmount, totals: totalsOf(transactions), status: statusOf(transactions) }
  return { ...rest, ...verdict, outcome, ...stands }
}

/** Also of a payer who failed, or has not answered yet, the acquirer hears that the issuer knows them. */
export function trustingEverybody(journal: WholeJournal): WholeJournal {
  return {
    ...journal,
    async load(key) {
      const order = await journal.load(key)
      const transactions = order?.transactions.map(one =>
        asked.has(one.authenticationStatus)
          ? ({ ...one, authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' } as const)
          : one,
      )
      return order && transactions && { ...order, transactions }
    },
  }
}

const asked: ReadonlySet<string | undefined> = new Set([
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_REJECTED',
])
