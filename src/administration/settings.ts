import { type Profile, type ProfileSetting, profileSettings } from '../orders/merchant.ts'
import { invalid, isRejection, type Rejection, unsupported } from '../orders/rejection.ts'
import { nearest } from '../platform/nearest.ts'
import type { Settings } from './port.ts'

/**
 * Each setting as `name=value`. Lists are separated by commas; a name with nothing behind it empties a list
 * or an address.
 */
export function readSettings(texts: readonly string[]): Settings | Rejection {
  const settings = new Map<string, unknown>()
  for (const text of texts) {
    const read = readSetting(text)
    if (isRejection(read)) return read
    const [name, value] = read
    if (settings.has(name)) return invalid(name, 'It is set twice.')
    settings.set(name, value)
  }
  return Object.fromEntries(settings)
}

export type ChangedSetting = { readonly name: string; readonly before: unknown; readonly after: unknown }

/** What the settings would change. */
export function changesOf(profile: Profile, settings: Settings): readonly ChangedSetting[] {
  const before: Settings = profile
  return Object.entries(settings)
    .map(([name, after]) => ({ name, before: before[name], after }))
    .filter(change => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** As they may be kept for good: what stands behind an address's question mark may be a secret. */
export const auditedSettings = (settings: Settings): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^(https?:[^?#]*)[?#].*$/is, '$1?…') : value,
    ]),
  )

function readSetting(text: string): readonly [name: string, value: unknown] | Rejection {
  const at = text.indexOf('=')
  const name = at === -1 ? text : text.slice(0, at)
  if (!isSetting(name)) return unknownSetting(name)
  const setting: ProfileSetting<unknown> = profileSettings[name]
  if (at === -1) return invalid(name, `Say what it is to be, as ${name}=value: ${setting.expects}.`)
  const given = text.slice(at + 1)
  const value = parsed(given, setting.usual)
  return setting.accepts(value) ? [name, value] : invalid(name, `It must be ${setting.expects}.`, given)
}

const isSetting = (name: string): name is keyof Profile => Object.hasOwn(profileSettings, name)

/** Capitals are the likeliest mistake. */
function unknownSetting(name: string): Rejection {
  const names = Object.keys(profileSettings)
  const alike = names.find(known => known.toLowerCase() === name.toLowerCase()) ?? nearest(name, names)
  const { explanation, ...rejection } = unsupported(name)
  const unknown = explanation.replace(/^Unexpected parameter/, 'There is no setting')
  const hint =
    alike === undefined
      ? 'See tollgate merchants profile --help for all there are.'
      : `The nearest setting is ${alike}.`
  return { ...rejection, explanation: `${unknown} ${hint}` }
}

/** What does not have the form of its kind stays text, which no other kind accepts. */
function parsed(text: string, usual: unknown): unknown {
  if (typeof usual === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (typeof usual === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : text
  if (!Array.isArray(usual)) return text
  return text === '' ? [] : text.split(',').map(part => part.trim())
}
