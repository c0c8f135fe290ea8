// How many events of a link are told: a host that floods us is counted, and not written down message by
// message. Each kind has its own, so that none hides another.

export type EventBudget = {
  /** Whether one more of this kind may be told now. */
  readonly take: (kind: string) => boolean
}

export type EventBudgetOptions = {
  readonly monotonicMs: () => number
  readonly atOnce: number
  readonly perSecond: number
}

export function createEventBudget({ monotonicMs, atOnce, perSecond }: EventBudgetOptions): EventBudget {
  const byKind = new Map<string, { left: number; countedAtMs: number }>()
  return {
    take(kind) {
      const nowMs = monotonicMs()
      const of = byKind.get(kind) ?? { left: atOnce, countedAtMs: nowMs }
      byKind.set(kind, of)
      of.left = Math.min(atOnce, of.left + ((nowMs - of.countedAtMs) * perSecond) / 1_000)
      of.countedAtMs = nowMs
      if (of.left < 1) return false
      of.left -= 1
      return true
    },
  }
}
