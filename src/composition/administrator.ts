import { type Administration, createAdministration } from '../administration/administration.ts'
import { auditedSecrets } from '../administration/auditedSecrets.ts'
import { chainWith } from '../administration/chain.ts'
import type { SecretStore } from '../notifications/port.ts'
import { newSecret, sealSecret } from '../notifications/secrets.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'
import { createMerchantBox } from '../vault/merchantBox.ts'

/** What an operator does, put together on an open store: for the gateway itself and for the command line. */
export function createAdministrator({ store, keyring, actor }: AdministratorParts): Administration {
  const digest = chainWith(keyring.secrets.audit)
  const box = createMerchantBox(keyring.notifications)
  return createAdministration({
    store: store.administration(digest),
    digest,
    pepper: keyring.secrets.passwordPepper,
    async makeSecret(owner, kind) {
      const secret = newSecret(kind)
      return { secret, sealed: await sealSecret(box, owner, { kind, secret }) }
    },
    actor,
  })
}

export type AdministratorParts = {
  readonly store: Store
  readonly keyring: Keyring
  /** In whose name everything is done. */
  readonly actor: string
}

/** For what makes secrets when they are first needed: each is in the audit log too. */
export function keptSecrets({ store, keyring, actor }: AdministratorParts): SecretStore {
  return auditedSecrets(store.secrets, store.administration(chainWith(keyring.secrets.audit)), actor)
}
