import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Profile } from '../orders/profile.ts'
import type { FailedLogins } from './failedLogins.ts'
import { type LoginMemory, readLogin } from './login.ts'
import { type Refusal, refuse, refuseBusy } from './refusal.ts'

/** A merchant as the door needs to know it. */
export type MerchantAccess = {
  readonly merchantId: string
  readonly cell: number
  /** At most two are active, so that a password can be rolled over. */
  readonly passwordHashes: readonly Buffer[]
  readonly profile: Profile
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
  /** Of the connection the request came on. */
  readonly memory: LoginMemory
}

type CredentialsOptions = {
  readonly directory: MerchantDirectory
  readonly pepper: Buffer
  readonly failures: FailedLogins
}

export function createCredentials({ directory, pepper, failures }: CredentialsOptions): Credentials {
  const hash = (password: string) => hashPassword(pepper, password)
  return {
    async check({ authorization, merchantId, source, memory }) {
      // Clients that wait for the challenge send every request once without the header: that is no failed
      // login.
      if (authorization === undefined) return refuse('credentials')
      const pair = `${source} ${merchantId}`
      const blockedMs = failures.blockedMs(pair)
      if (blockedMs > 0) return refuseBusy(429, 'Too many failed logins. Wait.', blockedMs / 1000)
      const login = readLogin(authorization, memory, hash)
      if (login === undefined) return refuse('credentials')
      const access = await directory.find(merchantId)
      const isProven = matches(login.passwordHash, access?.passwordHashes ?? [])
      if (access !== undefined && isProven && login.user === `merchant.${merchantId}`) return access
      failures.count(pair)
      return refuse('credentials')
    },
  }
}

/**
 * The same work whether the merchant is known or not: time must not tell a wrong password from an unknown
 * merchant.
 */
function matches(given: Buffer, [first = nobody, second = nobody]: readonly Buffer[]): boolean {
  const isFirst = timingSafeEqual(given, sized(first))
  const isSecond = timingSafeEqual(given, sized(second))
  return isFirst || isSecond
}

const nobody = randomBytes(32)

function sized(hash: Buffer): Buffer {
  return hash.length === nobody.length ? hash : nobody
}
