import { type DemoExchange, isMembers, listAt, parseExchange, textAt, valueAt } from './exchange.ts'

/** What the shop's server tells after an act; `trouble` is why it could not act. */
export type ShopReply = {
  readonly exchanges: readonly DemoExchange[]
  readonly order?: string
  readonly session?: string
  readonly address?: string
  readonly answer?: unknown
  readonly comparison?: string
  readonly problem?: string
}

export async function postToShop(act: string, body: Readonly<Record<string, string>>): Promise<ShopReply> {
  try {
    const response = await fetch(`/demo/api/${act}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
    })
    const told: unknown = await response.json()
    return response.ok ? parseReply(told) : { exchanges: [], problem: problemOf(response.status, told) }
  } catch {
    return { exchanges: [], problem: 'The gateway cannot be reached. Is it still running?' }
  }
}

function parseReply(told: unknown): ShopReply {
  const names = ['order', 'session', 'address', 'comparison'] as const
  const texts = names.flatMap(name => {
    const found = textAt(told, name)
    return found === undefined ? [] : [[name, found] as const]
  })
  const answer = valueAt(told, 'answer')
  return {
    ...Object.fromEntries(texts),
    exchanges: listAt(told, 'exchanges').flatMap(one => parseExchange(one) ?? []),
    ...(isMembers(answer) && { answer }),
  }
}

function problemOf(status: number, told: unknown): string {
  if (status === 403) {
    return 'The demo serves whoever sits at the machine of the gateway: open it there, by 127.0.0.1.'
  }
  return textAt(told, 'error', 'explanation') ?? `The shop answered ${status}.`
}

/** Why a request came to nothing, in the words of the gateway. */
export function rejectionText({ exchanges }: ShopReply): string {
  const answer = exchanges.at(-1)?.answer
  return textAt(answer, 'error', 'explanation') ?? 'The gateway refused the request: see beside.'
}
