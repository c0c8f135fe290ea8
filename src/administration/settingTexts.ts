// Settings as operators type them, `name=value`, and as the audit log keeps them.

import { invalid, isRejection, type Rejection, unsupported } from '../orders/rejection.ts'
import { nearest } from '../standards/nearest.ts'

/** The settings that there are, by name. */
export type TypedSettings = {
  readonly settings: Readonly<Record<string, TypedSetting>>
  /** The command that describes all of them. */
  readonly help: string
}

type TypedSetting = {
  /** What the value must be, as the end of a sentence. */
  readonly expects: string
  readonly accepts: (value: unknown) => boolean
  /** A value of the same kind; without one it is text. */
  readonly usual?: unknown
}

export type SettingValues = Readonly<Record<string, unknown>>

/**
 * Each setting as `name=value`. Lists are separated by commas; an empty value clears a list or an address.
 */
export function readSettingTexts(texts: readonly string[], typed: TypedSettings): SettingValues | Rejection {
  const settings = new Map<string, unknown>()
  for (const text of texts) {
    const read = readSetting(text, typed)
    if (isRejection(read)) return read
    const [name, value] = read
    if (settings.has(name)) return invalid(name, 'It is set twice.')
    settings.set(name, value)
  }
  return Object.fromEntries(settings)
}

function readSetting(
  text: string,
  { settings, help }: TypedSettings,
): readonly [name: string, value: unknown] | Rejection {
  const at = text.indexOf('=')
  const name = at === -1 ? text : text.slice(0, at)
  const setting = Object.hasOwn(settings, name) ? settings[name] : undefined
  if (setting === undefined) return unknownSetting(name, Object.keys(settings), help)
  if (at === -1) return invalid(name, `Say what it is to be, as ${name}=value: ${setting.expects}.`)
  const given = text.slice(at + 1)
  const value = parsed(given, setting.usual)
  return setting.accepts(value) ? [name, value] : invalid(name, `It must be ${setting.expects}.`, given)
}

/** Wrong capitals are the likeliest mistake. */
function unknownSetting(name: string, names: readonly string[], help: string): Rejection {
  const alike = names.find(known => known.toLowerCase() === name.toLowerCase()) ?? nearest(name, names)
  const { explanation, ...rejection } = unsupported(name)
  const unknown = explanation.replace(/^Unexpected parameter/, 'There is no setting')
  const hint =
    alike === undefined ? `See ${help} --help for all there are.` : `The nearest setting is ${alike}.`
  return { ...rejection, explanation: `${unknown} ${hint}` }
}

/** A value that does not have the form of its kind stays text, which no other kind accepts. */
function parsed(text: string, usual: unknown): unknown {
  if (typeof usual === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (typeof usual === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : text
  if (!Array.isArray(usual)) return text
  return text === '' ? [] : text.split(',').map(part => part.trim())
}

export type ChangedSetting = { readonly name: string; readonly before: unknown; readonly after: unknown }

/** What the settings would change. */
export function changesOf(before: SettingValues, settings: SettingValues): readonly ChangedSetting[] {
  return Object.entries(settings)
    .map(([name, after]) => ({ name, before: before[name], after }))
    .filter(change => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** As the audit log may store them: the query of an address may contain a secret. */
export const auditedSettings = (settings: SettingValues): SettingValues =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^(https?:[^?#]*)[?#].*$/is, '$1?…') : value,
    ]),
  )

/** Each with its value before and after. */
export const auditedChanges = (changed: readonly ChangedSetting[]): SettingValues =>
  Object.fromEntries(changed.map(({ name, ...change }) => [name, auditedSettings(change)]))
