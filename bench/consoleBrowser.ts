import type { ConsoleCallName } from '../src/console/api/calls.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Gateway } from './contenders.ts'

/** A browser in which somebody is signed in to the console. */
export type ConsoleBrowser = {
  /** How long the call took, in milliseconds, until its whole answer was read. */
  time(name: ConsoleCallName, input: object): Promise<number>
}

export async function enterConsole({ port, consoleAddress }: Gateway): Promise<ConsoleBrowser> {
  const origin = `http://127.0.0.1:${port}`
  const [, ticket] = (await consoleAddress()).split('#')
  const post = (name: string, body: object, cookie = '') =>
    fetch(`${origin}/console/api/${name}`, {
      method: 'POST',
      headers: {
        ...{ 'Content-Type': 'application/json', Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
        Cookie: cookie,
      },
      body: JSON.stringify(body),
    })
  const entered = await post('enterSandbox', { ticket })
  const [cookie = ''] = entered.headers.get('Set-Cookie')?.split(';') ?? []
  return {
    async time(name, input) {
      const startedAt = systemClock.monotonicMs()
      const response = await post(name, input, cookie)
      const text = await response.text()
      if (response.status !== 200 && !text.includes('There is no such order'))
        throw new Error(`${name} ${JSON.stringify(input)}: ${response.status} ${text}`)
      return systemClock.monotonicMs() - startedAt
    },
  }
}
