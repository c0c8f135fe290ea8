// E-mail addresses to which letters are sent: what mail servers take, and nothing that could end a line.

import { readUrl } from './url.ts'

/** RFC 5321, 4.5.3.1: of the local part, and of the whole. */
const localMax = 64
const addressMax = 254

/** Words between dots, without quotes, spaces, comments or anything beyond ASCII (RFC 5322, 3.2.3). */
const local = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const domain = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i

/** The address as an SMTP server takes it, its domain in ASCII; undefined where no letter is sent to it. */
export function mailAddressIn(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const name = text.slice(0, Math.max(0, at))
  const host = asciiHost(text.slice(at + 1))
  const address = `${name}@${host}`
  const isShort = name.length <= localMax && address.length <= addressMax
  return isShort && local.test(name) && domain.test(host) ? address : undefined
}

/** As the web writes hosts: browsers and servers agree on it. */
const asciiHost = (host: string): string =>
  /^[^\s/?#:@\\[\]\p{Cc}]+$/u.test(host) ? (readUrl(`http://${host}`)?.hostname ?? '') : ''

/** Whether it is an address, written as it is sent to. */
export const isMailAddress = (text: string): boolean => mailAddressIn(text) === text

/** For those who need not know who it is: the first letter, and whose server it is. */
export const maskedMailAddress = (address: string): string =>
  address.replace(/^(.).*(?=@)/su, '$1***').replace(/^[^@]*$/s, '***')
