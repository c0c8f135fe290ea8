import type { Rejection } from '../../orders/rejection.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Credentials, type KeyDirectory, type MerchantDirectory, notForPages } from './credentials.ts'

type CertificateParts = {
  readonly directory: MerchantDirectory
  readonly keys: KeyDirectory
  readonly clock: Clock
}

/**
 * A caller whose certificate was found good when it connected, and whose key is bound to the merchant of the
 * path. An Authorization header says nothing here. Every refusal looks the same from outside; the log knows
 * why.
 */
export function createCertificateCredentials({ directory, keys, clock }: CertificateParts): Credentials {
  return {
    async check({ certificate, merchantId, isOfForeignPage }) {
      if (certificate === undefined) return rejected('No certificate was presented.')
      // A connection may outlive the certificate it was made with.
      if (certificate.notAfterMs <= clock.now().getTime()) return rejected('The certificate has expired.')
      const owner = await keys.ownerOfKey(certificate.keyHash)
      if (owner === undefined) return rejected('The certificate is bound to no merchant.')
      if (owner.isRevoked) return rejected('The certificate was revoked.')
      if (owner.merchantId !== merchantId) return rejected('The certificate is of another merchant.')
      const access = await directory.find(merchantId)
      // Browsers present certificates by themselves, whoever makes them call.
      if (isOfForeignPage) return notForPages
      return access ? { ...access, isCertified: true } : rejected('The merchant of the certificate is gone.')
    },
    countFailure: async () => undefined,
  }
}

/** The caller learns a support code, the log the reason. */
const rejected = (explanation: string): Rejection => ({
  kind: 'rejection',
  cause: 'REQUEST_REJECTED',
  explanation,
})
