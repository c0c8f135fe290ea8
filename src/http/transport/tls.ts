// TLS of a listener: its options, and the client certificate of a connection.

import { constants } from 'node:crypto'
import { TLSSocket, type TlsOptions } from 'node:tls'
import { keyHashOf } from '../../certificates/readCertificate.ts'
import type { ClientCertificate } from './connections.ts'

/** The current certificate of a listener and the authorities it trusts; both may be replaced at any time. */
export type ListenerTls = {
  readonly material: () => TlsMaterial
  /** Called after each replacement. */
  readonly onChange: (act: () => void) => void
}

export type TlsMaterial = {
  /** Followed by the intermediate certificates. */
  readonly certificatePem: string
  readonly keyPem: string
  /** The authorities whose client certificates are accepted; a client without one is refused. */
  readonly clientAuthoritiesPem?: string
}

export function tlsOptions({ certificatePem, keyPem, clientAuthoritiesPem }: TlsMaterial): TlsOptions {
  const isForClients = clientAuthoritiesPem !== undefined
  // Without any, node:tls would trust the authorities of the web.
  if (clientAuthoritiesPem?.trim() === '') throw new Error('A listener for certificates needs authorities')
  return {
    cert: certificatePem,
    key: keyPem,
    minVersion: 'TLSv1.2',
    ciphers,
    honorCipherOrder: true,
    secureOptions:
      constants.SSL_OP_NO_RENEGOTIATION |
      // A resumed session carries no client certificate: each connection must present its own.
      (isForClients ? constants.SSL_OP_NO_TICKET : 0),
    ...(isForClients && { ca: clientAuthoritiesPem, requestCert: true, rejectUnauthorized: true }),
  }
}

/** Only forward secrecy and authenticated encryption, whatever else the client would accept. */
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

/** Undefined unless this very handshake verified a certificate: a resumed session does not count. */
export function clientCertificateOf(socket: TLSSocket): ClientCertificate | undefined {
  const certificate = socket.authorized && !socket.isSessionReused() && socket.getPeerX509Certificate()
  if (!certificate) return undefined
  try {
    return { keyHash: keyHashOf(certificate), notAfterMs: Date.parse(certificate.validTo) }
  } catch {
    // This kind of key cannot be read here, so it is bound to no merchant.
    return undefined
  }
}

export const isEncrypted = (socket: object): boolean => socket instanceof TLSSocket
