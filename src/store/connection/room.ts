import { createClient, type DatabaseLogin } from './login.ts'

/**
 * How many sessions of the wanted number can be had at once: one after the other is opened, and has to
 * answer, for a pooler may let everybody in and serve only some.
 */
export async function sessionsAvailable(login: DatabaseLogin, wanted: number): Promise<number> {
  const limits = { connectionTimeoutMillis: sessionPatienceMs, query_timeout: sessionPatienceMs }
  const open: ReturnType<typeof createClient>[] = []
  try {
    while (open.length < wanted) {
      const client = createClient({ ...limits, ...login, application_name: 'tollgate-start' })
      open.push(client.on('error', () => undefined))
      await client.connect()
      await client.query('select')
    }
    return open.length
  } catch {
    return open.length - 1
  } finally {
    await Promise.all(open.map(client => client.end().catch(() => undefined)))
  }
}

const sessionPatienceMs = 1_000
