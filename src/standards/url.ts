// Addresses of the web: reading them, origins, loopback hosts.

/** Whether a host, as in URLs and Host headers without the port, can only be this machine. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || loopbackForm.test(host)

const loopbackForm = /^127(?:\.(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}$/

/**
 * Undefined if the text is not a URL. Node's `URL.canParse` is not used: after many calls it returns false
 * for hosts with letters such as `ü`.
 */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Whether it begins like an address of the web, and can stand in markup: URLs have no spaces, quotation
 * marks, angle brackets or backslashes, which readers of URLs would put up with.
 */
export const isPlainAddress = (value: string): boolean => /^https?:\/\/[^\s"<>\\\p{Cc}]+$/u.test(value)

/**
 * Whether it is an origin as browsers write it. URLs allow more in a host, such as `*` and `;`, which would
 * mean something where origins are listed in a header.
 */
export const isWebOrigin = (value: string): boolean =>
  originForm.test(value) && readUrl(value)?.origin === value

const originForm = /^https?:\/\/(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/

/**
 * `https://` and a host that a content security policy can name; whether the target is allowed is checked
 * when it is used. `http://` only for this machine: a shop under development has no certificate.
 */
export function isUrl(value: string): boolean {
  const url = readAddress(value)
  return url !== undefined && (url.protocol === 'https:' || isLoopbackHost(url.hostname))
}

/** Like isUrl, but `http://` is accepted, too; the caller has to check it, as a name may be this machine. */
export const isAddress = (value: string): boolean => readAddress(value) !== undefined

function readAddress(value: string): URL | undefined {
  const [, scheme, rest = ''] = /^(https?):\/\/([^\s\\/?#\p{Cc}][^\s\\\p{Cc}]*)$/u.exec(value) ?? []
  const url = scheme === undefined ? undefined : readUrl(value)
  if (url === undefined || !isWebOrigin(url.origin)) return undefined
  const authority = rest.split(/[/?#]/, 1)[0] ?? ''
  const isBare = url.username === '' && url.password === '' && !authority.includes('@')
  return isBare ? url : undefined
}
