import type { GatewayConnection } from '../../src/commands/context.ts'

/** A gateway of this process, as commands call one. */
export const connectionTo = (address: string): GatewayConnection => ({
  address,
  async call(method, path, { body, credentials } = {}) {
    const { merchantId = '', password: secret = '' } = credentials ?? {}
    const login = `Basic ${Buffer.from(`merchant.${merchantId}:${secret}`).toString('base64')}`
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(credentials && { authorization: login }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  },
})
