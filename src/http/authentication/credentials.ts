// Authenticating merchants by API password, by a session in its place, or by client certificate.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Profile } from '../../orders/merchant.ts'
import type { Rejection } from '../../orders/rejection.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { isSessionId } from '../../sessions/heldSession.ts'
import type { SessionKey } from '../../sessions/port.ts'
import type { ClientCertificate, LoginMemory, MerchantLogin } from '../transport/connections.ts'
import { type HttpRefusal, refuse, rejectUnexplained } from '../transport/refusals.ts'
import type { FailedLogins } from './failedLogins.ts'

/** A merchant as authentication needs to know it. */
export type MerchantAccess = {
  readonly merchantId: string
  readonly cell: number
  /** At most two are active, so that a password can be rolled over. */
  readonly passwordHashes: readonly Buffer[]
  readonly profile: Profile
}

export interface MerchantDirectory {
  /** Possibly cached for a moment; not older than `sinceMs` of the monotonic clock where that is given. */
  find(merchantId: string, sinceMs?: number): Promise<MerchantAccess | undefined>
}

/** Which keys of client certificates a merchant has bound. */
export interface KeyDirectory {
  /** By the SHA-256 of the public key as the certificate carries it. */
  bindingOf(keyHash: Buffer, merchantId: string): Promise<KeyBinding>
}

/** `ofOthers`: other merchants have bound it, and this one has not. `unknown`: nobody has. */
export type KeyBinding = 'bound' | 'revoked' | 'ofOthers' | 'unknown'

/** API passwords are 16 random bytes: a keyed fast hash is enough, a slow one would cost 76 ms a request. */
export function hashPassword(pepper: Buffer, password: string): Buffer {
  return createHmac('sha256', pepper).update(password).digest()
}

export type Credentials = {
  /** The merchant of the path, if the caller's credentials are those of this merchant. */
  readonly check: (claim: CredentialsClaim) => Promise<MerchantAdmission | HttpRefusal | Rejection>
  /**
   * Counts a session that was admitted here and then rejected by the handler; the response is sent when this
   * resolves.
   */
  readonly countFailure: (claim: Pick<CredentialsClaim, 'merchantId' | 'source'>) => Promise<void>
}

/** With a session in place of the password, the handler still decides what the session may be used for. */
export type MerchantAdmission = MerchantAccess & {
  readonly sessionId?: string
  /** Whether the caller authenticated with its client certificate. */
  readonly isCertified?: true
}

type CredentialsClaim = {
  readonly authorization: string | undefined
  readonly merchantId: string
  readonly source: string
  /** Of the connection the request came on. */
  readonly memory: LoginMemory
  readonly certificate?: ClientCertificate | undefined
  /** Whether a web page sent it that is not the gateway's own. */
  readonly isOfForeignPage: boolean
  /**
   * Whether a session is open, or a refusal when that cannot be looked up now; absent where no session is
   * accepted.
   */
  readonly isSessionOpen?: ((session: SessionKey) => Promise<boolean | HttpRefusal>) | undefined
}

/**
 * A page that has a merchant's password was not given it by the merchant, or should not have been. The answer
 * does not reveal whether the password is right; the log has the reason.
 */
const notForPages = rejectUnexplained(
  'A page of another origin sent it: a merchant uses a password, or a certificate, on its server.',
)

type CredentialsOptions = {
  readonly directory: MerchantDirectory
  readonly pepper: Buffer
  readonly failures: FailedLogins
}

