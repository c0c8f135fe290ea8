import { expect, test } from 'vitest'
import { readUsers } from './userRows.ts'

/** Runs nothing, and remembers the names of what it was asked. */
async function asked(...rows: readonly object[]): Promise<readonly string[]> {
  const names: string[] = []
  const ask: Parameters<typeof readUsers>[0] = async statement => {
    names.push(statement.name)
    return JSON.parse(JSON.stringify(names.length === 1 ? rows : []))
  }
  await readUsers(ask, 'email', 'ada@shop.example')
  return names
}

test('somebody who is not there is looked for by the same statements', async () => {
  const ada = { user_id: 'one', merchant_id: 'SHOP', email: 'ada@shop.example', name: '', role: 'DEVELOPER' }
  const known = { ...ada, password_hash: null, totp_secret: null, token_hash: null, created_ms: '0' }
  const names = await asked(known)
  expect(names).toHaveLength(3)
  expect(await asked()).toEqual(names)
  const other = { ...known, user_id: 'two', merchant_id: 'OTHER' }
  expect(await asked(known, other)).toEqual(names)
})
