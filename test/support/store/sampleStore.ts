import { openStore, type Store } from '../../../src/store/open.ts'
import { createDatabase, type TestDatabase } from '../../database/database.ts'
import { addSampleMerchant } from './sampleMerchant.ts'

export type SampleStore = {
  readonly database: TestDatabase
  readonly store: Store
  close(): Promise<void>
}

/** A store on a database of its own, with merchants by the cell of each. */
export async function openSampleStore(cells: Readonly<Record<string, number>>): Promise<SampleStore> {
  const database = await createDatabase('embedded')
  const store = await openStore(database.logins)
  for (const [merchantId, cell] of Object.entries(cells)) await addSampleMerchant(store, { merchantId, cell })
  const close = async () => {
    await store.close()
    await database.drop()
  }
  return { database, store, close }
}
