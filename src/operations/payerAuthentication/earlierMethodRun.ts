import { isDeepStrictEqual } from 'node:util'
import type { RequestRecord } from '../../contract/model.ts'
import { methodResultLifeMs } from '../../orders/periods.ts'
import type { PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { stepsOf } from '../model/steps.ts'
import { authenticatedCardHash } from '../payments/payerProof.ts'

/**
 * The issuer has looked at this browser before: an earlier authentication of the order, with the same card at
 * the same directory server, from the same device, that began so lately that what was seen still counts. Its
 * id with the 3-D Secure server, which a payer who tries again may be told with.
 */
export function earlierMethodRun(
  device: RequestRecord['device'],
  { transactions, continued, nowMs }: PlanContext,
): string | undefined {
  const memory = continued?.outcome?.consulted?.authenticatorMemory
  if (!continued || device?.browser === undefined || memory === undefined || nowMs === undefined)
    return undefined
  const cardHash = authenticatedCardHash(continued)
  const earlier = transactions.findLast(
    one =>
      one.id !== continued.id &&
      one.outcome?.fields.authentication?.['3ds2']?.methodCompleted === true &&
      nowMs < one.startedAtMs + methodResultLifeMs &&
      cardHash !== undefined &&
      authenticatedCardHash(one) === cardHash &&
      consultedIn(one, 'authenticatorMemory') === memory &&
      isDeepStrictEqual(one.request.fields.device, device),
  )
  return earlier && consultedIn(earlier, 'serverTransactionId')
}

type Name = 'authenticatorMemory' | 'serverTransactionId'

/** The first request under its id may have it, or the second. */
const consultedIn = (known: RecordedTransaction, name: Name): string | undefined =>
  stepsOf(known)
    .map(({ outcome }) => outcome?.consulted?.[name])
    .find(value => value !== undefined)
