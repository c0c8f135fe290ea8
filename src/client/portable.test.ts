import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { parse } from 'acorn'
import { expect, test } from 'vitest'
import { projectPath } from '../platform/files.ts'

const code = readFileSync(projectPath('dist', 'client', 'index.js'), 'utf8')

/** What every runtime has, besides the language itself: Node, Deno, Bun and those at the edge. */
const runtime = {
  ...{ AbortSignal, TextDecoder, TextEncoder, URL },
  ...{ atob, btoa, clearTimeout, crypto, fetch, performance, setTimeout },
}
const language =
  'BigInt Date Error JSON Map Math Number Object Promise RangeError Set String TypeError Uint8Array ' +
  'encodeURIComponent globalThis'

type SyntaxNode = { readonly type: string } & Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is SyntaxNode => typeof Object(value).type === 'string'

/** Every name that is read, but for those of properties. */
function* namesIn(node: SyntaxNode): Generator<string> {
  if (node.type === 'Identifier') yield String(node.name)
  for (const [place, value] of Object.entries(node)) {
    const isName = (place === 'property' || place === 'key') && node.computed === false
    if (isName && !(node.type === 'Property' && node.shorthand === true)) continue
    for (const inner of [value].flat()) if (isNode(inner)) yield* namesIn(inner)
  }
}

const declared = new Set(
  [...code.matchAll(/(?:\b(?:const|let|var|function\*?|class)|catch \() ?([\w$]+)/g)].map(([, name]) => name),
)

test('the library needs nothing that not every runtime has', () => {
  const tree = parse(code, { ecmaVersion: 2022, sourceType: 'module' })
  expect(code).not.toMatch(/\bimport\b|\brequire\b|node:|__dirname/)
  const names = [...new Set(isNode(tree) ? namesIn(tree) : [])]
  const known = [...language.split(' '), ...Object.keys(runtime)]
  expect(names.filter(name => name in globalThis && !declared.has(name)).sort()).toEqual(known.sort())
})

test('it pays, retries and verifies where there is nothing but that', async () => {
  const answers = [
    new Response('busy', { status: 503 }),
    new Response(JSON.stringify({ result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } }), {
      status: 201,
    }),
  ]
  const globals: { library?: typeof import('./index.ts'); fetch: () => Promise<Response> } = {
    ...runtime,
    fetch: async () => answers.shift() ?? new Response('', { status: 500 }),
  }
  runInContext(code.replace(/^export \{/m, 'globalThis.library = {'), createContext(globals))
  const { createClient, createNotificationVerifier } = globals.library ?? {}
  const client = createClient?.({
    url: 'https://gateway.example',
    merchant: 'M',
    password: 'p',
    version: 100,
  })
  const capture = { transaction: { amount: '1.00', currency: 'USD' } }
  const paid = await client?.capture({ orderId: '1', transactionId: '2' }, capture)
  expect(paid).toMatchObject({ kind: 'approved' })
  const verify = createNotificationVerifier?.({ keys: ['whsec_AAAA'], version: 100 })
  expect(await verify?.({ headers: {}, body: '' })).toMatchObject({ kind: 'forged' })
})

test('it is small, and released with the gateway', () => {
  expect(code.length).toBeLessThan(30_000)
  const releaseOf = (...path: readonly string[]) =>
    JSON.parse(readFileSync(projectPath(...path, 'package.json'), 'utf8')).version
  expect(releaseOf('dist', 'client')).toBe(releaseOf())
})
