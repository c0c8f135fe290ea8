/**
 * What a shop's database would hold: the successIndicator of each checkout, to compare with what the payer's
 * browser brings back. The demo keeps the last thousand in memory.
 */
export type SuccessIndicators = {
  readonly keep: (orderId: string, successIndicator: string) => void
  readonly compare: (orderId: string, resultIndicator: string) => IndicatorComparison
}

/** `forgotten`: the process was started anew since, or it was another one that opened the checkout. */
export type IndicatorComparison = 'same' | 'different' | 'forgotten'

export function createSuccessIndicators(): SuccessIndicators {
  const kept = new Map<string, string>()
  return {
    keep(orderId, successIndicator) {
      const [oldest] = kept.keys()
      if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
      kept.set(orderId, successIndicator)
    },
    compare(orderId, resultIndicator) {
      const successIndicator = kept.get(orderId)
      if (successIndicator === undefined) return 'forgotten'
      return successIndicator === resultIndicator ? 'same' : 'different'
    },
  }
}

const keptMax = 1_000
