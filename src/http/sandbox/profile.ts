import { allowedOriginsMax, isOrigin, ordinaryProfile, type Profile } from '../../orders/profile.ts'
import { invalid, type Rejection, unsupported } from '../../orders/rejection.ts'
import type { JsonObject, JsonValue } from '../json.ts'

/** A whole profile: what is left out is as for an ordinary merchant. */
export function readProfile(body: JsonObject): Profile | Rejection {
  const stranger = Object.keys(body).find(name => !Object.hasOwn(ordinaryProfile, name))
  if (stranger !== undefined) return unsupported(stranger)
  for (const [name, usual] of Object.entries(ordinaryProfile)) {
    const given = body[name] ?? usual
    if (typeof usual === 'number' && !isPercent(given)) return invalid(name, percent)
    if (typeof usual === 'boolean' && typeof given !== 'boolean') return invalid(name, eitherOr)
  }
  const { allowedOrigins = [] } = body
  if (!areOrigins(allowedOrigins)) return invalid('allowedOrigins', origins)
  const usual = ordinaryProfile
  return {
    captureExcessPercent: numberOr(usual.captureExcessPercent, body.captureExcessPercent),
    refundExcessPercent: numberOr(usual.refundExcessPercent, body.refundExcessPercent),
    refundAuthorization: booleanOr(usual.refundAuthorization, body.refundAuthorization),
    debugInformation: booleanOr(usual.debugInformation, body.debugInformation),
    allowedOrigins,
  }
}

const percent = 'It must be a whole number from 0 to 100.'
const eitherOr = 'It must be true or false.'

const origins = `It must be a list of at most ${allowedOriginsMax} origins, such as "https://shop.example".`

const isPercent = (value: JsonValue): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100

const areOrigins = (value: JsonValue): value is readonly string[] =>
  Array.isArray(value) && value.length <= allowedOriginsMax && value.every(isOrigin)

const numberOr = (usual: number, given: JsonValue | undefined): number =>
  typeof given === 'number' ? given : usual

const booleanOr = (usual: boolean, given: JsonValue | undefined): boolean =>
  typeof given === 'boolean' ? given : usual
