// Reading certificates from PEM text.

import { createHash, X509Certificate } from 'node:crypto'

type CertificateFacts = {
  /**
   * SHA-256 of the public key (SubjectPublicKeyInfo, DER): it stays the same when a certificate is renewed.
   */
  readonly keyHash: Buffer
  /** On one line, for people. */
  readonly subject: string
  readonly issuer: string
  readonly notBeforeMs: number
  readonly notAfterMs: number
  /** Whether it may issue other certificates. */
  readonly isAuthority: boolean
}

/** The first certificate in the text; undefined when there is none, or none that can be read. */
export function readCertificate(pem: string | Buffer): CertificateFacts | undefined {
  try {
    const certificate = new X509Certificate(pem)
    const { subject, issuer, validFrom, validTo, ca } = certificate
    return {
      keyHash: keyHashOf(certificate),
      subject: onOneLine(subject),
      issuer: onOneLine(issuer),
      notBeforeMs: Date.parse(validFrom),
      notAfterMs: Date.parse(validTo),
      isAuthority: ca,
    }
  } catch {
    return undefined
  }
}

/** Every certificate in the text, in order; undefined when there is none, or one that cannot be read. */
export function readCertificates(pem: string): readonly CertificateFacts[] | undefined {
  const blocks = pem.split(/(?=-----BEGIN CERTIFICATE-----)/).filter(block => block.startsWith('-----BEGIN'))
  const read = blocks.map(readCertificate).filter(certificate => certificate !== undefined)
  return read.length > 0 && read.length === blocks.length ? read : undefined
}

export function keyHashOf({ publicKey }: X509Certificate): Buffer {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()
}

/** The requester of the certificate chose this text: nothing in it may look like a line of our own output. */
function onOneLine(name: string | undefined): string {
  const text = (name ?? '').split('\n').join(', ')
  return [...text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')].slice(0, lengthMax).join('')
}

const lengthMax = 1_000
