import type { ExamineTraffic } from '../console/server/doctorHandlers.ts'
import type { SandboxCorner } from '../console/server/sandboxPort.ts'
import { diagnose } from '../doctor/diagnose.ts'
import { readTraffic } from '../doctor/readTraffic.ts'
import type { Gateway } from '../operations/gateway.ts'
import { notifiedRecordOf } from '../operations/record/record.ts'
import { systemClock } from '../platform/clock.ts'
import type { Store } from '../store/open.ts'

/** What `npx tollgate doctor` examines, for the console. */
export function examinerOf({ store, gateway, corner }: ExaminerOptions): ExamineTraffic | undefined {
  if (!corner) return undefined
  const notifications = store.orderNotifications(notifiedRecordOf)
  return async ({ cell, merchantId, profile }, hours) => {
    const { calls, ...others } = await readTraffic(
      {
        ...{ requestLog: store.requestLog, notifications },
        explain: ({ orderId, transactionId }) =>
          gateway.explain({ cell, merchantId, orderId }, transactionId),
      },
      {
        ...{ owner: { cell, merchantId }, profile, report: () => undefined },
        sinceMs: systemClock.now().getTime() - hours * 3_600_000,
      },
    )
    return {
      ...{ calls: calls.length, found: diagnose({ calls, ...others }) },
      ...corner.rehearsalOf(calls),
    }
  }
}

type ExaminerOptions = {
  readonly store: Pick<Store, 'orderNotifications' | 'requestLog'>
  readonly gateway: Pick<Gateway, 'explain'>
  /** Only of a sandbox. */
  readonly corner: SandboxCorner | undefined
}
