import type { Content } from '../../contract/kit/content.ts'
import type { PayerChallengeWindow } from '../browser/checkout/protocol.ts'
import { textAt } from './fieldPaths.ts'

export const challengeWindowSizes = [
  '250_X_400',
  '390_X_400',
  '500_X_600',
  '600_X_400',
  'FULL_SCREEN',
] as const satisfies readonly PayerChallengeWindow[]

/** As the browser said how much room it has; nothing said, or all of it, is 0 by 0. */
export function challengeRoom(values: Content): { readonly width: number; readonly height: number } {
  const size = textAt(values, 'device', 'browserDetails', '3DSecureChallengeWindowSize')
  const [, width, height] = /^(\d+)_X_(\d+)$/.exec(size ?? '') ?? []
  return { width: Number(width ?? 0), height: Number(height ?? 0) }
}
