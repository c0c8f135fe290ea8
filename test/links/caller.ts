import type { Content } from '../../src/contract/kit/content.ts'
import { basic, passwords } from '../journeys/client.ts'

/** What a merchant's system hears. */
export type Heard = { readonly status: number; readonly body: Content }

const headers = {
  'Content-Type': 'application/json',
  Authorization: basic('merchant.TESTMERCHANT', passwords.TESTMERCHANT ?? ''),
}

/** Undefined where the connection broke, as that to a node that was killed. */
export async function put(port: number, path: string, body: unknown): Promise<Heard | undefined> {
  const url = `http://127.0.0.1:${port}/api/rest/version/100/merchant/TESTMERCHANT/${path}`
  try {
    const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  } catch {
    return undefined
  }
}
