import type { Content } from '../../src/contract/kit/content.ts'
import { basic, passwords } from '../journeys/client.ts'

/** What a merchant's system hears. */
export type Heard = {
  readonly status: number
  readonly body: Content
  /** Whether it says that it is the answer of an earlier request. */
  readonly isReplay: boolean
}

const headers = {
  'Content-Type': 'application/json',
  Authorization: basic('merchant.TESTMERCHANT', passwords.TESTMERCHANT ?? ''),
}

/** Undefined where the connection broke, as that to a node that was killed. */
export const put = (port: number, path: string, body: unknown): Promise<Heard | undefined> =>
  call(port, path, { method: 'PUT', body: JSON.stringify(body) })

/** Undefined also where patience ended. */
export async function call(port: number, path: string, sent: RequestInit): Promise<Heard | undefined> {
  const url = `http://127.0.0.1:${port}/api/rest/version/100/merchant/TESTMERCHANT/${path}`
  try {
    const answer = await fetch(url, { ...sent, headers })
    const isReplay = answer.headers.has('Idempotent-Replayed')
    return { status: answer.status, body: JSON.parse(await answer.text()), isReplay }
  } catch {
    return undefined
  }
}
