// The certificates and keys of one directory server, read again while they are in use.

import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { readCertificates } from '../certificates/readCertificate.ts'
import { openReloadable, type Reloadable } from '../certificates/reloadable.ts'
import { readPrivate } from '../platform/files.ts'
import type { Log } from '../platform/log.ts'
import type { DirectoryServer } from '../threeDSecure/emv/settings.ts'

/** Everything of the files of one directory server, as texts. */
export type DirectoryCertificates = {
  readonly tls: { readonly certificate: string; readonly key: string; readonly authorities: string }
  readonly results: { readonly certificate: string; readonly key: string }
}

export async function openDirectoryCertificates(
  { name, tls, results }: Pick<DirectoryServer, 'name' | 'tls' | 'results'>,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<Reloadable<DirectoryCertificates>> {
  const text = (path: string) => readFile(path, 'utf8')
  const reloadable = await openReloadable<DirectoryCertificates>({
    read: async () =>
      wholeOnly({
        tls: {
          certificate: await text(tls.certificate),
          key: await readPrivate(tls.key),
          authorities: await text(tls.authorities),
        },
        results: { certificate: await text(results.certificate), key: await readPrivate(results.key) },
      }),
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    everyMs: 5_000,
    warn: reason => log.warn('certificates', { name, reason }),
  })
  reloadable.onChange(() => log.info('certificates', { name, reason: 'They were exchanged.' }))
  return reloadable
}

/**
 * Files are replaced one after the other, and may be cut off: what does not belong together does not take the
 * place of what does. Without authorities, those of the web would be trusted.
 */
function wholeOnly(material: DirectoryCertificates): DirectoryCertificates {
  const { tls, results } = material
  for (const pem of [tls.certificate, tls.authorities, results.certificate])
    if (readCertificates(pem) === undefined) throw new Error('A file must hold certificates, each whole.')
  for (const { certificate: cert, key } of [tls, results])
    createSecureContext({ cert, key, ca: tls.authorities })
  return material
}
