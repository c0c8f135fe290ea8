import { isLoopbackHost } from './loopback.ts'
import { readUrl } from './readUrl.ts'
import { isWebOrigin } from './webOrigin.ts'

/**
 * `https://` and a host that a page's policy can name; where it points is judged when it is used. In the open
 * only to the machine itself: a shop that is being built there has no certificate.
 */
export function isUrl(value: string): boolean {
  const [, scheme, rest = ''] = /^(https?):\/\/([^\s\\/?#\p{Cc}][^\s\\\p{Cc}]*)$/u.exec(value) ?? []
  const url = scheme === undefined ? undefined : readUrl(value)
  if (url === undefined) return false
  const { hostname, username, password, origin } = url
  if (!isWebOrigin(origin)) return false
  if (scheme === 'http' && !isLoopbackHost(hostname)) return false
  const authority = rest.split(/[/?#]/, 1)[0] ?? ''
  return username === '' && password === '' && !authority.includes('@')
}
