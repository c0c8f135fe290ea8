// Managing a merchant's credentials: client certificates and API passwords.

import { readCertificate } from '../certificates/readCertificate.ts'
import { hashPassword } from '../http/authentication/credentials.ts'
import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import type { Clock } from '../platform/clock.ts'
import { randomHex } from '../platform/ids.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { type AdministrationDependencies, auditEntryOf, withMerchant } from './context.ts'
import type { KnownCertificate, KnownPassword, PasswordSlot } from './port.ts'

export interface CertificateAdministration {
  list(merchantId: string): Promise<readonly ShownCertificate[] | Rejection>
  /** The merchant may call with this key from now on; only the public part of the text is read. */
  bind(merchantId: string, pem: string): Promise<BoundCertificate | Rejection>
  /**
   * Permanently: the key may have been stolen. A prefix of the fingerprint is enough if it matches one
   * certificate only.
   */
  revoke(merchantId: string, fingerprint: string): Promise<ShownCertificate | Rejection>
}

/** Identified by the SHA-256 of its public key, in hexadecimal. */
export type ShownCertificate = Omit<KnownCertificate, 'keyHash'> & { readonly fingerprint: string }
export type BoundCertificate = Pick<ShownCertificate, 'fingerprint' | 'subject' | 'notAfterMs'> & {
  /** Whether the merchant already had that key. */
  readonly isRenewed: boolean
}

export const shownCertificate = ({ keyHash, ...known }: KnownCertificate): ShownCertificate => ({
  fingerprint: keyHash.toString('hex'),
  ...known,
})

export function createCertificateAdministration(
  dependencies: AdministrationDependencies & { readonly clock: Clock },
): CertificateAdministration {
  const { store, clock } = dependencies
  return {
    list: merchantId =>
      withMerchant(dependencies, merchantId, async merchant =>
        (await store.certificates(merchant)).map(shownCertificate),
      ),

    bind: (merchantId, pem) =>
      withMerchant(dependencies, merchantId, async merchant => {
        const certificate = readUsable(pem, clock.now().getTime())
        if (isRejection(certificate)) return certificate
        const { keyHash, subject, notAfterMs } = certificate
        const fingerprint = keyHash.toString('hex')
        const details = { fingerprint, subject, notAfter: new Date(notAfterMs).toISOString() }
        const entry = auditEntryOf(dependencies, 'certificate.bind', merchant, details)
        const binding = await store.bindCertificate(merchant, { keyHash, subject, notAfterMs }, entry)
        if (binding === 'revoked')
          return invalid('certificate', 'That key was revoked, and stays so: make a new key.')
        return { fingerprint, subject, notAfterMs, isRenewed: binding === 'renewed' }
      }),

    revoke: (merchantId, fingerprint) =>
      withMerchant(dependencies, merchantId, async merchant => {
        const found = fitting(await store.certificates(merchant), fingerprint)
        if (isRejection(found)) return found
        const { keyHash } = found
        const details = { fingerprint: keyHash.toString('hex'), subject: found.subject }
        const entry = auditEntryOf(dependencies, 'certificate.revoke', merchant, details)
        const revokedAtMs = await store.revokeCertificate(merchant, keyHash, entry)
        if (revokedAtMs !== undefined) return shownCertificate({ ...found, revokedAtMs })
        return invalid('fingerprint', 'That certificate was revoked before.', fingerprint)
      }),
  }
}

const pemLengthMax = 65_536

function readUsable(pem: string, nowMs: number) {
  const certificates = pem.length > pemLengthMax ? 0 : pem.split('-----BEGIN CERTIFICATE-----').length - 1
  if (certificates > 1)
    return invalid(
      'certificate',
      `There are ${certificates} certificates in it: give only the merchant's own.`,
    )
  const certificate = certificates === 1 ? readCertificate(pem) : undefined
  if (certificate === undefined)
    return invalid('certificate', 'It must be a certificate in PEM form: -----BEGIN CERTIFICATE----- …')
  if (certificate.isAuthority)
    return invalid('certificate', "It is an authority's, which issues others: give the merchant's own.")
  if (certificate.notAfterMs <= nowMs)
    return invalid('certificate', `It expired at ${new Date(certificate.notAfterMs).toISOString()}.`)
  if (holdsCardData(certificate.subject))
    return invalid('certificate', 'Its subject must not hold card data.')
  return certificate
}

const beginningMin = 8

function fitting(certificates: readonly KnownCertificate[], text: string): KnownCertificate | Rejection {
  const digits = text.toLowerCase().replaceAll(':', '')
  if (!/^[0-9a-f]*$/.test(digits) || digits.length < beginningMin)
    return invalid('fingerprint', `It must be hexadecimal digits, at least the first ${beginningMin}.`, text)
  const found = certificates.filter(({ keyHash }) => keyHash.toString('hex').startsWith(digits))
  const [first] = found
  if (first === undefined) return invalid('fingerprint', 'The merchant has no such certificate.', text)
  return found.length === 1 ? first : invalid('fingerprint', 'It fits several: give more digits.', text)
}

export interface PasswordAdministration {
  list(merchantId: string): Promise<readonly KnownPassword[] | Rejection>
  /** Adds a password beside the one in use; its text is returned here and nowhere else. */
  add(merchantId: string): Promise<AddedPassword | Rejection>
  /** The password is refused from now on, on every node within a second. */
  retire(merchantId: string, slot: number): Promise<RetiredPassword | Rejection>
}

export type AddedPassword = {
  readonly slot: PasswordSlot
  readonly password: string
  /** The other valid passwords. */
  readonly others: readonly KnownPassword[]
}
type RetiredPassword = { readonly left: readonly KnownPassword[] }

export function createPasswordAdministration(
  dependencies: AdministrationDependencies,
): PasswordAdministration {
  const { store, pepper } = dependencies
  return {
    list: merchantId => withMerchant(dependencies, merchantId, merchant => store.passwords(merchant)),

    add: merchantId =>
      withMerchant(dependencies, merchantId, async merchant => {
        const others = await store.passwords(merchant)
        const password = newPassword()
        const entry = (slot: PasswordSlot) => auditEntryOf(dependencies, 'password.add', merchant, { slot })
        const slot = await store.addPassword(merchant, hashPassword(pepper, password), entry)
        // Nothing may fail after the commit: the text of the password would be lost.
        if (slot !== undefined) return { slot, password, others }
        return invalid('slot', 'Both passwords are in use: retire one of them first.')
      }),

    retire: (merchantId, given) =>
      withMerchant(dependencies, merchantId, async merchant => {
        const slot = slotOf(given)
        if (isRejection(slot)) return slot
        const left = (await store.passwords(merchant)).filter(known => known.slot !== slot)
        const entry = auditEntryOf(dependencies, 'password.retire', merchant, { slot })
        return (await store.retirePassword(merchant, slot, entry)) ? { left } : noPassword(slot, left)
      }),
  }
}

/** 16 random bytes cannot be guessed, so a fast hash is enough. */
export const newPassword = (): string => randomHex(16)

const slotOf = (slot: number): PasswordSlot | Rejection =>
  slot === 1 || slot === 2 ? slot : invalid('slot', 'It must be 1 or 2.', String(slot))

function noPassword(slot: PasswordSlot, left: readonly KnownPassword[]): Rejection {
  const others = left.map(known => known.slot).join(' and ')
  const hint = others === '' ? 'The merchant has none.' : `There is one in ${others}.`
  return invalid('slot', `There is no password in it. ${hint}`, String(slot))
}
