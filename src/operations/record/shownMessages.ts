// The messages of an exchange with the acquirer, and the choice of its link, as they are stored for explain:
// the adapter has redacted them, and here they are kept short.

import type { AcquirerAnswer, RouteChoice, ShownMessage } from '../../acquirers/port.ts'

/** What is stored of the messages of an exchange. A message that is too long loses its last fields. */
export function shownMessages(answer: AcquirerAnswer): { readonly messages?: readonly ShownMessage[] } {
  const messages = 'messages' in answer ? answer.messages : undefined
  if (!messages || messages.length === 0) return {}
  return { messages: messages.slice(0, messagesMax).map(shortened) }
}

/** A question and its answer, and room for what was answered in between. */
const messagesMax = 4
const fieldsMax = 64
const valueMax = 120
const messageMax = 3_000

function shortened(message: ShownMessage): ShownMessage {
  const { link, direction, type, fields } = message
  if (isShort(fields)) return message
  const kept: Record<string, string> = {}
  let length = 0
  for (const [name, value] of Object.entries(fields).slice(0, fieldsMax)) {
    const shown = value.length > valueMax ? `${value.slice(0, valueMax - 1)}…` : value
    length += name.length + shown.length
    if (length > messageMax) break
    kept[name] = shown
  }
  return { link, direction, type, fields: kept }
}

/** As nearly all are: nothing needs to be copied. */
function isShort(fields: ShownMessage['fields']): boolean {
  let count = 0
  let length = 0
  for (const name in fields) {
    const value = fields[name] ?? ''
    count += 1
    length += name.length + value.length
    if (value.length > valueMax) return false
  }
  return count <= fieldsMax && length <= messageMax
}

/** Of many links, the first few tell enough. */
export const shownRoute = ({ others, ...chosen }: RouteChoice): RouteChoice =>
  others ? { ...chosen, others: others.slice(0, othersMax) } : chosen

const othersMax = 16
