/** Messages of the protocol that pass through the payer's browser: base64url of JSON. */
export const messageVersion = '2.2.0'

export type MethodMessage = { readonly serverTransactionId: string; readonly notificationUrl: string }
export type ChallengeMessage = { readonly serverTransactionId: string; readonly acsTransactionId: string }

export function writeMethodData({ serverTransactionId, notificationUrl }: MethodMessage): string {
  return encoded({ threeDSServerTransID: serverTransactionId, threeDSMethodNotificationURL: notificationUrl })
}

export function readMethodData(text: string): MethodMessage | undefined {
  const message = decoded(text)
  const { threeDSServerTransID: serverTransactionId, threeDSMethodNotificationURL: notificationUrl } = message
  const isWhole = typeof serverTransactionId === 'string' && typeof notificationUrl === 'string'
  return isWhole ? { serverTransactionId, notificationUrl } : undefined
}

/** What the issuer's frame tells when it has looked. */
export function writeMethodDone(serverTransactionId: string): string {
  return encoded({ threeDSServerTransID: serverTransactionId })
}

export function writeChallengeRequest(message: ChallengeMessage & { readonly windowSize: string }): string {
  return encoded({
    threeDSServerTransID: message.serverTransactionId,
    acsTransID: message.acsTransactionId,
    messageType: 'CReq',
    messageVersion,
    challengeWindowSize: message.windowSize,
  })
}

export function readChallengeRequest(text: string): ChallengeMessage | undefined {
  const message = decoded(text)
  const { threeDSServerTransID: serverTransactionId, acsTransID: acsTransactionId } = message
  const isWhole = typeof serverTransactionId === 'string' && typeof acsTransactionId === 'string'
  return isWhole && message.messageType === 'CReq' ? { serverTransactionId, acsTransactionId } : undefined
}

/** Says that it is over, and how; whoever wants to be sure asks the issuer. */
export function writeChallengeResult(message: ChallengeMessage & { readonly transStatus: string }): string {
  return encoded({
    threeDSServerTransID: message.serverTransactionId,
    acsTransID: message.acsTransactionId,
    messageType: 'CRes',
    messageVersion,
    transStatus: message.transStatus,
  })
}

const encoded = (message: object): string => Buffer.from(JSON.stringify(message)).toString('base64url')

const messageLengthMax = 4_096

function decoded(text: string): Readonly<Record<string, unknown>> {
  if (text.length > messageLengthMax) return {}
  try {
    const message: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof message === 'object' && message !== null ? { ...message } : {}
  } catch {
    return {}
  }
}
