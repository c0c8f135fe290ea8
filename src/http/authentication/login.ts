import { isSessionId } from '../../sessions/heldSession.ts'

/** What an Authorization header says, with the password only as its hash; or as what it is, a session. */
export type MerchantLogin = {
  readonly user: string
  readonly passwordHash: Buffer
  readonly sessionId?: string
}

/**
 * The last header of one connection and what it said. A client repeats its header with every request;
 * reading it again would cost 24 µs each time. Whether the login is good is still judged each time.
 */
export type LoginMemory = { header: string; login: MerchantLogin | undefined }

export function emptyLoginMemory(): LoginMemory {
  return { header: '', login: undefined }
}

export function readLogin(
  header: string,
  memory: LoginMemory,
  hashPassword: (password: string) => Buffer,
): MerchantLogin | undefined {
  if (memory.header === header) return memory.login
  memory.login = decodeLogin(header, hashPassword)
  memory.header = memory.login === undefined ? '' : header
  return memory.login
}

function decodeLogin(header: string, hashPassword: (password: string) => Buffer): MerchantLogin | undefined {
  if (header.length > headerLengthMax) return undefined
  const encoded = basicForm.exec(header)?.[1]
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colonAt = text.indexOf(':')
  if (colonAt === -1) return undefined
  const password = text.slice(colonAt + 1)
  const login = { user: text.slice(0, colonAt), passwordHash: hashPassword(password) }
  return isSessionId(password) ? { ...login, sessionId: password } : login
}

/** Canonical base64 only. One widely used driver leaves out the word. */
const basicForm = /^(?:Basic +)?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/i
const headerLengthMax = 512
