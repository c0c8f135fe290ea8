// Managing users of the console, for the console itself and for the command line.

import { createEntryDigest } from '../administration/auditLog.ts'
import { actorOf } from '../administration/context.ts'
import type { ConsoleUsers } from '../commands/context.ts'
import { createUserAdministration, type UserAdministration } from '../console/users/userAdministration.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'

export function openUserAdministration({ store, keyring }: UserAdministrationParts): UserAdministration {
  return createUserAdministration({
    store: store.users(createEntryDigest(keyring.secrets.audit)),
    isMerchant: async merchantId => (await store.merchants.find(merchantId)) !== undefined,
  })
}

type UserAdministrationParts = { readonly store: Store; readonly keyring: Keyring }

/** Whoever has the command line is above everybody. */
export function openConsoleUsers(parts: UserAdministrationParts & { readonly actor: string }): ConsoleUsers {
  const by = { actor: actorOf(parts.actor), isAbove: true }
  const users = openUserAdministration(parts)
  return {
    list: wanted => users.list(wanted),
    invite: user => users.invite(user, by),
    change: (user, wanted) => users.change(user, wanted, by),
    reset: user => users.reset(user, by),
  }
}
