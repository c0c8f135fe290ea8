// With which certificates results are delivered: the true one of a scheme, and wrong ones on command.

import {
  type CertificatePair,
  issueClientCertificate,
  makeAuthority,
} from '../certificates/ownCertificates.ts'
import { createPoster, type Poster } from './resultPost.ts'
import type { SchemeCertificates } from './schemeCertificates.ts'

/** Its own, that of another scheme, one that has expired, one of an authority nobody knows, none. */
export type PosterName = 'true' | 'other' | 'expired' | 'own' | 'none'

export type SchemePosters = {
  readonly posterOf: (scheme: string, name: PosterName) => Promise<Poster>
  /** The next scheme, or the same where there is only one. */
  readonly otherThan: (scheme: string) => string
  readonly close: () => void
}

type PosterMeans = {
  readonly certificates: ReadonlyMap<string, SchemeCertificates>
  readonly nowMs: () => number
  readonly monotonicMs: () => number
}

const dayMs = 86_400_000

export function createSchemePosters({ certificates, nowMs, monotonicMs }: PosterMeans): SchemePosters {
  const posters = new Map<string, Promise<Poster>>()
  const names = [...certificates.keys()]
  const otherThan = (scheme: string) => names[(names.indexOf(scheme) + 1) % names.length] ?? scheme
  const pairOf = async (scheme: string, name: PosterName): Promise<CertificatePair | undefined> => {
    const own = certificates.get(scheme)
    const wanted = { name: `${scheme} directory server`, nowMs: nowMs(), days: 1 }
    switch (name) {
      case 'true':
        return own?.client
      case 'other':
        return certificates.get(otherThan(scheme))?.client
      case 'expired':
        return own && issueClientCertificate(own.authority, { ...wanted, nowMs: wanted.nowMs - 2 * dayMs })
      case 'own':
        return issueClientCertificate(await makeAuthority({ ...wanted, name: 'nobody' }), wanted)
      case 'none':
        return undefined
    }
  }
  const make = async (scheme: string, name: PosterName): Promise<Poster> => {
    const authorities = [...certificates.values()].map(({ authority }) => authority.certificatePem)
    const own = certificates.get(scheme)?.authority.certificatePem ?? ''
    // A directory server accepts gateways of its own authority only; a wrong one does not mind.
    const authoritiesPem = name === 'true' ? own : authorities.join('')
    return createPoster({ ...(await pairOf(scheme, name)), authoritiesPem }, monotonicMs)
  }
  return {
    posterOf(scheme, name) {
      const key = `${scheme} ${name}`
      const known = posters.get(key) ?? make(scheme, name)
      posters.set(key, known)
      return known
    },
    otherThan,
    close() {
      for (const poster of posters.values()) void poster.then(({ close }) => close())
    },
  }
}
