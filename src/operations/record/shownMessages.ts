// The messages of an exchange with the acquirer, and the choice of its link, as they are stored for explain
// and read again: the adapter has redacted them, and here they are kept short.

import type { AcquirerAnswer, ExchangedMessage, RouteChoice, ShownMessage } from '../../acquirers/port.ts'

/** What is stored of the messages of an exchange. A message that is too long loses its last fields. */
export function storedMessages(answer: AcquirerAnswer): { readonly messages?: readonly ExchangedMessage[] } {
  const messages = 'messages' in answer ? answer.messages : undefined
  if (!messages || messages.length === 0) return {}
  return { messages: messages.slice(0, messagesMax).map(shortened) }
}

/** A question and its answer, and room for what was answered in between. */
const messagesMax = 4
const valueMax = 120
const messageMax = 3_000

function shortened(message: ExchangedMessage): ExchangedMessage {
  const { link, direction, type, fields } = message
  if (isShort(fields)) return message
  let kept = ''
  for (const line of fields.split('\n')) {
    const isCut = line.length > valueMax && !line.startsWith('=')
    const shown = isCut ? `${line.slice(0, valueMax - 1)}…` : line
    if (kept.length + shown.length > messageMax) break
    kept += kept === '' ? shown : `\n${shown}`
  }
  return { link, direction, type, fields: kept }
}

/** As nearly all are: nothing needs to be copied. */
function isShort(fields: string): boolean {
  if (fields.length > messageMax) return false
  for (let from = 0; from < fields.length; ) {
    const newline = fields.indexOf('\n', from)
    const end = newline === -1 ? fields.length : newline
    if (end - from > valueMax) return false
    from = end + 1
  }
  return true
}

/** As explain shows them. At first the fields were stored as an object. */
export function readMessages(stored: readonly (ExchangedMessage | ShownMessage)[]): readonly ShownMessage[] {
  let before: ShownMessage['fields'] = {}
  return stored.map(({ link, direction, type, fields: text }) => {
    const fields = typeof text === 'string' ? readFields(text, before) : text
    before = fields
    return { link, direction, type, fields }
  })
}

/** Lines as the port says; what an answer repeats is as the message before it has it. */
function readFields(lines: string, before: ShownMessage['fields']): ShownMessage['fields'] {
  const fields: Record<string, string> = {}
  for (const line of lines === '' ? [] : lines.split('\n')) {
    const space = line.indexOf(' ')
    const [name, value] = [line.slice(0, space), line.slice(space + 1)]
    if (name === '=') Object.assign(fields, repeatedFields(new Set(value.split(' ')), before))
    else fields[name] = value
  }
  return fields
}

function repeatedFields(numbers: ReadonlySet<string>, before: ShownMessage['fields']) {
  const found = Object.entries(before).filter(([name]) => numbers.has(fieldOf(name)))
  const known = new Set(found.map(([name]) => fieldOf(name)))
  // A long question lost its last fields.
  const lost = [...numbers].flatMap(number => (known.has(number) ? [] : [[number, '(as sent)'] as const]))
  return Object.fromEntries([...found, ...lost])
}

const fieldOf = (name: string): string => name.split('.', 1)[0] ?? name

/** Of many links, the first few tell enough. */
export const shownRoute = ({ others, ...chosen }: RouteChoice): RouteChoice =>
  others ? { ...chosen, others: others.slice(0, othersMax) } : chosen

const othersMax = 16
