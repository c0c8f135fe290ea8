import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FailedLogins } from './failedLogins.ts'
import { type Refusal, refuse, refuseBusy } from './refusal.ts'

/** A merchant as the door needs to know it. */
export type MerchantAccess = {
  readonly merchantId: string
  readonly cell: number
  /** At most two are active, so that a password can be rolled over. */
  readonly passwordHashes: readonly Buffer[]
}

export interface MerchantDirectory {
  find(merchantId: string): Promise<MerchantAccess | undefined>
}

/** API passwords are 16 random bytes: a keyed fast hash is enough, a slow one would cost 76 ms a request. */
export function hashPassword(pepper: Buffer, password: string): Buffer {
  return createHmac('sha256', pepper).update(password).digest()
}

export type Credentials = {
  /** The merchant of the path, if the header proves it. */
  readonly check: (claim: Claim) => Promise<MerchantAccess | Refusal>
}

export type Claim = {
  readonly authorization: string | undefined
  readonly merchantId: string
  readonly source: string
}

type CredentialsOptions = {
  readonly directory: MerchantDirectory
  readonly pepper: Buffer
  readonly failures: FailedLogins
}

export function createCredentials({ directory, pepper, failures }: CredentialsOptions): Credentials {
  return {
    async check({ authorization, merchantId, source }) {
      // Clients that wait for the challenge send every request once without the header: that is no failed login.
      if (authorization === undefined) return refuse('credentials')
      const pair = `${source} ${merchantId}`
      const blockedMs = failures.blockedMs(pair)
      if (blockedMs > 0) return refuseBusy(429, 'Too many failed logins. Wait.', blockedMs / 1000)
      const login = readBasic(authorization)
      if (login === undefined) return refuse('credentials')
      const access = await directory.find(merchantId)
      const isProven = matches(hashPassword(pepper, login.password), access?.passwordHashes ?? [])
      if (access !== undefined && isProven && login.user === `merchant.${merchantId}`) return access
      failures.count(pair)
      return refuse('credentials')
    },
  }
}

/** Whatever is known of the merchant, the same work is done: time must not tell an unknown merchant from a wrong password. */
function matches(given: Buffer, [first = nobody, second = nobody]: readonly Buffer[]): boolean {
  const isFirst = timingSafeEqual(given, sized(first))
  const isSecond = timingSafeEqual(given, sized(second))
  return isFirst || isSecond
}

const nobody = randomBytes(32)

function sized(hash: Buffer): Buffer {
  return hash.length === nobody.length ? hash : nobody
}

/** `Basic` with canonical base64 of `user:password`; anything else is as good as a wrong password. */
function readBasic(header: string): { readonly user: string; readonly password: string } | undefined {
  if (header.length > headerLengthMax) return undefined
  const encoded = /^Basic +((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/i.exec(
    header,
  )?.[1]
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colonAt = text.indexOf(':')
  return colonAt === -1 ? undefined : { user: text.slice(0, colonAt), password: text.slice(colonAt + 1) }
}

const headerLengthMax = 512
