import type { SecretStore } from '../notifications/port.ts'
import { entryOf } from './parts.ts'
import type { AdministrationStore } from './port.ts'

/** Secrets that the gateway makes itself, when they are first needed, are in the log like an operator's. */
export function auditedSecrets(
  secrets: Pick<SecretStore, 'find'>,
  store: AdministrationStore,
  actor: string,
): SecretStore {
  return {
    find: secrets.find,
    ensure: (owner, kind, sealed) =>
      store.ensureSecret(owner, { kind, sealed }, entryOf({ actor }, 'secret.add', owner, { kind })),
    add: (owner, kind, sealed) =>
      store.addSecret(owner, { kind, sealed }, entryOf({ actor }, 'secret.add', owner, { kind })),
    async retire(owner, kind) {
      await store.retireSecret(owner, kind, entryOf({ actor }, 'secret.retire', owner, { kind }))
    },
  }
}
