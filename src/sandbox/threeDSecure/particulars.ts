import { type ChallengeWindowSize, challengeWindowSizes } from '../../threeDSecure/redirect.ts'

/** How large the merchant's frame is, as EMV 3-D Secure numbers the sizes. */
export function windowSizeIn(particulars: object): string {
  const given = valueAt(particulars, ['device', 'browserDetails', '3DSecureChallengeWindowSize'])
  const size = challengeWindowSizes.find(one => one === given) ?? 'FULL_SCREEN'
  return windowSizeNumbers[size]
}

const windowSizeNumbers = {
  '250_X_400': '01',
  '390_X_400': '02',
  '500_X_600': '03',
  '600_X_400': '04',
  FULL_SCREEN: '05',
} as const satisfies Record<ChallengeWindowSize, string>

/** What the payer is told whom the money is for, if anything but an id is known. */
export function merchantNameIn(particulars: object): string | undefined {
  const name = valueAt(particulars, ['merchant', 'name'])
  return typeof name === 'string' && name !== '' ? name.slice(0, nameMax) : undefined
}

const nameMax = 100

function valueAt(group: unknown, path: readonly string[]): unknown {
  let value = group
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([key]) => key === name)?.[1]
  }
  return value
}
