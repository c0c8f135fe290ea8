// TLS of a listener: its options, and the client certificate of a connection.

import { constants } from 'node:crypto'
import { createSecureContext, type SecureContext, TLSSocket, type TlsOptions } from 'node:tls'
import { keyHashOf } from '../../certificates/readCertificate.ts'
import type { ClientCertificate } from './connections.ts'

/** The current certificate of a listener and the authorities it trusts; both may be replaced at any time. */
export type ListenerTls = {
  readonly material: () => TlsMaterial
  /** Called after each replacement. */
  readonly onChange: (act: () => void) => void
}

/**
 * Several behind one port, told apart by the name that a client asks for (SNI), each with authorities of its
 * own. A client that names none of them, or nothing, is refused.
 */
export type NamedTls = { readonly byName: ReadonlyMap<string, ListenerTls> }

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
    ...commonOptions(isForClients),
    cert: certificatePem,
    key: keyPem,
    ...(isForClients && { ca: clientAuthoritiesPem }),
  }
}

const commonOptions = (isForClients: boolean): TlsOptions => ({
  minVersion: 'TLSv1.2',
  ciphers,
  honorCipherOrder: true,
  secureOptions:
    constants.SSL_OP_NO_RENEGOTIATION |
    // A resumed session carries no client certificate: each connection must present its own.
    (isForClients ? constants.SSL_OP_NO_TICKET : 0),
  ...(isForClients && { requestCert: true, rejectUnauthorized: true }),
})

/** Without a name there is no certificate of ours, and so no handshake. */
export function namedTlsOptions({ byName }: NamedTls): TlsOptions {
  const contexts = new Map<string, SecureContext>()
  for (const [name, { material, onChange }] of byName) {
    const make = () => contexts.set(name, namedContext(material()))
    make()
    onChange(make)
  }
  return {
    ...commonOptions(true),
    SNICallback: (name, choose) => choose(null, contexts.get(name.toLowerCase())),
  }
}

function namedContext(material: TlsMaterial): SecureContext {
  if (material.clientAuthoritiesPem === undefined) throw new Error('Whoever asks by name needs authorities')
  return createSecureContext(tlsOptions(material))
}

/** The name that the client asked for in its handshake. */
export const serverNameOf = (socket: object): string | undefined =>
  socket instanceof TLSSocket && 'servername' in socket && typeof socket.servername === 'string'
    ? socket.servername.toLowerCase()
    : undefined

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
