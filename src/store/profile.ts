import { type Profile, profileSettings, readProfile } from '../orders/merchant.ts'
import { isRejection } from '../orders/rejection.ts'

/**
 * What is not in the stored profile is usual; what is there and makes no sense is a fault. What a newer
 * release put there is none of ours.
 */
export function profileOf(text: string, usual: Profile): Profile {
  const known = Object.entries(storedIn(text)).filter(([name]) => Object.hasOwn(profileSettings, name))
  const profile = readProfile(Object.fromEntries(known), usual)
  if (!isRejection(profile)) return profile
  throw new RangeError(`The stored profile of a merchant makes no sense: ${profile.explanation}`)
}

/** Only what can be read again is written; what was said before stays, also by a newer release. */
export function changedProfile(text: string, settings: Settings, usual: Profile): string {
  const changed = JSON.stringify({ ...storedIn(text), ...settings })
  profileOf(changed, usual)
  return changed
}

type Settings = Readonly<Record<string, unknown>>

const storedIn = (text: string): Settings => JSON.parse(text)
