import type { ProtocolVersion } from '../../../src/threeDSecure/emv/settings.ts'

/** What an issuer says of a payer: all that merchants and acquirers may ever hear of it. */
export type Word = {
  readonly status: 'Y' | 'A' | 'N' | 'R' | 'U'
  readonly reason?: string
  /** How a challenge ended that the payer did not finish. */
  readonly cancel?: string
  readonly eci?: string
  readonly proof?: string
}

/** No two proofs are equal, so that one can be told from another wherever it turns up. */
export function wordOf(status: Word['status'], number: number): Word {
  if (status !== 'Y' && status !== 'A') return { status, reason: '01' }
  const proof = Buffer.alloc(20)
  proof.writeUInt32BE(number)
  return { status, eci: status === 'Y' ? '05' : '06', proof: proof.toString('base64') }
}

/** Nobody came within half a minute (05), or whoever came never finished (04). */
export const gaveUp = (cancel: '04' | '05'): Word => ({ status: 'N', reason: '14', cancel })

/** The payer did not want to. */
export const cancelled: Word = { status: 'N', reason: '01', cancel: '01' }

export const isSameWord = (one: Word, other: Word): boolean => names.every(name => one[name] === other[name])
const names = ['status', 'reason', 'cancel', 'eci', 'proof'] as const

/** The ids of one authentication, as the three parties to it call it. */
export type MessageIds = {
  readonly threeDSServerTransID: string
  readonly acsTransID: string
  readonly dsTransID: string
}

/** Undefined: the payer has to be challenged. */
export function aresText(version: ProtocolVersion, ids: MessageIds, word: Word | undefined): string {
  return JSON.stringify({
    ...{ messageType: 'ARes', messageVersion: version, ...ids },
    ...{ acsReferenceNumber: 'ISSUER', dsReferenceNumber: 'SCHEME' },
    ...(word
      ? said(word)
      : { transStatus: 'C', acsURL: 'https://issuer.example/challenge', acsChallengeMandated: 'N' }),
    ...(!word && methodIn(version)),
  })
}

export function rreqText(version: ProtocolVersion, ids: MessageIds, word: Word): string {
  const isDecided = word.status === 'Y' || word.status === 'N'
  return JSON.stringify({
    ...{ messageType: 'RReq', messageVersion: version, ...ids, messageCategory: '01' },
    ...{ ...said(word), interactionCounter: '01' },
    ...(word.cancel !== undefined && { challengeCancel: word.cancel }),
    ...(isDecided && methodIn(version)),
  })
}

const methodIn = (version: ProtocolVersion) =>
  version === '2.3.1' ? { authenticationMethod: ['02'] } : { authenticationType: '02' }

const said = ({ status, reason, eci, proof }: Word) => ({
  transStatus: status,
  ...(reason !== undefined && { transStatusReason: reason }),
  ...(eci !== undefined && { eci }),
  ...(proof !== undefined && { authenticationValue: proof }),
})
