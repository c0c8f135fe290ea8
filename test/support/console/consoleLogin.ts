// Users of the console for tests, signed in without signing in; and a browser's calls to its server.

import { randomUUID } from 'node:crypto'
import type { Role } from '../../../src/console/permissions.ts'
import { hashToken, newToken } from '../../../src/console/users/tokens.ts'
import { withClient } from '../../../src/store/schema/migrate.ts'
import type { TestDatabase } from '../../database/database.ts'

export type ConsoleLogin = {
  readonly userId: string
  readonly email: string
  readonly token: string
  readonly sessionId: string
}

export type WantedLogin = {
  readonly role: Role
  /** Of everybody but operators. */
  readonly merchantId?: string
  readonly email?: string
  readonly isSteppedUp?: boolean
}

/** Adds a user with one session. */
export async function signInAs(
  database: Pick<TestDatabase, 'config'>,
  wanted: WantedLogin,
): Promise<ConsoleLogin> {
  const { role, merchantId, isSteppedUp = true, email = `${newToken().toLowerCase()}@example.com` } = wanted
  const owner = role === 'OPERATOR' ? null : (merchantId ?? 'TESTMERCHANT')
  const login = { userId: randomUUID(), email, token: newToken(), sessionId: randomUUID() }
  await withClient(database.config, async client => {
    await client.query(
      'insert into console_users (user_id, merchant_id, email, name, role) values ($1, $2, $3, $4, $5)',
      [login.userId, owner, email, 'Test', role],
    )
    await client.query(
      `insert into console_sessions
       (session_id, user_id, token_hash, stepped_up_at, created_at, address, agent, expires_at)
       values ($1, $2, $3, case when $4 then clock_timestamp() end,
         clock_timestamp() - case when $4 then interval '0' else interval '20 minutes' end,
         '127.0.0.1', 'test',
         clock_timestamp() + interval '1 hour')`,
      [login.sessionId, login.userId, hashToken(login.token), isSteppedUp],
    )
  })
  return login
}

export type ConsoleReply = {
  readonly status: number
  readonly body: ReturnType<typeof JSON.parse>
  /** The token of the cookie that was set, '' when it was taken away. */
  readonly token: string | undefined
}

type CallOptions = { readonly token?: string; readonly headers?: Readonly<Record<string, string>> }

/** As a page of the console calls its server. */
export async function callConsole(
  { origin }: { readonly origin: string },
  name: string,
  input: object = {},
  { token, headers = {} }: CallOptions = {},
): Promise<ConsoleReply> {
  const cookie = token === undefined ? {} : { Cookie: `tollgate-console=${token}` }
  const response = await fetch(`${origin}/console/api/${name}`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': 'application/json', Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
      ...cookie,
      ...headers,
    },
    body: JSON.stringify(input),
  })
  const [, set] = /^[\w-]*tollgate-console=([^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text), token: set }
}
