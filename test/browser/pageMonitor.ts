import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'

/** What a browser requested, and what went wrong in its pages. */
export type PageMonitor = {
  /** Errors on the console, thrown errors, broken policies and calls of foreign hosts; [] is good. */
  complaints(): readonly string[]
  /** Whatever there was to complain about, expected or not. */
  heard(): readonly string[]
  /** Complaints that match are expected; one that is expected and does not come is a complaint too. */
  expect(complaint: RegExp): void
  /** Every address that was asked for, in order, with method and what was sent. */
  readonly requests: readonly SentRequest[]
}

export type SentRequest = {
  readonly method: string
  readonly url: string
  readonly referrer: string | undefined
  readonly body: string | undefined
}

export async function monitorPages(
  context: BrowserContext,
  origins: readonly string[],
): Promise<PageMonitor> {
  const heard: string[] = []
  const expected: RegExp[] = []
  const requests: SentRequest[] = []
  const listen = (page: Page) => {
    page.on('pageerror', error => heard.push(`thrown: ${error.message}`))
    page.on('crash', () => heard.push('the page crashed'))
  }
  context.on('page', listen)
  context.on('console', message => {
    if (message.type() === 'error') heard.push(`console: ${described(message)}`)
  })
  context.on('request', request => {
    requests.push(sent(request))
    if (isForeign(request.url(), origins)) heard.push(`foreign host: ${request.url()}`)
  })
  // Chromium also prints broken policies, but not those that are only reported.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} forbids ${blockedURI}`),
    )
  })
  return {
    requests,
    heard: () => heard,
    expect: complaint => expected.push(complaint),
    complaints() {
      const missing = expected.filter(pattern => !heard.some(complaint => pattern.test(complaint)))
      return [
        ...heard.filter(complaint => !expected.some(pattern => pattern.test(complaint))),
        ...missing.map(pattern => `expected, but not heard: ${pattern}`),
      ]
    },
  }
}

function described(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location()
  return `${message.text()} (${url}:${lineNumber})`
}

function sent(request: Request): SentRequest {
  return {
    method: request.method(),
    url: request.url(),
    referrer: request.headers().referer,
    body: request.postData() ?? undefined,
  }
}

function isForeign(url: string, origins: readonly string[]): boolean {
  return /^(?:https?|wss?):/.test(url) && !origins.includes(new URL(url).origin)
}
