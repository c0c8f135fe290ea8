// The address of a mail server, with the login to it: how an operator writes it, and what it means.

import { readUrl } from './url.ts'

/** A server that takes letters (SMTP submission). */
export type MailServer = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; TLS from STARTTLS on, or nothing is sent; or none. */
  readonly security: 'tls' | 'starttls' | 'none'
  readonly login?: { readonly user: string; readonly password: string }
}

const schemes = {
  'smtps:': { security: 'tls', port: 465 },
  'smtp:': { security: 'starttls', port: 587 },
  'smtp+plain:': { security: 'none', port: 25 },
} as const

export const mailServerForm = 'an address like smtps://user:password@mailhost:465, or smtp:// for STARTTLS'

export function parseMailServer(text: string): MailServer | undefined {
  const url = readUrl(text)
  const scheme = Object.entries(schemes).find(([name]) => name === url?.protocol)?.[1]
  if (!url || !scheme || url.hostname === '' || !/^\/?$/.test(url.pathname + url.search + url.hash))
    return undefined
  const login = loginIn(url)
  if (login === undefined) return undefined
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? scheme.port : Number(url.port),
    security: scheme.security,
    ...(login.user !== '' && { login }),
  }
}

/** Undefined where there is only one half of it, or it is not escaped as addresses are. */
function loginIn({ username, password }: URL): MailServer['login'] {
  if ((username === '') !== (password === '')) return undefined
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
