import { type Exchange, listAt, readExchange, textAt } from './exchange.ts'

/**
 * What has happened so far in one flow. The browser keeps it while it is away at another page: ids and masked
 * exchanges, nothing else. Card data never come near this page.
 */
export type Story = {
  readonly order?: string
  readonly session?: string
  /** Which outcome the visitor wanted. */
  readonly scenario?: string
  /** Who confirms a browser payment. */
  readonly arrangement?: string
  /** Where the payer has to go. */
  readonly address?: string
  readonly exchanges: readonly Exchange[]
}

export const noStory: Story = { exchanges: [] }

/** Quite a long story; the beginning of a longer one is forgotten. */
const exchangesMax = 40

export function withExchanges(story: Story, exchanges: readonly Exchange[]): Story {
  return { ...story, exchanges: [...story.exchanges, ...exchanges].slice(-exchangesMax) }
}

/** Storage may be full or forbidden: then the story is only told until the page is left. */
export function keepStory(flow: string, story: Story): void {
  try {
    sessionStorage.setItem(keyOf(flow), JSON.stringify(story))
  } catch {
    // The page goes on without.
  }
}

export function recallStory(flow: string): Story {
  try {
    return readStory(sessionStorage.getItem(keyOf(flow)) ?? '{}')
  } catch {
    return noStory
  }
}

const keyOf = (flow: string): string => `tollgate-demo-${flow}`

export function readStory(text: string): Story {
  const value: unknown = JSON.parse(text)
  const names = ['order', 'session', 'scenario', 'arrangement', 'address'] as const
  const held = names.flatMap(name => {
    const found = textAt(value, name)
    return found === undefined ? [] : [[name, found] as const]
  })
  const exchanges = listAt(value, 'exchanges').flatMap(one => readExchange(one) ?? [])
  return { ...Object.fromEntries(held), exchanges: exchanges.slice(-exchangesMax) }
}
