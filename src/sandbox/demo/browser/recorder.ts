import type { DemoExchange } from './exchange.ts'
import { maskSecrets } from './masking.ts'

/**
 * Watches what the gateway's script sends from this page, to show it. It sees what any page sees of its own
 * requests: the ids of session and order, no card.
 */
export function recordApiCalls(record: (exchange: DemoExchange) => void): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return send(input, init)
    const asked = await request.clone().text()
    const response = await send(input, init)
    const answer = await response.clone().text()
    record({
      title: titleOf(asked),
      by: 'browser',
      method: request.method,
      path: pathname,
      request: readBody(asked),
      status: response.status,
      answer: readBody(answer),
      ...(await requestDuration(response.url)),
    })
    return response
  }
}

function readBody(text: string): unknown {
  try {
    return maskSecrets(JSON.parse(text))
  } catch {
    return undefined
  }
}

const titleOf = (asked: string): string =>
  asked.includes('INITIATE_AUTHENTICATION') ? 'Can the payer be authenticated?' : 'Authenticate the payer'

/** The browser measures every request; it has written the time down a moment after the end. */
async function requestDuration(address: string): Promise<{ readonly ms?: number }> {
  await new Promise(resolve => setTimeout(resolve, 0))
  const ms = performance.getEntriesByName(address).at(-1)?.duration
  return ms === undefined ? {} : { ms: Math.round(ms) }
}
