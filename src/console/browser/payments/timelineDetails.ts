// What unfolds below an event of the timeline: the facts that were recorded with it, and messages of hosts.

import { isObject } from '../../../contract/kit/content.ts'
import { hostFieldName, hostMessageWords } from '../../../standards/hostMessageNames.ts'

/** The name as it is recorded, dotted where it lies deeper, and the value as text. */
export type Fact = readonly [name: string, value: string]

export type HostMessage = {
  readonly direction: string
  readonly type: string
  readonly link: string
  readonly meaning: string
  readonly fields: readonly HostField[]
}
export type HostField = { readonly number: string; readonly name: string; readonly value: string }

/** What lies deeper gets its path; lists of plain values stay one fact. */
export function factsOf(content: object, path = ''): readonly Fact[] {
  return Object.entries(content).flatMap(([name, value]): readonly Fact[] => {
    if (value === undefined || value === null) return []
    const place = `${path}${name}`
    if (Array.isArray(value))
      return value.some(isObject)
        ? value.flatMap((each, index) => factsOf({ [index]: each }, `${place}.`))
        : [[place, value.join(', ')]]
    return isObject(value) ? factsOf(value, `${place}.`) : [[place, String(value)]]
  })
}

/** Fields by number, parts (`48.92`) where their field stands. */
export function hostMessagesIn(messages: unknown): readonly HostMessage[] {
  return (Array.isArray(messages) ? messages : []).filter(isObject).map(message => {
    const type = String(message.type)
    const fields = Object.entries(isObject(message.fields) ? message.fields : {})
    return {
      direction: String(message.direction),
      type,
      link: String(message.link),
      meaning: hostMessageWords(type) ?? '',
      fields: fields
        .map(([number, value]) => ({ number, name: hostFieldName(type, number), value: String(value) }))
        .sort((one, other) => one.number.localeCompare(other.number, 'en', { numeric: true })),
    }
  })
}
