// Business dates of acquirer hosts, and what differs about one, down to the order.

import { isBusinessDate } from '../../acquirers/reconciliation/businessDate.ts'
import { compareDate } from '../../acquirers/reconciliation/compareDate.ts'
import {
  isTrouble,
  type LinkDifference,
  totalsExplanations,
} from '../../acquirers/reconciliation/differences.ts'
import type { ReconciledDate, ReconciliationStore } from '../../acquirers/reconciliation/port.ts'
import { toDecimal } from '../../orders/money.ts'
import { invalid } from '../../orders/rejection.ts'
import type { operatorCalls, ShownBusinessDate, ShownDifference } from '../api/operators.ts'
import type { ConsoleHandlers } from './consoleApi.ts'

export type ReconciliationDependencies = {
  readonly reconciliation: Pick<ReconciliationStore, 'exchanges' | 'list' | 'transactions'>
}

const pageUsual = 50
const differencesUsual = 200
const isoTime = (ms: number): string => new Date(ms).toISOString()

export function createReconciliationHandlers({ reconciliation }: ReconciliationDependencies) {
  return {
    async businessDates({ input: { link, limit = pageUsual } }) {
      const dates = await reconciliation.list({ limit, ...(link !== undefined && { link }) })
      return { dates: dates.map(shownDate) }
    },
    async compareBusinessDate({ input: { link, date, limit = differencesUsual } }) {
      if (!isBusinessDate(date)) return invalid('date', 'It must be a date, such as 2026-11-17.', date)
      const compared = await compareDate(reconciliation, { link, date, report: () => undefined })
      return {
        ...{ link, date },
        findings: compared.totals.map(finding => ({
          ...{ type: finding.type, currency: finding.currency, isTrouble: isTrouble(finding) },
          explanation: totalsExplanations[finding.type],
        })),
        differences: compared.differences.slice(0, limit).map(shownDifference),
        isWhole: compared.differences.length <= limit,
      }
    },
  } satisfies Partial<Pick<ConsoleHandlers, keyof typeof operatorCalls>>
}

const shownDate = ({ link, date, state, attempts, exchanges }: ReconciledDate): ShownBusinessDate => ({
  ...{ link, date, state, attempts },
  exchanges: exchanges.map(exchange => ({
    ...{ currency: exchange.currency, state: exchange.state, askedBy: exchange.askedBy },
    askedAt: isoTime(exchange.askedAtMs),
    ...(exchange.code !== undefined && { code: exchange.code }),
    ...(exchange.answeredAtMs !== undefined && { answeredAt: isoTime(exchange.answeredAtMs) }),
  })),
})

function shownDifference({ type, explanation, advice, gateway }: LinkDifference): ShownDifference {
  if (!gateway) return { type, explanation, advice }
  const { merchantId, orderId, transactionId, amount, currency } = gateway
  return {
    ...{ type, explanation, advice, merchantId, orderId, transactionId },
    ...{ amount: toDecimal(amount, currency), currency },
  }
}
