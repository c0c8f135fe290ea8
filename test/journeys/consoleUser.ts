import type { ConsoleAnswer, ConsoleCallName, ConsoleInput } from '../../src/console/api/calls.ts'
import type { TestGateway } from './gateway.ts'

/** A browser in which somebody is signed in to the console. */
export type ConsoleUser = {
  /** The answer of a call that succeeds. */
  ask<Name extends ConsoleCallName>(name: Name, input: ConsoleInput<Name>): Promise<ConsoleAnswer<Name>>
  /** The error of one that does not. */
  refused<Name extends ConsoleCallName>(name: Name, input: object): Promise<RefusedCall>
  readonly cookie: string
}

type RefusedCall = { readonly status: number; readonly cause?: string; readonly field?: string }

type EnteredGateway = Pick<TestGateway, 'call' | 'consolePath' | 'origin'>

/** By the address that the sandbox prints. */
export async function enterConsole(gateway: EnteredGateway): Promise<ConsoleUser> {
  const [, ticket] = gateway.consolePath?.().split('#') ?? []
  const entered = await post(gateway, 'enterSandbox', { ticket })
  const [cookie = ''] = (entered.headers['set-cookie'] ?? [''])[0]?.split(';') ?? []
  return {
    cookie,
    async ask(name, input) {
      const { status, text } = await post(gateway, name, input, cookie)
      if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
      return JSON.parse(text)
    },
    async refused(name, input) {
      const { status, body } = await post(gateway, name, input, cookie)
      return { status, ...Object(body.error) }
    },
  }
}

const post = (gateway: EnteredGateway, name: string, body: object, cookie?: string) =>
  gateway.call('POST', `/console/api/${name}`, body, {
    authorization: null,
    headers: { Origin: gateway.origin, 'Sec-Fetch-Site': 'same-origin', ...(cookie && { Cookie: cookie }) },
  })
