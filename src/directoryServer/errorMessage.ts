// Error messages of the protocol (Erro).

import type { WireMessage } from './tables/forms.ts'

/** What was wrong: a code of the protocol, and which fields or values. */
export type ProtocolError = { readonly code: string; readonly detail: string }

/** D a directory server, A an issuer's access control server. */
export type ErrorComponent = 'D' | 'A'

const idNames = ['threeDSServerTransID', 'acsTransID', 'dsTransID'] as const

export type ErrorContext = {
  readonly component: string
  /** The message that it is about, if it could be read. */
  readonly about?: WireMessage | undefined
  readonly version: string
  /** Ids that the sender knows beyond those of the message. */
  readonly ids?: Readonly<Record<string, string>>
}

export function errorMessageOf(
  { code, detail }: ProtocolError,
  { component, about = {}, version, ids = {} }: ErrorContext,
): WireMessage {
  const { messageType } = about
  const known = idNames.flatMap(name => {
    const id = ids[name] ?? about[name]
    return typeof id === 'string' && id.length === 36 ? [[name, id]] : []
  })
  return {
    messageType: 'Erro',
    messageVersion: version,
    ...Object.fromEntries(known),
    errorCode: code,
    errorComponent: component,
    errorDescription: descriptions[code] ?? 'It cannot be processed.',
    errorDetail: detail.slice(0, 2_048) || 'none',
    ...(typeof messageType === 'string' && messageType.length <= 4 && { errorMessageType: messageType }),
  }
}

const descriptions: Readonly<Record<string, string>> = {
  101: 'It is no message, or not one for this receiver.',
  102: 'This version is not supported.',
  103: 'Card ranges were asked for too often.',
  201: 'A required element is missing.',
  202: 'A critical extension is not understood.',
  203: 'An element has a wrong form or value, or must not be there.',
  204: 'An element is there twice.',
  205: 'Card ranges overlap.',
  206: 'An action on a card range is impossible.',
  207: 'A value is reserved.',
  301: 'There is no such transaction, or it is there already.',
  302: 'Data cannot be decrypted.',
  303: 'Access is denied, or the endpoint is not known.',
  304: 'An ISO code is not valid.',
  305: 'Data of the transaction are not valid.',
  306: 'The merchant category code is not valid.',
  307: 'The serial number is not valid.',
  312: 'The message was received before.',
  313: 'No result was expected.',
  314: 'A challenge was already requested.',
  315: 'The challenge is over.',
  402: 'It took too long.',
  403: 'The system fails for now.',
  404: 'The system fails.',
  405: 'The connection failed.',
}
