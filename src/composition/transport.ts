// TLS of the public listeners: certificates from files or a test certificate of the sandbox, and reloading
// them.

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { createSecureContext } from 'node:tls'
import { type CertificatePair, serverCertificate, testAuthority } from '../certificates/ownCertificates.ts'
import { readCertificate, readCertificates } from '../certificates/readCertificate.ts'
import { openReloadable, type Reloadable } from '../certificates/reloadable.ts'
import type { Config } from '../config/settings.ts'
import type { ListenerTransport } from '../http/api/listener.ts'
import { isLoopback } from '../http/policy/hostNames.ts'
import { type TlsMaterial, tlsOptions } from '../http/transport/tls.ts'
import type { Clock } from '../platform/clock.ts'
import { errorCode, StartRefusal, UseRefusal } from '../platform/errors.ts'
import { readPrivate } from '../platform/files.ts'
import type { Log } from '../platform/log.ts'
import { isLoopbackHost } from '../standards/url.ts'

/** The transport of each public listener. */
export type OpenTransport = {
  /** Absent: without TLS. */
  readonly usual?: ListenerTransport
  /** Absent: no client certificates. */
  readonly forCertificates?: ListenerTransport
  /** The file that callers must be configured to trust, where no public authority issued the certificate. */
  readonly certificatePath?: string
  /** The file of the sandbox's own authority. */
  readonly authorityPath?: string
  /** Whether a certificate is the one that these listeners present. */
  readonly isOwn: (certificate: Buffer) => boolean
  /** When the presented certificate expires, in milliseconds since 1970. */
  readonly endsAtMs: () => number | undefined
  /** Reads certificates and keys again at once. */
  readonly reload: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type TransportConfig = Pick<
  Config,
  | 'certificatePort'
  | 'clientCa'
  | 'dataDirectory'
  | 'host'
  | 'publicUrl'
  | 'tls'
  | 'tlsCertificate'
  | 'tlsKey'
>

type TransportDependencies = { readonly log: Log; readonly clock: Clock; readonly everyMs?: number }

export async function openTransport(
  config: TransportConfig,
  dependencies: TransportDependencies,
): Promise<OpenTransport> {
  const { tls, certificatePort } = config
  if (tls === 'off' && certificatePort === undefined) return plainTransport
  const { log, clock, everyMs = 5_000 } = dependencies
  const shown = await openReloadable({
    read: () => readShown(config, clock.now().getTime()),
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    everyMs,
    warn: reason => log.warn('certificates', { reason }),
  })
  const endsAtMs = () => readCertificate(shown.current().certificatePem)?.notAfterMs
  if ((endsAtMs() ?? 0) <= clock.now().getTime())
    log.warn('certificates', { reason: 'The certificate of this gateway has expired.' })
  shown.onChange(() => log.info('certificates', { reason: 'They were exchanged.' }))
  const { certificatePath, authorityPath } = shown.current()
  return {
    ...(tls !== 'off' && { usual: { tls: tlsOf(shown, 'usual') } }),
    ...(certificatePort !== undefined && {
      forCertificates: { tls: tlsOf(shown, 'forCertificates'), isForCertificates: true },
    }),
    ...(certificatePath !== undefined && { certificatePath }),
    ...(authorityPath !== undefined && { authorityPath }),
    isOwn: certificate => new X509Certificate(shown.current().certificatePem).raw.equals(certificate),
    endsAtMs,
    reload: shown.reload,
    stop: async () => shown.stop(),
  }
}

const plainTransport: OpenTransport = {
  isOwn: () => false,
  endsAtMs: () => undefined,
  reload: async () => undefined,
  stop: async () => undefined,
}

/**
 * Browsers are instructed to use only TLS where a public host name is used, not on a developer's own machine.
 */
export function isSecureForPayers({ publicUrl, tls, host }: TransportConfig): boolean {
  if (publicUrl === undefined) return tls === 'files' && host !== 'localhost' && !isLoopback(host)
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !isLoopbackHost(hostname)
}

type ShownMaterial = TlsMaterial & { readonly certificatePath?: string; readonly authorityPath?: string }

function tlsOf(
  shown: Reloadable<ShownMaterial>,
  listener: 'usual' | 'forCertificates',
): ListenerTransport['tls'] {
  return {
    material() {
      const { certificatePem, keyPem, clientAuthoritiesPem = '' } = shown.current()
      return { certificatePem, keyPem, ...(listener === 'forCertificates' && { clientAuthoritiesPem }) }
    },
    onChange: shown.onChange,
  }
}

async function readShown(config: TransportConfig, nowMs: number): Promise<ShownMaterial> {
  const own = await readOwn(config, nowMs)
  const authorities = config.certificatePort === undefined ? {} : await readAuthorities(config, nowMs)
  const shown = { ...own, ...authorities }
  try {
    createSecureContext(tlsOptions(shown))
  } catch (error) {
    throw new StartRefusal(`The certificates of this gateway cannot be used (${errorCode(error)})`)
  }
  return shown
}

async function readOwn(
  config: TransportConfig,
  nowMs: number,
): Promise<CertificatePair & { readonly certificatePath?: string }> {
  const { tlsCertificate, tlsKey, dataDirectory } = config
  if (tlsCertificate === undefined || tlsKey === undefined)
    return serverCertificate(dataDirectory, namesOf(config), nowMs)
  const certificatePem = await readPem('TOLLGATE_TLS_CERTIFICATE', tlsCertificate)
  const keyPem = await readPem('TOLLGATE_TLS_KEY', tlsKey, readPrivate)
  if (readCertificates(certificatePem) === undefined)
    throw new UseRefusal(`TOLLGATE_TLS_CERTIFICATE: ${tlsCertificate} must hold certificates, each whole`)
  if (!isPair(certificatePem, keyPem))
    throw new UseRefusal(`TOLLGATE_TLS_KEY: ${tlsKey} is not the key of TOLLGATE_TLS_CERTIFICATE`)
  return { certificatePem, keyPem }
}

function isPair(certificatePem: string, keyPem: string): boolean {
  try {
    return new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(keyPem))
  } catch {
    return false
  }
}

