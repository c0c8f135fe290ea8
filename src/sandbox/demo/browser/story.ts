import { type DemoExchange, listAt, parseExchange, textAt } from './exchange.ts'

/**
 * What has happened so far in one flow. The browser keeps it while it is away at another page: ids and masked
 * exchanges, nothing else. Card data never come near this page.
 */
export type WalkthroughState = {
  readonly order?: string
  readonly session?: string
  /** Which outcome the visitor wanted. */
  readonly scenario?: string
  /** Who confirms a browser payment. */
  readonly arrangement?: string
  /** Where the payer has to go. */
  readonly address?: string
  readonly exchanges: readonly DemoExchange[]
}

export const emptyState: WalkthroughState = { exchanges: [] }

/** Quite a long story; the beginning of a longer one is forgotten. */
const exchangesMax = 40

export function withExchanges(story: WalkthroughState, exchanges: readonly DemoExchange[]): WalkthroughState {
  return { ...story, exchanges: [...story.exchanges, ...exchanges].slice(-exchangesMax) }
}

/** Storage may be full or forbidden: then the story is only told until the page is left. */
export function saveState(flow: string, story: WalkthroughState): void {
  try {
    sessionStorage.setItem(keyOf(flow), JSON.stringify(story))
  } catch {
    // The page goes on without.
  }
}

export function loadState(flow: string): WalkthroughState {
  try {
    return parseState(sessionStorage.getItem(keyOf(flow)) ?? '{}')
  } catch {
    return emptyState
  }
}

const keyOf = (flow: string): string => `tollgate-demo-${flow}`

export function parseState(text: string): WalkthroughState {
  const value: unknown = JSON.parse(text)
  const names = ['order', 'session', 'scenario', 'arrangement', 'address'] as const
  const held = names.flatMap(name => {
    const found = textAt(value, name)
    return found === undefined ? [] : [[name, found] as const]
  })
  const exchanges = listAt(value, 'exchanges').flatMap(one => parseExchange(one) ?? [])
  return { ...Object.fromEntries(held), exchanges: exchanges.slice(-exchangesMax) }
}
