// Addresses of the web: reading them, origins, loopback hosts.

/** Whether a host, as URLs and Host headers write it without its port, can only mean the machine itself. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || loopbackForm.test(host)

const loopbackForm = /^127(?:\.(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}$/

/**
 * Undefined for what is no address. Node's `URL.canParse` is not asked: once it has been asked often, it says
 * no to letters such as `ü` in a host.
 */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Whether it is an origin as browsers write it. URLs allow more in a host, such as `*` and `;`, which would
 * mean something where origins are listed in a header.
 */
export const isWebOrigin = (value: string): boolean =>
  originForm.test(value) && readUrl(value)?.origin === value

const originForm = /^https?:\/\/(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/

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
