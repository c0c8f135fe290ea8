import { hashPassword } from '../http/authentication/credentials.ts'
import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import { randomHex } from '../platform/ids.ts'
import { type AdministrationParts, entryOf, withMerchant } from './parts.ts'
import type { KnownPassword, Slot } from './port.ts'

export interface PasswordDesk {
  list(merchantId: string): Promise<readonly KnownPassword[] | Rejection>
  /** A new one beside the one in use: shown here and nowhere else. */
  add(merchantId: string): Promise<AddedPassword | Rejection>
  /** Refused from now on, on every node within a second. */
  retire(merchantId: string, slot: number): Promise<RetiredPassword | Rejection>
}

export type AddedPassword = {
  readonly slot: Slot
  readonly password: string
  /** Those that are good as well. */
  readonly others: readonly KnownPassword[]
}
export type RetiredPassword = { readonly left: readonly KnownPassword[] }

export function createPasswordDesk(parts: AdministrationParts): PasswordDesk {
  const { store, pepper } = parts
  return {
    list: merchantId => withMerchant(parts, merchantId, merchant => store.passwords(merchant)),

    add: merchantId =>
      withMerchant(parts, merchantId, async merchant => {
        const others = await store.passwords(merchant)
        const password = newPassword()
        const entry = (slot: Slot) => entryOf(parts, 'password.add', merchant, { slot })
        const slot = await store.addPassword(merchant, hashPassword(pepper, password), entry)
        // From here on nothing may fail: nobody could ever tell what the password is.
        if (slot !== undefined) return { slot, password, others }
        return invalid('slot', 'Both passwords are in use: retire one of them first.')
      }),

    retire: (merchantId, given) =>
      withMerchant(parts, merchantId, async merchant => {
        const slot = slotOf(given)
        if (isRejection(slot)) return slot
        const left = (await store.passwords(merchant)).filter(known => known.slot !== slot)
        const entry = entryOf(parts, 'password.retire', merchant, { slot })
        return (await store.retirePassword(merchant, slot, entry)) ? { left } : noPassword(slot, left)
      }),
  }
}

/** 16 random bytes: nobody guesses them, so a fast hash is enough. */
export const newPassword = (): string => randomHex(16)

const slotOf = (slot: number): Slot | Rejection =>
  slot === 1 || slot === 2 ? slot : invalid('slot', 'It must be 1 or 2.', String(slot))

function noPassword(slot: Slot, left: readonly KnownPassword[]): Rejection {
  const others = left.map(known => known.slot).join(' and ')
  const hint = others === '' ? 'The merchant has none.' : `There is one in ${others}.`
  return invalid('slot', `There is no password in it. ${hint}`, String(slot))
}
