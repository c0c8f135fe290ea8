import { isObject } from '../contract/kit/content.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { ShownRecord } from '../operations/record/record.ts'
import { isRejection } from '../orders/rejection.ts'
import { type Ground, shownId, timed } from './ground.ts'

/** Counts operations by what came of them, and says in the trace which order it is about. */
export function watchGateway({ measures, tracing }: Ground, gateway: Gateway): Gateway {
  return {
    ...gateway,
    async submit(caller, submission) {
      const { name: operation } = submission.operation
      tracing?.addDetails({
        facts: {
          'tollgate.operation': operation,
          'tollgate.merchant': caller.key.merchantId,
          'tollgate.order': shownId(submission.orderId),
          'tollgate.transaction': shownId(submission.transactionId),
        },
      })
      const tell = (seconds: number, outcome: string) =>
        measures.operations.observe(seconds, operation, outcome)
      const performed = await timed(() => gateway.submit(caller, submission), outcomeOf, tell)
      if (!isRejection(performed) && performed.kind === 'recorded')
        measures.transactions.add(1, operation, ...verdictOf(performed.record))
      return performed
    },
  }
}

type Submitted = Awaited<ReturnType<Gateway['submit']>>

const outcomeOf = (submitted: Submitted): string =>
  isRejection(submitted) ? 'rejected' : outcomes[submitted.kind]

const outcomes = {
  recorded: 'recorded',
  replayed: 'replayed',
  waiting: 'waiting',
  notAvailable: 'rejected',
} as const satisfies Record<Exclude<Submitted, { kind: 'rejection' }>['kind'], string>

function verdictOf({ result, response }: ShownRecord): readonly [string, string] {
  const { gatewayCode } = isObject(response) ? response : {}
  return [String(result ?? 'none'), String(gatewayCode ?? 'none')]
}
