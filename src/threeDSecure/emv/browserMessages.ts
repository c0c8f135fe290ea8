// What the payer's browser carries between this server and the issuer's: base64url of JSON. It is written
// without padding and read with and without; anybody with the browser can read and forge it.

import { type ChallengeWindowSize, challengeWindowSizes } from '../redirect.ts'
import { type MessageReading, readMessage, writeMessage } from './codec.ts'
import { isFields } from './messages/row.ts'
import type { ProtocolVersion } from './settings.ts'

type MethodRun = { readonly serverTransactionId: string; readonly notificationUrl: string }

/** For the method frame: `threeDSMethodData`. */
export const methodDataOf = ({ serverTransactionId, notificationUrl }: MethodRun): string =>
  encoded(
    JSON.stringify({
      threeDSServerTransID: serverTransactionId,
      threeDSMethodNotificationURL: notificationUrl,
    }),
  )

/** The transaction whose method frame is done, as the issuer's server posts it; undefined if it says none. */
export function methodDoneOf(threeDSMethodData: string): string | undefined {
  try {
    const value: unknown = JSON.parse(decoded(threeDSMethodData) ?? '')
    const id = isFields(value) ? value.threeDSServerTransID : undefined
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

export type BegunChallenge = {
  readonly version: ProtocolVersion
  readonly serverTransactionId: string
  readonly acsTransactionId: string
  /** As the API names it; the whole screen unless given. */
  readonly windowSize?: unknown
}

/** For the challenge frame: `creq`. The same challenge gets the same text, also after a reload. */
export function creqOf({
  version,
  serverTransactionId,
  acsTransactionId,
  windowSize,
}: BegunChallenge): string {
  const size = challengeWindowSizes.find(each => each === windowSize) ?? 'FULL_SCREEN'
  const content = {
    threeDSServerTransID: serverTransactionId,
    acsTransID: acsTransactionId,
    challengeWindowSize: windowSizeCodes[size],
  }
  return encoded(writeMessage('CReq', version, content))
}

const windowSizeCodes: Readonly<Record<ChallengeWindowSize, string>> = {
  '250_X_400': '01',
  '390_X_400': '02',
  '500_X_600': '03',
  '600_X_400': '04',
  FULL_SCREEN: '05',
}

/** What came back as `cres` (or as `erro`): a hint that there is news, and nothing more. */
export const readCres = (cres: string, version: ProtocolVersion): MessageReading<'CRes' | 'Erro'> =>
  readMessage(decoded(cres) ?? '', { kinds: ['CRes', 'Erro'], version })

const encoded = (json: string): string => Buffer.from(json).toString('base64url')

const longest = 100_000
function decoded(text: string): string | undefined {
  if (text.length > longest || !/^[A-Za-z0-9_-]+={0,2}$/.test(text)) return undefined
  return Buffer.from(text, 'base64url').toString('utf8')
}
