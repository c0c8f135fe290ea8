import { allowedOriginsMax, isOrigin, ordinaryProfile, type Profile } from '../orders/profile.ts'

/** What is not in the stored profile is ordinary; what is there and makes no sense is a fault. */
export function profileOf(text: string): Profile {
  const stored: Readonly<Record<string, unknown>> = JSON.parse(text)
  const {
    captureExcessPercent = ordinaryProfile.captureExcessPercent,
    refundExcessPercent = ordinaryProfile.refundExcessPercent,
    refundAuthorization = ordinaryProfile.refundAuthorization,
    debugInformation = ordinaryProfile.debugInformation,
    allowedOrigins = ordinaryProfile.allowedOrigins,
  } = stored
  return {
    captureExcessPercent: percentage(captureExcessPercent),
    refundExcessPercent: percentage(refundExcessPercent),
    refundAuthorization: yesOrNo(refundAuthorization),
    debugInformation: yesOrNo(debugInformation),
    allowedOrigins: origins(allowedOrigins),
  }
}

/** Only what can be read again is written. */
export function profileText(profile: Profile): string {
  return JSON.stringify(profileOf(JSON.stringify(profile)))
}

function percentage(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100) return value
  throw new RangeError("A percentage of a merchant's profile must be a whole number from 0 to 100")
}

function yesOrNo(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new RangeError("A switch of a merchant's profile must be true or false")
}

function origins(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length <= allowedOriginsMax && value.every(isOrigin)) return value
  throw new RangeError("The origins of a merchant's profile must be a short list of origins")
}
