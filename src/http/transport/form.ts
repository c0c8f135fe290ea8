import { isUtf8 } from 'node:buffer'
import type { Rejection } from '../../orders/rejection.ts'
import { decodedText } from '../api/path.ts'
import { unreadable } from '../api/refusal.ts'
import { emptyObject, type JsonObject } from './json.ts'
import { nameLengthMax } from './jsonText.ts'

export const formFieldsMax = 100

/** Each name once: two who read a form with a name twice may each believe another of the values. */
export function readForm(body: Buffer): { readonly value: JsonObject } | { readonly rejection: Rejection } {
  if (!isUtf8(body)) return { rejection: unreadable('The body is not valid UTF-8.') }
  const pairs = body.toString('utf8').split('&', formFieldsMax + 1)
  if (pairs.length > formFieldsMax)
    return { rejection: unreadable(`The form has more than ${formFieldsMax} fields.`) }
  const value = emptyObject()
  for (const pair of pairs) {
    if (pair === '') continue
    const equalsAt = pair.indexOf('=')
    const nameEnd = equalsAt === -1 ? pair.length : equalsAt
    if (nameEnd > nameLengthMax)
      return { rejection: unreadable(`The form has a name of more than ${nameLengthMax} characters.`) }
    const name = decodedText(pair.slice(0, nameEnd))
    const text = decodedText(pair.slice(nameEnd + 1))
    if (name === undefined || text === undefined)
      return { rejection: unreadable('The form is not valid percent-encoded UTF-8.') }
    if (Object.hasOwn(value, name)) return { rejection: unreadable('A field occurs twice in the form.') }
    value[name] = text
  }
  return { value }
}
