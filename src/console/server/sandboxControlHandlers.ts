// Scripts of the simulated acquirer, and the sandbox's clock. Merchants are apart here, too: scripts of a
// merchant's people are for that merchant, and time, which is everybody's, is moved by operators.

import { unreadable } from '../../http/transport/refusals.ts'
import { invalid, isRejection, missing, type Rejection } from '../../orders/rejection.ts'
import type { SandboxScripts, SandboxTime, ShownAnswer, sandboxCalls } from '../api/sandbox.ts'
import { actorOf } from '../users/userEntries.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type FindMerchant, merchantOf } from './merchantOf.ts'
import type { AnswerUsed, ClockStep, SandboxCorner, SandboxReading, ScriptLeft } from './sandboxPort.ts'

export type SandboxControlDependencies = {
  readonly findMerchant: FindMerchant
  /** Absent where this is no sandbox: then nothing of this is called. */
  readonly corner: SandboxCorner | undefined
  readonly note: (
    actor: string,
    what: SandboxNote,
    details: Readonly<Record<string, unknown>>,
    merchantId?: string,
  ) => Promise<void>
}

type SandboxNote = 'sandbox.clock' | 'sandbox.script.add' | 'sandbox.script.remove'

export const notSimulated = unreadable('Payments are not simulated here.')

export function createSandboxControlHandlers(dependencies: SandboxControlDependencies) {
  return { ...scriptHandlers(dependencies), ...clockHandlers(dependencies) }
}

function scriptHandlers({ findMerchant, corner, note }: SandboxControlDependencies) {
  const scripts = corner?.acquirer?.scripts
  const shown = (merchantId: string): SandboxScripts | Rejection => {
    if (!scripts) return notSimulated
    return {
      vocabulary: scripts.vocabulary,
      scripts: scripts.list(merchantId).map(shownScript),
      used: scripts.used(merchantId).map(shownUse),
    }
  }
  return {
    sandboxScripts: async ({ input: { merchantId } }) => shown(merchantId),
    async addSandboxScript({ input: { merchantId, orderId, cardNumber, answers }, signedIn: { user } }) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      if (!scripts) return notSimulated
      const match = {
        ...{ merchantId },
        ...(orderId !== undefined && { orderId }),
        ...(cardNumber !== undefined && { cardNumber }),
      }
      const refused = scripts.add({ match, answers })
      if (refused) return { ...refused, field: refused.field?.replace(/^match\./, '') ?? 'answers' }
      const details = {
        answers: answers.map(answerText).join(', '),
        ...(orderId !== undefined && { orderId }),
      }
      await note(actorOf(user), 'sandbox.script.add', details, merchantId)
      return shown(merchantId)
    },
    async removeSandboxScript({ input: { merchantId, id }, signedIn: { user } }) {
      if (!scripts) return notSimulated
      const found = scripts.list(merchantId).find(script => script.id === id)
      const isForAll = found?.match.merchantId === undefined
      if (!found || (isForAll && user.role !== 'OPERATOR'))
        return invalid('id', 'There is no such script of this merchant; it may be used up.', String(id))
      scripts.remove(id)
      await note(actorOf(user), 'sandbox.script.remove', { id }, merchantId)
      return shown(merchantId)
    },
  } satisfies Partial<Pick<ConsoleHandlers, keyof typeof sandboxCalls>>
}

const shownScript = ({ id, match: { merchantId, ...match }, answers }: ScriptLeft) => ({
  ...{ id, isForAll: merchantId === undefined, ...match, answers },
})

const shownUse = ({ atMs, merchantId: _, ...use }: AnswerUsed) => ({
  ...{ ...use, at: new Date(atMs).toISOString() },
})

const answerText = ({ answer, gatewayCode }: ShownAnswer): string =>
  gatewayCode === undefined ? answer : `${answer} ${gatewayCode}`

function clockHandlers({ corner, note }: SandboxControlDependencies) {
  return {
    sandboxClock: async () => (corner ? shownTime(await corner.clock()) : notSimulated),
    async moveSandboxClock({ input: { to, ...steps }, signedIn: { user } }) {
      if (!corner) return notSimulated
      const by = to === undefined ? stepOf(steps) : stepTo(to, await corner.clock())
      if (isRejection(by)) return by
      const field = to === undefined ? (Object.keys(steps)[0] ?? 'to') : 'to'
      const moved = await corner.advance(by)
      if (!moved) return invalid(field, 'The clock does not go that far.')
      await note(actorOf(user), 'sandbox.clock', { now: shownTime(moved).now })
      return shownTime(moved)
    },
  } satisfies Partial<Pick<ConsoleHandlers, keyof typeof sandboxCalls>>
}

const shownTime = ({ nowMs, shiftMs }: SandboxReading): SandboxTime => ({
  ...{ now: new Date(nowMs).toISOString(), aheadMs: shiftMs },
})

type GivenSteps = {
  readonly months?: number
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
}

function stepOf({ months = 0, days = 0, hours = 0, minutes = 0 }: GivenSteps): ClockStep | Rejection {
  const ms = (hours * 60 + minutes) * 60_000
  return months + days + ms === 0 ? missing('to') : { months, days, ms }
}

function stepTo(to: string, { nowMs }: SandboxReading): ClockStep | Rejection {
  const ms = Date.parse(to) - nowMs
  return ms > 0 ? { months: 0, days: 0, ms } : invalid('to', 'The clock only goes forward.', to)
}
