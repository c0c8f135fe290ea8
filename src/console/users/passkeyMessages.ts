// What a browser says about a passkey: JSON, read by what is needed of it.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

export function readPasskeyCreation(text: string): RegistrationResponseJSON | undefined {
  const credential = objectIn(parse(text))
  const response = objectIn(credential?.response)
  const [id, clientDataJSON, attestationObject] = [
    ...[encoded(credential?.id), encoded(response?.clientDataJSON), encoded(response?.attestationObject)],
  ]
  if (id === undefined || clientDataJSON === undefined || attestationObject === undefined) return undefined
  const transports = Array.isArray(response?.transports) ? response.transports.slice(0, 8) : []
  return {
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: {
      ...{ clientDataJSON, attestationObject },
      transports: transports.filter(transport => typeof transport === 'string'),
    },
  }
}

export type ReadAssertion = {
  readonly credentialId: Buffer
  readonly userHandle?: string
  readonly response: AuthenticationResponseJSON
}

export function readPasskeyAssertion(text: string): ReadAssertion | undefined {
  const credential = objectIn(parse(text))
  const given = objectIn(credential?.response)
  const [id, clientDataJSON] = [encoded(credential?.id), encoded(given?.clientDataJSON)]
  const [authenticatorData, signature] = [encoded(given?.authenticatorData), encoded(given?.signature)]
  if (id === undefined || clientDataJSON === undefined) return undefined
  if (authenticatorData === undefined || signature === undefined) return undefined
  const userHandle = encoded(given?.userHandle)
  return {
    credentialId: Buffer.from(id, 'base64url'),
    ...(userHandle !== undefined && { userHandle }),
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature },
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const objectIn = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined

const encoded = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,8192}$/.test(value) ? value : undefined
