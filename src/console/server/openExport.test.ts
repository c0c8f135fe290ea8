import { expect, test } from 'vitest'
import type { Field } from '../../contract/kit/vocabulary.ts'
import { invalid } from '../../orders/rejection.ts'
import type { ConsoleCall } from '../api/call.ts'
import { type ConsoleCallName, consoleCalls } from '../api/calls.ts'
import { type ExportName, exportCalls, filterNames } from '../api/exports.ts'
import type { SignedInUser } from '../users/port.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { exportedLists } from './exportedLists.ts'
import { openExport } from './openExport.ts'

const user = { userId: 'u', email: 'o@example.com', name: '', role: 'OPERATOR' as const }
const signedIn = { user, sessionId: 's', isSteppedUp: true, isNew: false }
const http = { cookie: `tollgate-console=${'t'.repeat(43)}`, query: {}, source: '127.0.0.1' }
const merchant = (merchantId: string) => ({
  ...{ merchantId, createdAt: 'then', passwords: 1, certificates: 0 },
  standing: 'OPEN' as const,
})

/** Three pages of one merchant each. */
function openMerchants(isOpen: () => boolean, later: () => SignedInUser = () => signedIn) {
  const asked: (string | undefined)[] = []
  let tokens = 0
  const handler: ConsoleHandlers['merchants'] = async ({ input: { after } }) => {
    asked.push(after)
    const [place, next] = after === undefined ? ['A', 'A'] : after === 'A' ? ['=B', 'B'] : ['C', undefined]
    return { merchants: [merchant(place)], ...(next !== undefined && { next }) }
  }
  const opened = openExport({
    ...{ call: 'merchants', handler, list: exportedLists.merchants, isSecure: () => false },
    // Its token ends while the file is sent, as when the second factor is shown again.
    findSession: async () => (isOpen() && tokens++ === 0 ? signedIn : undefined),
    findOpenSession: async id => (isOpen() && id === signedIn.sessionId ? later() : undefined),
    http,
  })
  return { opened, asked }
}

async function linesOf(opened: ReturnType<typeof openMerchants>['opened']): Promise<AsyncIterable<string>> {
  const list = await opened
  if (!('lines' in list)) throw new Error(`It is refused: ${JSON.stringify(list)}`)
  return list.lines
}

test('all pages of a list are one file, and nothing in it is a formula', async () => {
  const { opened, asked } = openMerchants(() => true)
  const text = []
  for await (const part of await linesOf(opened)) text.push(part)
  expect(text.join('')).toBe(
    '\ufeffmerchantId,createdAt,passwords,certificates\r\nA,then,1,0\r\n"\'=B",then,1,0\r\nC,then,1,0\r\n',
  )
  expect(asked).toEqual([undefined, 'A', 'B'])
})

test('whose session ends gets no further page, and sees that something is missing', async () => {
  let isOpen = true
  const { opened, asked } = openMerchants(() => isOpen)
  const received: string[] = []
  const receive = async () => {
    for await (const part of await linesOf(opened)) {
      received.push(part)
      if (part.startsWith('A,')) isOpen = false
    }
  }
  await expect(receive()).rejects.toThrow('The session has ended.')
  expect(received).toHaveLength(2)
  expect(asked).toEqual([undefined])
})

test('who may not see the list any more gets no further page', async () => {
  const demoted = { ...signedIn, user: { ...user, role: 'READ_ONLY' as const, merchantId: 'SHOP' } }
  const { opened, asked } = openMerchants(
    () => true,
    () => demoted,
  )
  const lines = await linesOf(opened)
  const receive = async () => {
    for await (const part of lines) expect(part).not.toContain('B')
  }
  await expect(receive()).rejects.toThrow('The session has ended.')
  expect(asked).toEqual([undefined])
})

test('whoever is not signed in gets nothing at all', async () => {
  const { opened, asked } = openMerchants(() => false)
  expect(await opened).toMatchObject({ status: 401 })
  expect(asked).toEqual([])
})

const names = Object.keys(exportCalls).filter((name): name is ExportName => name in exportCalls)

/** Where a page begins and ends, and a clearing file: too long for an address, and in no download. */
const noFilters = ['after', 'limit', 'lines']

/** Something that the field takes, as an address has it. */
function textFor(name: string, { type }: Field): string {
  if (type.kind !== 'scalar') throw new Error(`${name} cannot be in an address`)
  if (type.values) return type.values[0] ?? ''
  if (type.name === 'DateTime') return '2026-11-17T10:00:00.000Z'
  if (name === 'currency') return 'EUR'
  return type.json === 'string' ? '1234567890'.slice(0, type.max) : '7'
}

test.each(names)('the download of %s is asked for with every filter of its list', async name => {
  const call: ConsoleCall = consoleCalls[exportCalls[name]]
  const fields = Object.entries(call.input.fields).filter(([field]) => !noFilters.includes(field))
  expect(filterNames(call)).toEqual(fields.map(([field]) => field))
  const query = Object.fromEntries(fields.map(([field, declared]) => [field, textFor(field, declared)]))
  const asked: object[] = []
  const handler = async ({ input }: { readonly input: object }) => {
    asked.push(input)
    return invalid('after', 'No page is needed here.')
  }
  await openExport<ConsoleCallName>({
    ...{ call: exportCalls[name], handler, list: exportedLists[name], isSecure: () => false },
    findSession: async () => signedIn,
    findOpenSession: async () => signedIn,
    http: { ...http, query },
  })
  expect(asked.map(input => Object.entries(input).map(([field, value]) => [field, String(value)]))).toEqual([
    expect.arrayContaining(Object.entries(query)),
  ])
})
