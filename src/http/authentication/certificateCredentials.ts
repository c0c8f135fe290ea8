import type { Rejection } from '../../orders/rejection.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Credentials, type KeyDirectory, type MerchantDirectory, notForPages } from './credentials.ts'

type CertificateCredentialsOptions = {
  readonly directory: MerchantDirectory
  readonly keys: KeyDirectory
  readonly clock: Clock
}

/**
 * A caller whose certificate was found good when it connected, and whose key is bound to the merchant of the
 * path. An Authorization header says nothing here. Every refusal looks the same from outside; the log knows
 * why.
 */
export function createCertificateCredentials({
  directory,
  keys,
  clock,
}: CertificateCredentialsOptions): Credentials {
  return {
    async check({ certificate, merchantId, isOfForeignPage }) {
      if (certificate === undefined) return rejectedCertificate('No certificate was presented.')
      // A connection may outlive the certificate it was made with.
      if (certificate.notAfterMs <= clock.now().getTime())
        return rejectedCertificate('The certificate has expired.')
      const owner = await keys.ownerOfKey(certificate.keyHash)
      if (owner === undefined) return rejectedCertificate('The certificate is bound to no merchant.')
      if (owner.isRevoked) return rejectedCertificate('The certificate was revoked.')
      if (owner.merchantId !== merchantId)
        return rejectedCertificate('The certificate is of another merchant.')
      const access = await directory.find(merchantId)
      // Browsers present certificates by themselves, whoever makes them call.
      if (isOfForeignPage) return notForPages
      return access
        ? { ...access, isCertified: true }
        : rejectedCertificate('The merchant of the certificate is gone.')
    },
    countFailure: async () => undefined,
  }
}

/** The caller learns a support code, the log the reason. */
const rejectedCertificate = (explanation: string): Rejection => ({
  kind: 'rejection',
  cause: 'REQUEST_REJECTED',
  explanation,
})
