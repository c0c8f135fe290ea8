import { invalid, isRejection, type Rejection } from '../../orders/rejection.ts'
import { judgeParameter } from '../path.ts'
import type { WantedEntries } from './control.ts'

export const wantedEntries = ['merchantId', 'orderId', 'limit', 'after'] as const

const limitMax = 1_000

/** Which entries of the books are asked for; a parameter left empty is one left out. */
export function readWantedEntries(query: Readonly<Record<string, string>>): WantedEntries | Rejection {
  const { merchantId = '', orderId = '' } = query
  for (const [name, value] of Object.entries({ merchantId, orderId })) {
    const refusal = value === '' ? undefined : judgeParameter(name, value)
    if (refusal !== undefined) return refusal.rejection
  }
  const limit = numberIn(query, { name: 'limit', min: 1, max: limitMax }) ?? limitMax
  if (isRejection(limit)) return limit
  const after = numberIn(query, { name: 'after', min: 0, max: Number.MAX_SAFE_INTEGER })
  if (isRejection(after)) return after
  return {
    limit,
    ...(merchantId !== '' && { merchantId }),
    ...(orderId !== '' && { orderId }),
    ...(after !== undefined && { after }),
  }
}

type Bounds = { readonly name: string; readonly min: number; readonly max: number }

function numberIn(
  query: Readonly<Record<string, string>>,
  { name, min, max }: Bounds,
): number | Rejection | undefined {
  const text = query[name] ?? ''
  if (text === '') return undefined
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  return invalid(name, `It must be a whole number from ${min} to ${max}.`, text)
}
