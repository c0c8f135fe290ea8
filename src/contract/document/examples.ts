import type { Operation } from '../kit/operation.ts'
import { stories } from './exampleStories.ts'
import type { JsonObject } from './schema.ts'

/** A call that the sandbox accepts. Read from top to bottom, the examples of the reference tell one story. */
export type Example = { readonly path: string; readonly body?: JsonObject }

export function exampleOf(operation: Operation): Example | undefined {
  const story = stories[operation.name]
  if (!story) return undefined
  const parameters: Readonly<Record<string, string>> = { merchantId: 'TESTMERCHANT', ...story.at }
  const path = operation.path.replace(/\{([^}]+)\}/g, (whole, name: string) => parameters[name] ?? whole)
  return { path, ...(story.body && { body: story.body }) }
}

export type Caller = {
  readonly address: string
  readonly password: string
  readonly version: number
}

/** The example as a line for a shell. */
export function curlFor(operation: Operation, { address, password, version }: Caller): string | undefined {
  const example = exampleOf(operation)
  if (!example) return undefined
  const { method } = operation
  const target = `${address}/api/rest/version/${version}${example.path}`
  const parts = [
    method === 'GET' ? `curl ${target}` : `curl -X ${method} ${target}`,
    ...(operation.access === 'public' ? [] : [`-u merchant.TESTMERCHANT:${password}`]),
    ...(example.body
      ? ["-H 'Content-Type: application/json'", `-d ${shellText(indented(example.body))}`]
      : []),
  ]
  return parts.join(' \\\n  ')
}

const indented = (body: JsonObject) => JSON.stringify(body, null, 2)
const shellText = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
