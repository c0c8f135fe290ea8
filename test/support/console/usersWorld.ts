// Users on a database of their own, by a clock that tests move; hashing is cheap.

import { TOTP } from 'otpauth'
import { createEntryDigest } from '../../../src/administration/auditLog.ts'
import { totpBoxOf } from '../../../src/composition/totpBox.ts'
import { createAccount } from '../../../src/console/users/account.ts'
import type { UsersContext } from '../../../src/console/users/context.ts'
import { createInvitations } from '../../../src/console/users/invitations.ts'
import { createPasskeys } from '../../../src/console/users/passkeys.ts'
import { createPasswordHasher } from '../../../src/console/users/passwords.ts'
import { createSignIn } from '../../../src/console/users/signIn.ts'
import { hashToken } from '../../../src/console/users/tokens.ts'
import { createUserAdministration, type InvitedUser } from '../../../src/console/users/userAdministration.ts'
import { deriveUserKeys } from '../../../src/console/users/userKeys.ts'
import { isRejection } from '../../../src/orders/rejection.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { openStore } from '../../../src/store/open.ts'
import { withClient } from '../../../src/store/schema/migrate.ts'
import { configuredKeys, newKey } from '../../../src/vault/keyEncryptionKeys.ts'
import { openKeyring } from '../../../src/vault/keyring.ts'
import { createDatabase } from '../../database/database.ts'

export const here = { address: '192.0.2.7', agent: 'test' }
export const elsewhere = { address: '198.51.100.7', agent: 'test' }
export const byOperator = { actor: 'operator', isAbove: true }
export const goodPassword = 'correct horse battery'
export const relyingParty = { id: 'pay.example', origins: ['https://pay.example'] }

export type UsersWorld = Awaited<ReturnType<typeof openUsersWorld>>

export async function openUsersWorld() {
  const database = await createDatabase('external')
  const store = await openStore(database.logins)
  const keyring = await openKeyring({ keys: configuredKeys([newKey('one')]), store: store.keys })
  const keys = deriveUserKeys(Buffer.alloc(32, 7), totpBoxOf(keyring))
  let shiftMs = 0
  const now = () => new Date(systemClock.now().getTime() + shiftMs)
  const context: UsersContext = {
    ...{ store: store.users(createEntryDigest(Buffer.alloc(32, 9))), tries: store.signInTries, keys },
    passwords: createPasswordHasher({ key: keys.passwords, cost: { memoryCost: 1_024, timeCost: 1 } }),
    passkeys: createPasskeys({
      ...{ key: keys.challenges, relyingParty: () => relyingParty },
      nowMs: () => now().getTime(),
    }),
    clock: { ...systemClock, now, sleep: async () => undefined },
    warn: reason => {
      throw new Error(reason)
    },
  }
  const users = createUserAdministration({ store: context.store, isMerchant: async id => id !== 'NOBODY' })
  const invitations = createInvitations(context)
  const sql = (text: string, values: readonly unknown[] = []) =>
    withClient(database.config, async client => (await client.query(text, [...values])).rows)
  return {
    ...{ database, store, context, users, invitations, sql },
    signIn: createSignIn(context),
    account: createAccount(context),
    signedInBy: (token: string) => context.store.findSession(hashToken(token)),
    /** Only the clock of one-time codes and challenges; sessions go by the database's. */
    move(ms: number) {
      shiftMs += ms
    },
    codeOf: (uri: string) => codeAt(uri, now().getTime()),
    audit: async () =>
      (await sql('select actor, action, merchant_id, details from audit order by entry_no')).map(row => ({
        ...{ actor: row.actor, action: row.action, merchantId: row.merchant_id },
        details: JSON.parse(row.details),
      })),
    /** Somebody with a password and an app. */
    async addWithPassword(user: InvitedUser) {
      const link = must(await users.invite(user, byOperator))
      const { totp } = must(await invitations.show(link.token))
      const code = codeAt(totp.uri, now().getTime())
      const given = { name: 'Ada', password: goodPassword, offer: totp.offer, code }
      const accepted = must(await invitations.accept(link.token, given, here))
      return { ...accepted, userId: link.user.userId, uri: totp.uri, email: link.user.email }
    },
    async close() {
      await store.close()
      await database.drop()
    },
  }
}

const codeAt = (uri: string, timestamp: number): string => {
  const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(uri) ?? []
  return new TOTP({ secret }).generate({ timestamp })
}

export function must<Result>(result: Result): Exclude<Result, { readonly kind: 'rejection' } | undefined> {
  if (isRejection(result) || result === undefined) throw new Error(JSON.stringify(result))
  return result as Exclude<Result, { readonly kind: 'rejection' } | undefined>
}
