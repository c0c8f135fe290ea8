import { constants } from 'node:crypto'
import { TLSSocket, type TlsOptions } from 'node:tls'
import { keyHashOf } from '../../certificates/readCertificate.ts'
import type { ClientCertificate } from './connections.ts'

/** What a listener shows and whom it believes: as it is now, for it may be exchanged at any time. */
export type ListenerTls = {
  readonly material: () => TlsMaterial
  /** Called after each exchange. */
  readonly onChange: (act: () => void) => void
}

export type TlsMaterial = {
  /** With the intermediate ones behind it. */
  readonly certificatePem: string
  readonly keyPem: string
  /** Whose client certificates are good: only who presents one of theirs gets in. */
  readonly clientAuthoritiesPem?: string
}

export function tlsOptions({ certificatePem, keyPem, clientAuthoritiesPem }: TlsMaterial): TlsOptions {
  const isForClients = clientAuthoritiesPem !== undefined
  return {
    cert: certificatePem,
    key: keyPem,
    minVersion: 'TLSv1.2',
    ciphers,
    honorCipherOrder: true,
    secureOptions:
      constants.SSL_OP_NO_RENEGOTIATION |
      // A session that is taken up again brings no certificate: each connection proves itself anew.
      (isForClients ? constants.SSL_OP_NO_TICKET : 0),
    ...(isForClients && { ca: clientAuthoritiesPem, requestCert: true, rejectUnauthorized: true }),
  }
}

/** Forward secrecy and authenticated encryption, whatever the client would settle for. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

/** Undefined unless the handshake itself found a certificate good: nothing that was remembered counts. */
export function clientCertificateOf(socket: TLSSocket): ClientCertificate | undefined {
  const certificate = socket.authorized && !socket.isSessionReused() && socket.getPeerX509Certificate()
  if (!certificate) return undefined
  try {
    return { keyHash: keyHashOf(certificate), notAfterMs: Date.parse(certificate.validTo) }
  } catch {
    // A kind of key that cannot be read here: it can be bound to nobody.
    return undefined
  }
}

export const isEncrypted = (socket: object): boolean => socket instanceof TLSSocket