export function createCredentials({ directory, pepper, failures }: CredentialsOptions): Credentials {
  const hash = (password: string) => hashPassword(pepper, password)
  return {
    async check({ authorization, merchantId, source, memory, isOfForeignPage, isSessionOpen: isOpen }) {
      // Clients that wait for the challenge send every request once without the header: that is no failed
      // login.
      if (authorization === undefined) return refuse('credentials')
      const login = readLogin(authorization, memory, hash)
      if (login === undefined) return refuse('credentials')
      const { sessionId } = login
      if (sessionId === undefined && isOfForeignPage) return notForPages
      const cameAtMs = systemClock.monotonicMs()
      const { access, isProven } = await lookUp(directory, { merchantId, login, cameAtMs })
      const named = login.user === `merchant.${merchantId}` ? access : undefined
      if (named !== undefined && isProven) return isOfForeignPage ? notForPages : named
      if (named !== undefined && sessionId !== undefined && isOpen) {
        const checked = await isOpen({ cell: named.cell, merchantId, sessionId })
        if (checked !== false) return checked === true ? { ...named, sessionId } : checked
      }
      const kind = sessionId === undefined ? 'password' : 'session'
      await failures.record({ kind, merchantId, isKnown: access !== undefined, source, cameAtMs })
      return refuse('credentials')
    },
    countFailure: ({ merchantId, source }) =>
      failures.record({
        ...{ kind: 'session', merchantId, isKnown: true, source },
        cameAtMs: systemClock.monotonicMs(),
      }),
  }
}

/**
 * A cached entry may be older than a new password or a new merchant: before a password is refused, it is
 * compared with the current entry.
 */
async function lookUp(directory: MerchantDirectory, { merchantId, login, cameAtMs }: MerchantLookUp) {
  const { passwordHash, sessionId } = login
  const compared = (access: MerchantAccess | undefined) => {
    return { access, isProven: matches(passwordHash, access?.passwordHashes ?? []) }
  }
  const remembered = compared(await directory.find(merchantId))
  if (remembered.isProven || sessionId !== undefined) return remembered
  return compared(await directory.find(merchantId, cameAtMs))
}

type MerchantLookUp = {
  readonly merchantId: string
  readonly login: MerchantLogin
  readonly cameAtMs: number
}

/**
 * The same work whether the merchant exists or not: timing must not reveal whether the password is wrong or
 * the merchant unknown.
 */
function matches(given: Buffer, [first = unknownHash, second = unknownHash]: readonly Buffer[]): boolean {
  const isFirst = timingSafeEqual(given, sized(first))
  const isSecond = timingSafeEqual(given, sized(second))
  return isFirst || isSecond
}

const unknownHash = randomBytes(32)

function sized(hash: Buffer): Buffer {
  return hash.length === unknownHash.length ? hash : unknownHash
}

type CertificateCredentialsOptions = {
  readonly directory: MerchantDirectory
  readonly keys: KeyDirectory
  readonly clock: Clock
}

/**
 * For a caller whose certificate was verified when it connected, and whose key is bound to the merchant of
 * the path. An Authorization header is ignored here. Every refusal looks the same to the caller; the log has
 * the reason.
 */
export function createCertificateCredentials({
  directory,
  keys,
  clock,
}: CertificateCredentialsOptions): Credentials {
  return {
    async check({ certificate, merchantId, isOfForeignPage }) {
      if (certificate === undefined) return rejectUnexplained('No certificate was presented.')
      // A connection may outlive the certificate it was made with.
      if (certificate.notAfterMs <= clock.now().getTime())
        return rejectUnexplained('The certificate has expired.')
      // Anybody may bind what is public: what other merchants did with the key says nothing about this one.
      const binding = await keys.bindingOf(certificate.keyHash, merchantId)
      if (binding !== 'bound') return rejectUnexplained(unboundReasons[binding])
      const access = await directory.find(merchantId)
      // Browsers present certificates by themselves, whichever page makes them call.
      if (isOfForeignPage) return notForPages
      return access
        ? { ...access, isCertified: true }
        : rejectUnexplained('The merchant of the certificate is gone.')
    },
    countFailure: async () => undefined,
  }
}

const unboundReasons = {
  revoked: 'The certificate was revoked.',
  ofOthers: 'The certificate is of another merchant.',
  unknown: 'The certificate is bound to no merchant.',
} satisfies Record<Exclude<KeyBinding, 'bound'>, string>

function readLogin(
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

/** Canonical base64 only. One widely used driver leaves out the word Basic. */
const basicForm = /^(?:Basic +)?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/i
const headerLengthMax = 512
