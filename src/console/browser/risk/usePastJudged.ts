// A rule over the past: part after part, added up while one looks on.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { PastJudged } from '../../api/risk.ts'

export type PastSum = PastJudged & { readonly isRunning: boolean; readonly error?: string }

type AskPart = (after: string | undefined, signal: AbortSignal) => Promise<PastJudged>

const nothing: PastSum = { seen: 0, held: 0, unknown: 0, amounts: [], samples: [], isRunning: true }
const samplesMax = 50

/** Begins when `ask` is given, goes back part by part, and stops when told, or when the page is left. */
export function usePastJudged(ask: AskPart | undefined): {
  readonly sum?: PastSum
  readonly stop: () => void
} {
  const [sum, setSum] = useState<PastSum>()
  const running = useRef<AbortController>(undefined)
  const stop = useCallback(() => running.current?.abort(), [])
  useEffect(() => {
    if (!ask) return undefined
    const controller = new AbortController()
    running.current = controller
    setSum(nothing)
    const go = async () => {
      let whole = nothing
      for (let after: string | undefined; ; ) {
        const part = await ask(after, controller.signal)
        whole = added(whole, part)
        after = part.after
        const isRunning = after !== undefined && !controller.signal.aborted
        setSum({ ...whole, isRunning })
        if (!isRunning) return
      }
    }
    go().catch(error => {
      // Somebody looks again: what there is now is of the later one.
      if (running.current !== controller) return
      setSum(before => ({
        ...(before ?? nothing),
        isRunning: false,
        ...(!controller.signal.aborted && { error: error instanceof Error ? error.message : '' }),
      }))
    })
    return () => controller.abort()
  }, [ask])
  return { ...(sum && ask && { sum }), stop }
}

export function added(one: PastSum, other: PastJudged): PastSum {
  const { after: _, searchedTo: __, searchedIn: ___, ...before } = one
  const amounts = new Map(before.amounts.map(each => [each.currency, each]))
  for (const each of other.amounts) {
    const known = amounts.get(each.currency)
    amounts.set(each.currency, known ? { ...each, ...plus(known, each) } : each)
  }
  return {
    ...before,
    ...{ seen: one.seen + other.seen, held: one.held + other.held, unknown: one.unknown + other.unknown },
    amounts: [...amounts.values()],
    samples: [...one.samples, ...other.samples].slice(0, samplesMax),
    ...(other.searchedTo !== undefined && { searchedTo: other.searchedTo }),
    ...(other.searchedIn !== undefined && { searchedIn: other.searchedIn }),
  }
}

type CountedAmount = PastJudged['amounts'][number]

/** Decimals of one currency have the same number of digits behind the point. */
function plus(one: CountedAmount, other: CountedAmount): Pick<CountedAmount, 'amount' | 'count'> {
  const places = (other.amount.split('.')[1] ?? '').length
  const units = (amount: string) => BigInt(amount.replace('.', ''))
  const digits = String(units(one.amount) + units(other.amount)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const amount = places === 0 ? digits : `${whole}.${digits.slice(-places)}`
  return { amount, count: one.count + other.count }
}
