// An erasure under way: part after part until there is no next one.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ErasedPayerPart } from '../../api/payers.ts'
import { callServer } from '../callServer.ts'

/** Whose data: by an e-mail address, or by one order. */
export type ErasedPayer = { readonly email: string } | { readonly orderId: string }

export type ErasureProgress = {
  readonly state: 'DONE' | 'FAILED' | 'RUNNING'
  readonly erased: number
  readonly left: number
  readonly calls: number
  readonly error?: string
}

const nothing: ErasureProgress = { state: 'RUNNING', erased: 0, left: 0, calls: 0 }

const plus = (sum: ErasureProgress, part: ErasedPayerPart): ErasureProgress => ({
  ...sum,
  erased: sum.erased + part.erased.length,
  left: sum.left + part.left.length,
  calls: sum.calls + part.calls,
})

export function useErasure(merchantId: string) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<ErasureProgress>()

  async function start(payer: ErasedPayer): Promise<ErasureProgress> {
    let sum = nothing
    setProgress(sum)
    try {
      for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
        const next = after === undefined ? {} : { after }
        const part = await callServer('erasePayer', { merchantId, ...payer, ...next })
        sum = plus(sum, part)
        after = part.after
        setProgress(sum)
      }
      sum = { ...sum, state: 'DONE' }
    } catch (error) {
      sum = { ...sum, state: 'FAILED', error: error instanceof Error ? error.message : String(error) }
    }
    setProgress(sum)
    await queries.invalidateQueries()
    return sum
  }
  return { progress, start, forget: () => setProgress(undefined) }
}
