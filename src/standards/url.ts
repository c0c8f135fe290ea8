import { isLoopbackHost } from './loopback.ts'
import { readUrl } from './readUrl.ts'
import { isWebOrigin } from './webOrigin.ts'

/**
 * `https://` and a host that a page's policy can name; where it points is judged when it is used. In the open
 * only to the machine itself: a shop that is being built there has no certificate.
 */
export function isUrl(value: string): boolean {
  const url = readAddress(value)
  return url !== undefined && (url.protocol === 'https:' || isLoopbackHost(url.hostname))
}

/** The same, or `http://`, which whoever takes it has to judge: a name may mean the machine itself. */
export const isAddress = (value: string): boolean => readAddress(value) !== undefined

function readAddress(value: string): URL | undefined {
  const [, scheme, rest = ''] = /^(https?):\/\/([^\s\\/?#\p{Cc}][^\s\\\p{Cc}]*)$/u.exec(value) ?? []
  const url = scheme === undefined ? undefined : readUrl(value)
  if (url === undefined || !isWebOrigin(url.origin)) return undefined
  const authority = rest.split(/[/?#]/, 1)[0] ?? ''
  const isBare = url.username === '' && url.password === '' && !authority.includes('@')
  return isBare ? url : undefined
}
