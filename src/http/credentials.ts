import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Profile } from '../orders/profile.ts'
import type { SessionKey } from '../sessions/port.ts'
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
  readonly check: (claim: Claim) => Promise<Admission | Refusal>
  /** What passed here and was then found to be no proof. */
  readonly countFailure: (claim: Pick<Claim, 'merchantId' | 'source'>) => void
}

/** With a session in place of the password, whoever answers has still to judge what it is good for. */
export type Admission = MerchantAccess & { readonly sessionId?: string }

export type Claim = {
  readonly authorization: string | undefined
  readonly merchantId: string
  readonly source: string
  /** Of the connection the request came on. */
  readonly memory: LoginMemory
  /** Whether a session is open; absent where no session will do. */
  readonly isOpen?: ((session: SessionKey) => Promise<boolean>) | undefined
}

type CredentialsOptions = {
  readonly directory: MerchantDirectory
  readonly pepper: Buffer
  readonly failures: FailedLogins
}

export function createCredentials({ directory, pepper, failures }: CredentialsOptions): Credentials {
  const hash = (password: string) => hashPassword(pepper, password)
  return {
    async check({ authorization, merchantId, source, memory, isOpen }) {
      // Clients that wait for the challenge send every request once without the header: that is no failed
      // login.
      if (authorization === undefined) return refuse('credentials')
      const pair = pairOf(merchantId, source)
      const blockedMs = failures.blockedMs(pair)
      if (blockedMs > 0) return refuseBusy(429, 'Too many failed logins. Wait.', blockedMs / 1000)
      const login = readLogin(authorization, memory, hash)
      if (login === undefined) return refuse('credentials')
      const access = await directory.find(merchantId)
      const isProven = matches(login.passwordHash, access?.passwordHashes ?? [])
      if (access !== undefined && login.user === `merchant.${merchantId}`) {
        if (isProven) return access
        const { sessionId } = login
        const session = sessionId !== undefined && isOpen && { cell: access.cell, merchantId, sessionId }
        if (session && (await isOpen(session))) return { ...access, sessionId }
      }
      failures.count(pair)
      return refuse('credentials')
    },
    countFailure: ({ merchantId, source }) => failures.count(pairOf(merchantId, source)),
  }
}

const pairOf = (merchantId: string, source: string): string => `${source} ${merchantId}`

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
