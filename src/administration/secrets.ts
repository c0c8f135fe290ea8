import type { SecretKind } from '../notifications/port.ts'
import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import { type AdministrationParts, entryOf, withMerchant } from './parts.ts'
import type { KnownSecret } from './port.ts'

export interface SecretDesk {
  /** Which there are, the newest of each kind first: never what they are. */
  list(merchantId: string): Promise<readonly KnownSecret[] | Rejection>
  /** A new one, shown here and nowhere else; the one before stays good until it is retired. */
  add(merchantId: string, kind: string): Promise<AddedSecret | Rejection>
  /** Leaves only the newest of that kind, and tells which that is. */
  retire(merchantId: string, kind: string): Promise<{ readonly left: readonly KnownSecret[] } | Rejection>
}

export type AddedSecret = {
  readonly kind: SecretKind
  readonly secret: string
  /** The one before it, if there was any, which is good as well. */
  readonly others: readonly KnownSecret[]
}

export function createSecretDesk(parts: AdministrationParts): SecretDesk {
  const { store, makeSecret } = parts
  return {
    list: merchantId => withMerchant(parts, merchantId, merchant => store.secrets(merchant)),

    add: (merchantId, given) =>
      withMerchant(parts, merchantId, async merchant => {
        const kind = kindOf(given)
        if (isRejection(kind)) return kind
        const others = (await store.secrets(merchant)).filter(known => known.kind === kind).slice(0, 1)
        const { secret, sealed } = await makeSecret(merchant, kind)
        await store.addSecret(merchant, { kind, sealed }, entryOf(parts, 'secret.add', merchant, { kind }))
        return { kind, secret, others }
      }),

    retire: (merchantId, given) =>
      withMerchant(parts, merchantId, async merchant => {
        const kind = kindOf(given)
        if (isRejection(kind)) return kind
        const [newest] = (await store.secrets(merchant)).filter(known => known.kind === kind)
        const entry = entryOf(parts, 'secret.retire', merchant, { kind })
        if (newest && (await store.retireSecret(merchant, kind, entry))) return { left: [newest] }
        return invalid('kind', 'There is no older one to retire: add a new one first.', kind)
      }),
  }
}

const kindOf = (kind: string): SecretKind | Rejection =>
  kind === 'signing' || kind === 'shared' ? kind : invalid('kind', 'It must be signing or shared.', kind)
