// Secrets of the provider link: read from files, and read again while they are in use.

import { UseRefusal } from '../../platform/errors.ts'
import { readPrivate } from '../../platform/files.ts'
import { isProtocolSecret } from '../protocol/signature.ts'
import type { ProviderSettings } from './settings.ts'

/** Of one provider: who signs with them is in the name. */
export type ProviderSecrets = { readonly gateway: readonly string[]; readonly provider: readonly string[] }

export async function readProviderSecrets(settings: SecretFiles): Promise<ProviderSecrets> {
  const [gateway, provider] = await Promise.all([
    Promise.all(settings.gatewaySecrets.map(readProviderSecret)),
    Promise.all(settings.providerSecrets.map(readProviderSecret)),
  ])
  if (provider.some(secret => gateway.includes(secret)))
    throw new UseRefusal('A secret is that of both sides: each needs its own.')
  return { gateway, provider }
}

type SecretFiles = Pick<ProviderSettings, 'gatewaySecrets' | 'providerSecrets'>

export const areSameSecrets = (one: ProviderSecrets, other: ProviderSecrets): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Of a file that only this user can read. What it holds is never part of a message. */
export async function readProviderSecret(path: string): Promise<string> {
  const secret = (await readPrivate(path)).trim()
  if (isProtocolSecret(secret)) return secret
  throw new UseRefusal(`${path} must hold one secret: whsec_ and 24 to 64 bytes in base64`)
}
