import type pg from 'pg'
import type { KeyDirectory, KeyOwner } from '../http/authentication/credentials.ts'
import { systemClock } from '../platform/clock.ts'
import { read } from './connection/statement.ts'

const ownerRememberedMs = 1_000
const ownersRememberedMax = 10_000

/** Whose certificates are whose, remembered for a moment: one that is revoked is out within a second. */
export function createCertificateKeys(pool: pg.Pool): KeyDirectory {
  const remembered = new Map<
    string,
    { readonly owner: Promise<KeyOwner | undefined>; readonly until: number }
  >()

  // Keys that are bound to nobody are remembered too: their owners are no reason to keep the database busy.
  function remember(name: string, owner: Promise<KeyOwner | undefined>): void {
    remembered.delete(name)
    const [oldest] = remembered.size >= ownersRememberedMax ? remembered.keys() : []
    if (oldest !== undefined) remembered.delete(oldest)
    remembered.set(name, { owner, until: systemClock.monotonicMs() + ownerRememberedMs })
  }

  return {
    ownerOfKey(keyHash) {
      const name = keyHash.toString('base64')
      const known = remembered.get(name)
      if (known !== undefined && systemClock.monotonicMs() < known.until) return known.owner
      const owner = readOwner(pool, keyHash)
      remember(name, owner)
      owner.catch(() => {
        if (remembered.get(name)?.owner === owner) remembered.delete(name)
      })
      return owner
    },
  }
}

async function readOwner(pool: pg.Pool, keyHash: Buffer): Promise<KeyOwner | undefined> {
  const [row] = await read<OwnerRow>(pool, ownerStatement, [keyHash])
  return row && { merchantId: row.merchant_id, isRevoked: row.is_revoked }
}

type OwnerRow = { readonly merchant_id: string; readonly is_revoked: boolean }

const ownerStatement = {
  name: 'owner of key',
  text: `
select merchant_id, revoked_at is not null as is_revoked from merchant_certificates
where key_hash = $1::bytea`,
}
