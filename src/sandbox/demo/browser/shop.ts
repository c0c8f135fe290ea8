import { at, type Exchange, isGroup, listAt, readExchange, textAt } from './exchange.ts'

/** What the shop's server tells after an act; `trouble` is why it could not act. */
export type Told = {
  readonly exchanges: readonly Exchange[]
  readonly order?: string
  readonly session?: string
  readonly address?: string
  readonly answer?: unknown
  readonly comparison?: string
  readonly trouble?: string
}

export async function ask(act: string, body: Readonly<Record<string, string>>): Promise<Told> {
  try {
    const response = await fetch(`/demo/api/${act}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
    })
    const told: unknown = await response.json()
    return response.ok ? readTold(told) : { exchanges: [], trouble: troubleOf(response.status, told) }
  } catch {
    return { exchanges: [], trouble: 'The gateway cannot be reached. Is it still running?' }
  }
}

function readTold(told: unknown): Told {
  const names = ['order', 'session', 'address', 'comparison'] as const
  const texts = names.flatMap(name => {
    const found = textAt(told, name)
    return found === undefined ? [] : [[name, found] as const]
  })
  const answer = at(told, 'answer')
  return {
    ...Object.fromEntries(texts),
    exchanges: listAt(told, 'exchanges').flatMap(one => readExchange(one) ?? []),
    ...(isGroup(answer) && { answer }),
  }
}

function troubleOf(status: number, told: unknown): string {
  if (status === 403) {
    return 'The demo serves whoever sits at the machine of the gateway: open it there, by 127.0.0.1.'
  }
  return textAt(told, 'error', 'explanation') ?? `The shop answered ${status}.`
}

/** Why a request came to nothing, in the words of the gateway. */
export function refusalOf({ exchanges }: Told): string {
  const answer = exchanges.at(-1)?.answer
  return textAt(answer, 'error', 'explanation') ?? 'The gateway refused the request: see beside.'
}
