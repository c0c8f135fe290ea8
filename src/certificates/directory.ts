import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { errorCode, StartRefusal } from '../platform/errors.ts'
import { createFile, readIfPresent, readPrivateIfPresent, replaceFile } from '../platform/files.ts'
import { makeAuthority, makeServerCertificate, type Pair } from './making.ts'
import { readCertificate } from './reading.ts'

/** A pair that lies in the data directory. */
export type KeptPair = Pair & {
  /** For whoever is to trust it: without the key, and readable by all. */
  readonly certificatePath: string
}

/** The sandbox's own authority, made when it is first needed and kept: merchants' certificates hang on it. */
export function testAuthority(dataDirectory: string, nowMs: number): Promise<KeptPair> {
  const make = () => makeAuthority({ name: 'Tollgate test authority', nowMs })
  return kept(dataDirectory, 'authority', { make, isFit: pair => isAlive(pair, nowMs) })
}

/** Self-signed; made anew well before it ends, and when it lacks a name that is wanted. */
export function serverCertificate(
  dataDirectory: string,
  names: readonly string[],
  nowMs: number,
): Promise<KeptPair> {
  const make = () => makeServerCertificate({ names, nowMs })
  const isFit = (pair: Pair) => isAlive(pair, nowMs + renewedBeforeMs) && covers(pair, names)
  return kept(dataDirectory, 'server', { make, isFit })
}

const renewedBeforeMs = 30 * 86_400_000

type Making = { readonly make: () => Promise<Pair>; readonly isFit: (pair: Pair) => boolean }

/**
 * Key and certificate lie in one file, so that no crash and no second start can leave two that do not belong
 * together; beside it the certificate alone.
 */
async function kept(
  dataDirectory: string,
  name: 'authority' | 'server',
  { make, isFit }: Making,
): Promise<KeptPair> {
  const path = join(dataDirectory, 'tls', `${name}-key.pem`)
  const certificatePath = join(dataDirectory, 'tls', `${name}.pem`)
  try {
    const text = await readPrivateIfPresent(path)
    const found = text === undefined ? undefined : pairIn(text)
    if (text !== undefined && found === undefined)
      throw new StartRefusal(`${path} does not hold a key and a certificate`)
    const pair = found && isFit(found) ? found : await made(path, { make, isNew: found === undefined })
    if ((await readIfPresent(certificatePath)) !== pair.certificatePem)
      await replaceFile(certificatePath, pair.certificatePem, 0o644)
    return { ...pair, certificatePath }
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(`${path} can be neither read nor made (${errorCode(error)})`)
  }
}

type Remaking = { readonly make: Making['make']; readonly isNew: boolean }

/** Of two that start at once, the second takes what the first has made. */
async function made(path: string, { make, isNew }: Remaking): Promise<Pair> {
  const fresh = await make()
  const text = fresh.keyPem + fresh.certificatePem
  if (isNew) return pairIn(await createFile(path, text)) ?? fresh
  await replaceFile(path, text)
  return fresh
}

function pairIn(text: string): Pair | undefined {
  const [keyPem] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/.exec(text) ?? []
  const [certificatePem] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/.exec(text) ?? []
  return keyPem !== undefined && certificatePem !== undefined && readCertificate(certificatePem)
    ? { keyPem, certificatePem }
    : undefined
}

const isAlive = ({ certificatePem }: Pair, nowMs: number): boolean =>
  (readCertificate(certificatePem)?.notAfterMs ?? 0) > nowMs

function covers({ certificatePem }: Pair, names: readonly string[]): boolean {
  const certificate = new X509Certificate(certificatePem)
  return names.every(name => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)))
}
