// A database that was copied, as by a restore: who may do what on it.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyOf, createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import type { GatewayEnvironment } from '../../platform/environment.ts'
import { openStore } from '../open.ts'
import { migrate, withClient } from './migrate.ts'

let original: TestDatabase
let copy: TestDatabase
const openAs = async (stage: GatewayEnvironment, { logins }: TestDatabase, isCommand = false) =>
  (await openStore(logins, { stage, isCommand })).close()

beforeEach(async () => {
  original = await createDatabase('external')
})
afterEach(async () => {
  await copy?.drop()
  await original?.drop()
})

test('no gateway starts on a copy of live payments; commands may look into it', async () => {
  await openAs('live', original)
  copy = await copyOf(original)
  await expect(openAs('live', copy)).rejects.toThrow(
    /^The database at \S+ is a copy: .*npx tollgate migrate --restored says so/,
  )
  await migrate(copy.logins, 'live')
  const withoutOwner = { logins: { gateway: copy.logins.gateway } }
  await expect(openStore(withoutOwner.logins, { stage: 'live' })).rejects.toThrow(' is a copy: ')
  await openAs('live', copy, true)
  await openAs('live', original)
})

test('one that takes the place of its original is a copy no longer, and the original is none', async () => {
  await openAs('live', original)
  copy = await copyOf(original)
  await migrate(copy.logins, 'live', [], { isRestored: true })
  await openAs('live', copy)
  await openAs('live', original)
})

test('a database of the release before, which noted no home, has it noted when it is migrated', async () => {
  await openAs('live', original)
  await withClient(original.config, client => client.query('update stamp set home = null'))
  await openStore({ gateway: original.logins.gateway }, { stage: 'live' }).then(store => store.close())
  await migrate(original.logins, 'live')
  copy = await copyOf(original)
  await expect(openAs('live', copy)).rejects.toThrow(' is a copy: ')
})

test.each(['sandbox', 'simulated'] as const)(
  'where payments are not live, a copy is used (%s)',
  async stage => {
    await openAs(stage, original)
    copy = await copyOf(original)
    await openAs(stage, copy)
  },
)
