// The integration doctor: only of a sandbox.

import { isRejection } from '../../orders/rejection.ts'
import { createSerialQueue } from '../../platform/queues.ts'
import type { ConsoleInput } from '../api/calls.ts'
import type { doctorCalls, ExaminedIntegration } from '../api/doctor.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type CalledMerchant, type FindMerchant, merchantOf } from './merchantOf.ts'
import { notSimulated } from './sandboxControlHandlers.ts'

export type ExamineTraffic = (merchant: CalledMerchant, hours: number) => Promise<ExaminedIntegration>

type DoctorDependencies = {
  readonly findMerchant: FindMerchant
  /** Writes what waits on this node, so that what a shop did just now is examined, too. */
  readonly flushRequestLog: () => Promise<void>
  /** Absent where this is no sandbox. */
  readonly examine: ExamineTraffic | undefined
}

type ExamineCall = { readonly input: ConsoleInput<'examineIntegration'> }

const hoursUsual = 24

/** Thousands of calls may be read: one examination at a time, and whoever asks the same shares it. */
export function createDoctorHandlers({ findMerchant, flushRequestLog, examine }: DoctorDependencies) {
  const inTurn = createSerialQueue()
  const underWay = new Map<string, Promise<ExaminedIntegration>>()
  return {
    async examineIntegration({ input: { merchantId, hours = hoursUsual } }: ExamineCall) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      if (!examine) return notSimulated
      const asked = `${hours} ${merchantId}`
      const known = underWay.get(asked)
      if (known) return known
      const examined = inTurn(async () => {
        await flushRequestLog()
        return examine(merchant, hours)
      }).finally(() => underWay.delete(asked))
      underWay.set(asked, examined)
      return examined
    },
  } satisfies Pick<ConsoleHandlers, keyof typeof doctorCalls>
}
