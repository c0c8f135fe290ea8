import 'reflect-metadata'
import { KeyObject, webcrypto, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import type { testSigner } from '../../../src/sandbox/wallet/testKeys.ts'
import type { EcV1Keys } from '../../../src/wallets/ecV1Token.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const usages = ['sign', 'verify'] as const
const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, [...usages])
type Keys = Awaited<ReturnType<typeof newKeys>>

type Certified = {
  readonly subject: string
  readonly keys: Keys
  readonly isAuthority: boolean
  readonly marker?: string | undefined
  readonly by?: { readonly subject: string; readonly keys: Keys }
}

async function certificateOf({ subject, keys, isAuthority, marker, by }: Certified): Promise<Buffer> {
  const issuer = by ?? { subject, keys }
  const made = await x509.X509CertificateGenerator.create(
    {
      ...{
        subject,
        issuer: issuer.subject,
        notBefore: new Date('2020-01-01'),
        notAfter: new Date('2099-12-31'),
      },
      ...{ publicKey: keys.publicKey, signingKey: issuer.keys.privateKey, signingAlgorithm: algorithm },
      extensions: [
        new x509.BasicConstraintsExtension(isAuthority, undefined, true),
        ...(marker === undefined ? [] : [new x509.Extension(marker, false, Buffer.from('0500', 'hex'))]),
      ],
    },
    webcrypto,
  )
  return Buffer.from(made.rawData)
}

type ChainFaults = {
  readonly isLeafAuthority?: boolean
  readonly isIntermediateAuthority?: boolean
  /** Of the same name, but with another key. */
  readonly isLeafOfOthers?: boolean
  readonly isIntermediateOfOthers?: boolean
  /** The leaf names another issuer than it has. */
  readonly leafIssuer?: string
}

/** A root, and a signer whose certificates lead to it, but for what is wrong with them. */
export async function walletChain(
  faults: ChainFaults = {},
): Promise<{ readonly root: X509Certificate; readonly signer: typeof testSigner }> {
  const [root, intermediate, leaf, other] = await Promise.all([newKeys(), newKeys(), newKeys(), newKeys()])
  const { isLeafAuthority = false, isIntermediateAuthority = true, leafIssuer = 'CN=Intermediate' } = faults
  const rootDer = await certificateOf({ subject: 'CN=Root', keys: root, isAuthority: true })
  return {
    root: new X509Certificate(rootDer),
    signer: {
      key: KeyObject.from(leaf.privateKey),
      certificate: await certificateOf({
        ...{ subject: 'CN=Leaf', keys: leaf, isAuthority: isLeafAuthority, marker: '2.999.1' },
        by: { subject: leafIssuer, keys: faults.isLeafOfOthers ? other : intermediate },
      }),
      intermediate: await certificateOf({
        ...{ subject: 'CN=Intermediate', keys: intermediate },
        ...{ isAuthority: isIntermediateAuthority, marker: '2.999.2' },
        by: { subject: 'CN=Root', keys: faults.isIntermediateOfOthers ? other : root },
      }),
    },
  }
}

export const keysTrusting = (keys: EcV1Keys, root: X509Certificate): EcV1Keys => ({
  ...keys,
  signer: { ...keys.signer, root },
})
