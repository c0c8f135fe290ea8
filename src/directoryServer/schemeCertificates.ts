// Keys and certificates of a scheme: its authority, both ends of its own connections, and what a gateway
// needs to connect to it. They are made at the first start and kept in a folder.

import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CertificatePair,
  issueClientCertificate,
  issueServerCertificate,
  makeAuthority,
} from '../certificates/ownCertificates.ts'
import { readCertificate } from '../certificates/readCertificate.ts'
import { readIfPresent, readPrivateIfPresent, replaceFile } from '../platform/files.ts'
import { randomHex } from '../platform/ids.ts'

export type SchemeCertificates = {
  readonly authority: CertificatePair
  /** Of the directory server's listener. */
  readonly server: CertificatePair
  /** With which the directory server delivers results. */
  readonly client: CertificatePair
  /** What belongs to the gateway, as files. */
  readonly gateway: GatewayCertificateFiles
}

export type GatewayCertificateFiles = {
  readonly authorities: string
  readonly client: CertificateFiles
  readonly results: CertificateFiles
}
type CertificateFiles = { readonly certificate: string; readonly key: string }

type WantedSchemeCertificates = {
  readonly folder: string
  readonly scheme: string
  /** Under which the servers here and the gateway's listener are reached. */
  readonly names: readonly string[]
  readonly nowMs: number
}

export async function schemeCertificates(wanted: WantedSchemeCertificates): Promise<SchemeCertificates> {
  const folder = join(wanted.folder, wanted.scheme)
  if (!existsSync(folder)) await makeAside(wanted, folder)
  return keptCertificates(wanted, folder)
}

/** All at once: a server and a settings file that are made at the same time must not have two authorities. */
async function makeAside(wanted: WantedSchemeCertificates, folder: string): Promise<void> {
  const aside = `${folder}.${randomHex(4)}.new`
  await keptCertificates(wanted, aside)
  await rename(aside, folder).catch(() => rm(aside, { recursive: true, force: true }))
}

async function keptCertificates(
  { scheme, names, nowMs }: WantedSchemeCertificates,
  folder: string,
): Promise<SchemeCertificates> {
  const files = (name: string): CertificateFiles => ({
    ...{ certificate: join(folder, `${name}.pem`), key: join(folder, `${name}-key.pem`) },
  })
  const kept = (name: string, make: () => Promise<CertificatePair>, issuer?: CertificatePair) =>
    findOrMake(files(name), { make, issuer, nowMs })
  const authority = await kept('authority', () => makeAuthority({ name: `${scheme} authority`, nowMs }))
  const server = () => issueServerCertificate(authority, { names, nowMs })
  const client = (name: string) => () => issueClientCertificate(authority, { name, nowMs })
  await kept('gateway-client', client(`${scheme} gateway`), authority)
  await kept('gateway-results', server, authority)
  return {
    authority,
    server: await kept('directory-server', server, authority),
    client: await kept('directory-client', client(`${scheme} directory server`), authority),
    gateway: {
      authorities: files('authority').certificate,
      client: files('gateway-client'),
      results: files('gateway-results'),
    },
  }
}

type KeptPair = {
  readonly make: () => Promise<CertificatePair>
  /** Absent: it is an authority. */
  readonly issuer: CertificatePair | undefined
  readonly nowMs: number
}

async function findOrMake(
  { certificate, key }: CertificateFiles,
  wanted: KeptPair,
): Promise<CertificatePair> {
  const [certificatePem, keyPem] = [await readIfPresent(certificate), await readPrivateIfPresent(key)]
  if (certificatePem !== undefined && keyPem !== undefined && isFit(certificatePem, wanted))
    return { certificatePem, keyPem }
  const made = await wanted.make()
  await replaceFile(key, made.keyPem)
  await replaceFile(certificate, made.certificatePem, 0o644)
  return made
}

const renewedBeforeMs = 30 * 86_400_000

function isFit(certificatePem: string, { issuer, nowMs }: KeptPair): boolean {
  const read = readCertificate(certificatePem)
  if (read === undefined || read.notAfterMs < nowMs + renewedBeforeMs) return false
  return issuer === undefined || read.issuer === readCertificate(issuer.certificatePem)?.subject
}
