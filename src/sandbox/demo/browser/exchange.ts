/** One request and what came back, as the demo shows it: secrets are masked before it is made. */
export type DemoExchange = {
  /** What it was for, in the words of the shop. */
  readonly title: string
  readonly by: ExchangeParty
  readonly method: string
  readonly path: string
  readonly request?: unknown
  readonly status?: number
  readonly answer?: unknown
  readonly ms?: number
}

/** Who sent it: the shop's server with its password, or a script of the gateway in the payer's browser. */
export const exchangeParties = ['server', 'browser'] as const
export type ExchangeParty = (typeof exchangeParties)[number]

/** An exchange that was put away and is read again; whatever else lay there is not one. */
export function parseExchange(value: unknown): DemoExchange | undefined {
  const by = exchangeParties.find(party => party === textAt(value, 'by'))
  const [title, method, path] = ['title', 'method', 'path'].map(name => textAt(value, name))
  if (by === undefined || title === undefined || method === undefined || path === undefined) return undefined
  const { request, answer } = isMembers(value) ? value : {}
  const [status, ms] = ['status', 'ms'].map(name => numberAt(value, name))
  return {
    title,
    by,
    method,
    path,
    ...(request !== undefined && { request }),
    ...(status !== undefined && { status }),
    ...(answer !== undefined && { answer }),
    ...(ms !== undefined && { ms }),
  }
}

type UnknownMembers = { readonly [name: string]: unknown }

export const isMembers = (value: unknown): value is UnknownMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What lies at the end of the path, or nothing. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) found = isMembers(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}

export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : undefined
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'number' ? found : undefined
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}
