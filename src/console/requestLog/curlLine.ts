// An API call as a line for a shell. What is secret stands as a variable; values of merchants are quoted, so
// that nothing in them is executed.

import { notKept } from '../../contract/kit/maskedBody.ts'
import { isMaskedNumber } from '../../standards/cardNumber.ts'
import type { LoggedCall } from './port.ts'
import { type CalledPath, writtenPath } from './writtenPath.ts'

type WrittenCall = CalledPath & {
  readonly method: LoggedCall['method']
  readonly body?: object | undefined
}

export function curlLine(origin: string, call: WrittenCall): string {
  const { method, merchantId, body } = call
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    `"${origin}${writtenPath(call, name => `$${variableOf(name)}`)}"`,
    `-u "merchant.${merchantId}:$PASSWORD"`,
    ...(method === 'PUT' || method === 'POST' ? ["-H 'Content-Type: application/json'"] : []),
    ...(body ? [`-d '${bodyText(body)}'`] : []),
  ]
  return parts.join(' ')
}

/** Inside single quotes; a variable ends them, stands between double ones, and begins them again. */
function bodyText(body: object): string {
  const variables: string[] = []
  const marked = JSON.stringify(body, (name, value: unknown) => {
    if (typeof value !== 'string' || !isMasked(value)) return value
    variables.push(variableOf(name))
    return `${mark}${variables.length - 1}${mark}`
  })
  return marked
    .replaceAll("'", `'\\''`)
    .replace(/\\u0001(\d+)\\u0001/g, (_, at: string) => `'"$${variables[Number(at)]}"'`)
}

/** JSON writes it as an escape that no kept text has: controls are not part of any value. */
const mark = '\u0001'

const isMasked = (value: string): boolean => value === notKept.secret || isMaskedNumber(value)

const variableOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W/g, '_')
    .replace(/^(\d)/, '_$1')
    .toUpperCase()
