// Requests and answers as they may be shown: a line for a shell, with secrets masked.

import { maskedNumber } from '../standards/cardNumber.ts'
import { shellText } from '../standards/shellText.ts'
import type { HostRequest } from './check.ts'
import { cardNumbersIn } from './everyAnswer.ts'

/** Card numbers masked, security codes and what opens a session left out. */
export function maskedText(text: string): string {
  let masked = text
  for (const number of cardNumbersIn(text)) masked = masked.replaceAll(number, maskedNumber(number))
  return masked
    .replace(/("(?:securityCode|aes256Key|pin|password)"\s*:\s*")[^"]*"/g, '$1xxx"')
    .replace(/SESSION[0-9A-Z]{24,28}/g, 'SESSIONxxx')
}

/** The same of an answer, in which no whole number should be: it is said that one was. */
export function maskedAnswer(text: string): string {
  let told = text
  for (const number of cardNumbersIn(text))
    told = told.replaceAll(number, `${maskedNumber(number)} (shown whole)`)
  return maskedText(told)
}

/** A request as a curl line; the password stands as a variable. */
export function curlText(
  address: string,
  { merchantId }: { readonly merchantId: string },
  { method, path, body, as, contentType = 'application/json', hangsUpAfterMs }: HostRequest,
): string {
  const user = as === undefined || as === 'nobody' ? merchantId : as.merchantId
  const password = typeof as === 'object' && as.password !== undefined ? 'a-wrong-password' : '$PASSWORD'
  const sent = maskedText(body?.toString() ?? '').replace(/ {20,}/g, '…')
  const shown = sent.length > bodyLengthMax ? `${sent.slice(0, bodyLengthMax)}…` : sent
  const type = `Content-Type:${contentType === null ? '' : ` ${contentType}`}`
  return [
    `curl -i${method === 'GET' ? '' : ` -X ${method}`} ${shellText(`${address}${maskedText(path)}`)}`,
    ...(as === 'nobody' ? [] : [`-u "merchant.${user}:${password}"`]),
    ...(hangsUpAfterMs === undefined ? [] : [`-m ${hangsUpAfterMs / 1_000}`]),
    ...(body === undefined ? [] : [`-H ${shellText(type)} -d ${shellText(shown)}`]),
  ].join(' ')
}

const bodyLengthMax = 1_000
