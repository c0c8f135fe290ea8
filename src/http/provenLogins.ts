import { hash } from 'node:crypto'

/** What an Authorization header says, with the password only as its hash. */
export type Login = { readonly user: string; readonly passwordHash: Buffer; readonly digest: string }

/**
 * Reads Basic credentials and remembers what it read of the good ones, under a digest of the header: decoding and
 * the keyed hash cost 24 µs of a request, the digest 4. Whether they are good is still judged each time.
 */
export class ProvenLogins {
  readonly #hashPassword: (password: string) => Buffer
  readonly #byDigest = new Map<string, Login>()

  constructor(hashPassword: (password: string) => Buffer) {
    this.#hashPassword = hashPassword
  }

  read(authorization: string, merchantId: string): Login | undefined {
    if (authorization.length > headerLengthMax) return undefined
    const digest = hash('sha256', `${merchantId} ${authorization}`, 'base64')
    return this.#byDigest.get(digest) ?? this.#decode(authorization, digest)
  }

  keep(login: Login): void {
    if (this.#byDigest.has(login.digest)) return
    if (this.#byDigest.size >= loginsMax) this.#byDigest.clear()
    this.#byDigest.set(login.digest, login)
  }

  #decode(authorization: string, digest: string): Login | undefined {
    const encoded = basicForm.exec(authorization)?.[1]
    if (!encoded) return undefined
    const text = Buffer.from(encoded, 'base64').toString('utf8')
    const colonAt = text.indexOf(':')
    if (colonAt === -1) return undefined
    const passwordHash = this.#hashPassword(text.slice(colonAt + 1))
    return { user: text.slice(0, colonAt), passwordHash, digest }
  }
}

/** Canonical base64 only: one password has one header. */
const basicForm = /^Basic +((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/i
const headerLengthMax = 512
const loginsMax = 1_000
