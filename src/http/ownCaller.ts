/** Calls this very gateway as one of its merchants, over the wire as any merchant would. */
export function createOwnCaller({ address, merchantId, password }: CallerParts): OwnCall {
  const authorization = `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}`
  return async (method, path, body) => {
    const answer = await fetch(`${address()}${path}`, {
      method,
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
}

export type OwnCall = (
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: unknown }>

export type CallerParts = {
  /** Where the gateway listens. */
  readonly address: () => string
  readonly merchantId: string
  readonly password: string
}
