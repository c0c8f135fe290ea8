// The cookie that keeps a user signed in.

/**
 * Over TLS its name makes browsers refuse a cookie of that name that another host, or a page without TLS,
 * set. A sandbox without TLS is reached on this machine only.
 */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-tollgate-console' : 'tollgate-console')

export function readCookie(header: string | undefined, isSecure: boolean): string | undefined {
  const prefix = `${nameOf(isSecure)}=`
  const pairs = (header ?? '').split(';').map(pair => pair.trim())
  const values = pairs.filter(pair => pair.startsWith(prefix)).map(pair => pair.slice(prefix.length))
  // Two of one name: somebody else set one of them.
  const [value] = values
  return values.length === 1 && value !== undefined && tokenForm.test(value) ? value : undefined
}

/** Ends with the browser's session; the server ends it sooner. */
export const cookieWith = (token: string, isSecure: boolean): string =>
  `${nameOf(isSecure)}=${token}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

export const cookieGone = (isSecure: boolean): string => `${cookieWith('', isSecure)}; Max-Age=0`

const tokenForm = /^[A-Za-z0-9_-]{43}$/
