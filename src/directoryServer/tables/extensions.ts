// Extensions of messages: data of others. The servers here understand none.

import type { ElementForm, WireMessage } from './forms.ts'
import { isContent, list, text, truth } from './forms.ts'
import { group } from './messageTable.ts'

const extension = group([
  ['name', text(1, 64), 'RRR'],
  ['id', text(1, 64), 'RRR'],
  ['criticalityIndicator', truth, 'RRR'],
  [
    'data',
    (value, at) => (isContent(value) && lengthOf(value) <= 8_059 ? [] : [{ code: '203', field: at }]),
    'RRR',
  ],
])

const lengthOf = (value: unknown): number => JSON.stringify(value).length
const lists = { earlier: list(extension, 1, 10), since231: list(extension, 1, 15) } as const

export const extensions: ElementForm = (value, at, version) => {
  if (lengthOf(value) > 81_920) return [{ code: '203', field: at }]
  return (version === '2.3.1' ? lists.since231 : lists.earlier)(value, at, version)
}

/** Of extensions that must be understood: here, all of them are unknown. */
export function criticalExtensions({ messageExtension }: WireMessage): readonly string[] {
  if (!Array.isArray(messageExtension)) return []
  return messageExtension.flatMap(each =>
    isContent(each) && each.criticalityIndicator === true ? [String(each.id)] : [],
  )
}
