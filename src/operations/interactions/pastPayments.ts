// Payments of an order as risk rules may judge them afterwards: from what is recorded, so with the first six
// digits of the card, and without counters.

import { toDecimal } from '../../orders/money.ts'
import type { RiskFacts } from '../../risk/facts.ts'
import { assessedOperations } from '../../risk/rule.ts'
import type { ToldRule } from '../model/documents.ts'
import type { LoadedOrder, RecordedTransaction } from '../model/journal.ts'
import { riskFactsOf } from '../model/riskFacts.ts'
import { stepsOf } from '../model/steps.ts'
import { answeredRecord } from '../record/record.ts'

export type PastPayment = {
  readonly transactionId: string
  readonly operation: string
  readonly time: string
  readonly result: string
  readonly gatewayCode: string
  readonly amount: string
  readonly currency: string
  readonly minor: bigint
  readonly facts: RiskFacts
  /** What rules said of it then. */
  readonly told: readonly ToldRule[]
}

export function pastPaymentsOf(
  { transactions }: LoadedOrder,
  issuerCountryOf: (digits: string) => string | undefined,
): readonly PastPayment[] {
  return transactions.flatMap(known => {
    const payment = pastPayment(known, issuerCountryOf)
    return payment ? [payment] : []
  })
}

function pastPayment(
  known: RecordedTransaction,
  issuerCountryOf: (digits: string) => string | undefined,
): PastPayment | undefined {
  const [first = known] = stepsOf(known)
  const operation = assessedOperations.find(name => name === first.operation)
  if (!operation || known.outcome === undefined) return undefined
  const record = answeredRecord(known)
  const { currency, startedAtMs, id, result, gatewayCode } = known
  const minor = known.wholeAmount ?? known.amount
  const { response } = record
  const facts = {
    ...riskFactsOf({ operation, amount: minor, currency, record, issuerCountryOf, cardHash: noHash }),
    atMs: startedAtMs,
    answer: {
      avs: response?.cardholderVerification?.avs?.gatewayCode,
      securityCode: response?.cardSecurityCode?.gatewayCode,
    },
  }
  return {
    ...{ transactionId: id, operation, result, gatewayCode, currency, minor, facts },
    time: new Date(startedAtMs).toISOString(),
    amount: toDecimal(minor, currency),
    told: first.outcome?.story.risk?.rules ?? [],
  }
}

/** No whole number is known, so none is hashed. */
const noHash = () => Buffer.alloc(0)
