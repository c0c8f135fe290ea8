// Asks the browser for a passkey, or for a new one.

import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** The browser's answer as JSON; undefined when its user did not show one. */
export const showPasskey = (optionsJSON: RequestOptions): Promise<string | undefined> =>
  startAuthentication({ optionsJSON }).then(JSON.stringify, () => undefined)

export const makePasskey = (optionsJSON: CreationOptions): Promise<string | undefined> =>
  startRegistration({ optionsJSON }).then(JSON.stringify, () => undefined)

/** Browsers have passkeys for the name of a host and the names below it. */
export const isForThisHost = (rpId: string | undefined): boolean =>
  rpId !== undefined && (location.hostname === rpId || location.hostname.endsWith(`.${rpId}`))

/** This page at the name that passkeys are for; with what is behind the #. */
export function addressAt(rpId: string): string {
  const address = new URL(location.href)
  address.hostname = rpId
  return address.href
}
