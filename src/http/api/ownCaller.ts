import { TLSSocket } from 'node:tls'
import { Agent, buildConnector, request } from 'undici'

/** Calls this very gateway as one of its merchants, over the wire as any merchant would. */
export function createOwnCaller({ address, merchantId, password, isOwn }: OwnCallerOptions): OwnCall {
  const authorization = `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}`
  const dispatcher = isOwn && new Agent({ connect: pinned(isOwn) })
  return async (method, path, body) => {
    const { statusCode, body: answer } = await request(`${address()}${path}`, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(dispatcher && { dispatcher }),
    })
    return { status: statusCode, body: await answer.json() }
  }
}

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
  /** Of a gateway that speaks TLS: whether a certificate is the one it shows. */
  readonly isOwn?: ((certificate: Buffer) => boolean) | undefined
}

/**
 * The gateway's certificate names it as others know it, and not as it finds itself: so no name is asked for,
 * but exactly this certificate, before anything is said.
 */
function pinned(isOwn: (certificate: Buffer) => boolean): buildConnector.connector {
  // A session that is taken up again shows no certificate.
  const connect = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0 })
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.raw : undefined
      if (shown && isOwn(shown)) return callback(null, socket)
      socket.destroy()
      callback(new Error('Somebody else answers where this gateway listens'), null)
    })
}