async function readAuthorities({ clientCa, dataDirectory }: TransportConfig, nowMs: number) {
  if (clientCa === undefined) {
    const { certificatePem, certificatePath } = await testAuthority(dataDirectory, nowMs)
    return { clientAuthoritiesPem: certificatePem, authorityPath: certificatePath }
  }
  const clientAuthoritiesPem = await readPem('TOLLGATE_CLIENT_CA', clientCa)
  // In a file with several, one that is cut off would be skipped silently, with all those behind it.
  if (!readCertificates(clientAuthoritiesPem)?.every(({ isAuthority }) => isAuthority))
    throw new UseRefusal(`TOLLGATE_CLIENT_CA: ${clientCa} must hold certificates of authorities, each whole`)
  return { clientAuthoritiesPem }
}

async function readPem(setting: string, path: string, read = readText): Promise<string> {
  try {
    return await read(path)
  } catch (error) {
    if (error instanceof StartRefusal) throw new UseRefusal(`${setting}: ${error.message}`)
    throw new UseRefusal(`${setting}: ${path} cannot be read (${errorCode(error)})`)
  }
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8')

/** The host names under which callers may reach this gateway. */
function namesOf({ host, publicUrl }: TransportConfig): readonly string[] {
  const published = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')]
  const names = ['localhost', '127.0.0.1', '::1', host, hostname(), ...published].map(name =>
    name.toLowerCase(),
  )
  return [...new Set(names)].filter(name => !allAddresses.has(name) && isName(name))
}

const allAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::'])
const isName = (name: string): boolean =>
  isIP(name) === 0 ? /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/.test(name) : !name.includes('%')
