// A message of a link as people read it: its fields in order, as the adapter redacted them.

import { type Content, isObject } from '../contract/kit/content.ts'

/** The fields of a message by number, and parts (`48.92`) where their field stands. */
export function shownFields(message: Content): readonly (readonly [number: string, value: string])[] {
  const { fields } = message
  const shown = Object.entries(isObject(fields) ? fields : {}).map(
    ([number, value]) => [number, String(value)] as const,
  )
  return shown.sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
}
