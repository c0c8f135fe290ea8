import { randomBytes } from 'node:crypto'
import type { AuditAction, NewAuditEntry } from '../../../src/administration/port.ts'
import type { Owner } from '../../../src/orders/merchant.ts'
import type { Store } from '../../../src/store/open.ts'

/** A merchant for tests of the store, where nobody logs in and nobody reads the log. */
export async function addSampleMerchant(
  store: Pick<Store, 'administration' | 'merchants'>,
  { merchantId = 'SAMPLE', cell = 1 }: Partial<Owner> = {},
): Promise<void> {
  const entry = (action: AuditAction): NewAuditEntry => ({ actor: 'test', action, merchantId, details: {} })
  await store
    .administration(() => Buffer.alloc(32))
    .ensureMerchant(
      { merchantId, cell, passwordHash: randomBytes(32) },
      { added: entry('merchant.add'), password: entry('password.add') },
    )
  store.merchants.forget(merchantId)
}
