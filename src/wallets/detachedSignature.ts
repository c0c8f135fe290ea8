// Detached signatures as wallets make them: CMS signed data (RFC 5652) with ECDSA and SHA-256, and the two
// certificates that lead to a root that the operator trusts.

import { createHash, verify, X509Certificate } from 'node:crypto'
import type { BaseBlock } from 'asn1js'

/** Who may sign: certificates are recognised by extensions that only the wallet's authority gives them. */
export type TrustedSigner = {
  readonly root: X509Certificate
  /** Object identifiers; what the extensions contain does not matter. */
  readonly leafMarker: string
  readonly intermediateMarker: string
}

export type VerifiedSignature = { readonly signedAtMs: number }

/** Undefined unless the signer signed exactly this content. Certificates must be valid when it was signed. */
export async function verifyDetached(
  signature: Buffer,
  content: Buffer,
  signer: TrustedSigner,
): Promise<VerifiedSignature | undefined> {
  try {
    const signed = await readSignedData(signature)
    const leaf = trustedLeaf(signed.certificates, signer, signed.signedAtMs)
    if (!leaf || !signed.digest.equals(sha256(content))) return undefined
    const key = { key: leaf.publicKey, dsaEncoding: 'der' } as const
    const isSigned = verify('sha256', signed.attributes, key, signed.value)
    return isSigned ? { signedAtMs: signed.signedAtMs } : undefined
  } catch {
    // Not readable as what it should be; what exactly is wrong tells nobody anything.
    return undefined
  }
}

type SignedData = {
  readonly certificates: readonly MarkedCertificate[]
  readonly signedAtMs: number
  readonly digest: Buffer
  /** What the value is a signature of. */
  readonly attributes: Buffer
  readonly value: Buffer
}
type MarkedCertificate = { readonly certificate: X509Certificate; readonly markers: readonly string[] }

/** The library is loaded with the first token: most gateways have no wallets. */
async function readSignedData(bytes: Buffer): Promise<SignedData> {
  const { fromBER } = await import('asn1js')
  const { result, offset } = fromBER(bytes)
  if (offset !== bytes.length) throw new RangeError('Something follows the signature')
  const [type, explicit] = membersIn(result)
  const [, , encapsulated, certificates, signers] = membersIn(only(membersIn(explicit)))
  const info = membersIn(only(membersIn(signers)))
  const [, , digestAlgorithm, attributes, signatureAlgorithm, value] = info
  const [contentType, ...content] = membersIn(encapsulated)
  const [digestType, signatureType] = [digestAlgorithm, signatureAlgorithm].map(one => membersIn(one)[0])
  const types = [type, contentType, digestType, signatureType].map(identifierIn)
  if (types.join() !== expectedTypes.join() || content.length > 0)
    throw new RangeError('It is signed in another way')
  const signed = membersIn(attributes).map(membersIn)
  const attribute = (id: string) => {
    const [, values] = only(signed.filter(([name]) => identifierIn(name) === id))
    return only(membersIn(values))
  }
  return {
    certificates: membersIn(certificates).map(readMarked),
    signedAtMs: timeIn(attribute(signingTimeId)),
    digest: octetsIn(attribute(messageDigestId)),
    attributes: setOf(membersIn(attributes).map(({ valueBeforeDecodeView }) => valueBeforeDecodeView)),
    value: octetsIn(value),
  }
}

/** Signed data; of plain data; by SHA-256; with ECDSA. */
const expectedTypes = [
  ...['1.2.840.113549.1.7.2', '1.2.840.113549.1.7.1'],
  ...['2.16.840.1.101.3.4.2.1', '1.2.840.10045.4.3.2'],
]
const messageDigestId = '1.2.840.113549.1.9.4'
const signingTimeId = '1.2.840.113549.1.9.5'

/** The extensions are the last part of what is certified. */
function readMarked(node: BaseBlock): MarkedCertificate {
  const [certified] = membersIn(node)
  const extensions = membersIn(only(membersIn(membersIn(certified).at(-1))))
  const markers = extensions.map(extension => identifierIn(membersIn(extension)[0]))
  return { certificate: new X509Certificate(node.valueBeforeDecodeView), markers }
}

function membersIn(node: BaseBlock | undefined): readonly BaseBlock[] {
  const members: unknown = node && 'value' in node.valueBlock ? node.valueBlock.value : undefined
  if (!Array.isArray(members)) throw new RangeError('It has no members')
  return members
}

function only<Item>(items: readonly Item[]): Item {
  const [item, ...others] = items
  if (item === undefined || others.length > 0) throw new RangeError('There must be one')
  return item
}

const identifierIn = (node: BaseBlock | undefined): string => String(node?.valueBlock)

function octetsIn(node: BaseBlock | undefined): Buffer {
  if (node && 'valueHexView' in node.valueBlock && node.valueBlock.valueHexView instanceof Uint8Array)
    return Buffer.from(node.valueBlock.valueHexView)
  throw new RangeError('It has no octets')
}

function timeIn(node: BaseBlock): number {
  if ('toDate' in node && typeof node.toDate === 'function') return Number(node.toDate())
  throw new RangeError('It is no time')
}

/** They are signed as a set (RFC 5652, 5.4), although they are transported under another tag. */
function setOf(members: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(members)
  const { length } = content
  const longer = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(0x31, ...(length < 0x80 ? [length] : longer)), content])
}

/** The certificate of the signer, if an unbroken chain leads from it to the root. */
function trustedLeaf(
  certificates: readonly MarkedCertificate[],
  { root, leafMarker, intermediateMarker }: TrustedSigner,
  atMs: number,
): X509Certificate | undefined {
  const marked = (marker: string) => certificates.find(({ markers }) => markers.includes(marker))?.certificate
  const [leaf, intermediate] = [marked(leafMarker), marked(intermediateMarker)]
  if (!leaf || !intermediate || leaf.ca || !intermediate.ca) return undefined
  const isChain = isIssuedBy(leaf, intermediate) && isIssuedBy(intermediate, root)
  return isChain && [leaf, intermediate, root].every(one => isValidAt(one, atMs)) ? leaf : undefined
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

const isValidAt = ({ validFrom, validTo }: X509Certificate, atMs: number): boolean =>
  Date.parse(validFrom) <= atMs && atMs <= Date.parse(validTo)

const sha256 = (content: Buffer): Buffer => createHash('sha256').update(content).digest()
