import { TLSSocket } from 'node:tls'
import type { Agent, buildConnector } from 'undici'
import { agentOf } from '../../platform/toolAgent.ts'

/** For the demo shop: calls this gateway as one of its merchants, over HTTP as any merchant would. */
export function createOwnCaller({ address, merchantId, password, isOwn }: OwnCallerOptions): OwnCall {
  const authorization = `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}`
  let agent: Promise<Agent> | undefined
  return async (method, path, body) => {
    const { request } = await library()
    if (isOwn) agent ??= agentFor(isOwn)
    const dispatcher = await agent
    const { statusCode, body: answer } = await request(`${address()}${path}`, {
      method,
      headers: {
        ...{ Authorization: authorization, 'Content-Type': 'application/json' },
        'User-Agent': agentOf('demo'),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(dispatcher && { dispatcher }),
    })
    return { status: statusCode, body: await answer.json() }
  }
}

/** Loaded by the first call: a start does without it. */
const library = () => import('undici')

type OwnCall = (
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: unknown }>

type OwnCallerOptions = {
  /** Where the gateway listens. */
  readonly address: () => string
  readonly merchantId: string
  readonly password: string
  /** With TLS: whether a certificate is the one this gateway presents. */
  readonly isOwn?: ((certificate: Buffer) => boolean) | undefined
}

/**
 * The certificate carries the gateway's public name, and this client connects to a local address. So instead
 * of the name exactly this certificate is checked, before anything is sent.
 */
async function agentFor(isOwn: (certificate: Buffer) => boolean): Promise<Agent> {
  const { Agent, buildConnector } = await library()
  // A resumed session presents no certificate.
  const connect = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0 })
  const pinned: buildConnector.connector = (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.raw : undefined
      if (shown && isOwn(shown)) return callback(null, socket)
      socket.destroy()
      callback(new Error('Somebody else answers where this gateway listens'), null)
    })
  return new Agent({ connect: pinned })
}
