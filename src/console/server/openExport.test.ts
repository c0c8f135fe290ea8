import { expect, test } from 'vitest'
import type { ConsoleHandlers } from './consoleApi.ts'
import { exportedLists } from './exportedLists.ts'
import { openExport } from './openExport.ts'

const user = { userId: 'u', email: 'o@example.com', name: '', role: 'OPERATOR' as const }
const signedIn = { user, sessionId: 's', isSteppedUp: true, isNew: false }
const merchant = (merchantId: string) => ({ merchantId, createdAt: 'then', passwords: 1, certificates: 0 })

/** Three pages of one merchant each. */
function openMerchants(isOpen: () => boolean) {
  const asked: (string | undefined)[] = []
  const seen: (boolean | undefined)[] = []
  const handler: ConsoleHandlers['merchants'] = async ({ input: { after } }) => {
    asked.push(after)
    const [place, next] = after === undefined ? ['A', 'A'] : after === 'A' ? ['=B', 'B'] : ['C', undefined]
    return { merchants: [merchant(place)], ...(next !== undefined && { next }) }
  }
  const opened = openExport({
    ...{ call: 'merchants', handler, list: exportedLists.merchants, isSecure: () => false },
    findSession: async (_, isUnattended) => {
      seen.push(isUnattended)
      return isOpen() ? signedIn : undefined
    },
    http: { cookie: `tollgate-console=${'t'.repeat(43)}`, query: {}, source: '127.0.0.1' },
  })
  return { opened, asked, seen }
}

async function linesOf(opened: ReturnType<typeof openMerchants>['opened']): Promise<AsyncIterable<string>> {
  const list = await opened
  if (!('lines' in list)) throw new Error(`It is refused: ${JSON.stringify(list)}`)
  return list.lines
}

test('all pages of a list are one file, and nothing in it is a formula', async () => {
  const { opened, asked, seen } = openMerchants(() => true)
  const text = []
  for await (const part of await linesOf(opened)) text.push(part)
  expect(text.join('')).toBe(
    '\ufeffmerchantId,createdAt,passwords,certificates\r\nA,then,1,0\r\n"\'=B",then,1,0\r\nC,then,1,0\r\n',
  )
  expect(asked).toEqual([undefined, 'A', 'B'])
  // That a file is still being sent does not keep a session alive.
  expect(seen).toEqual([undefined, true, true])
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

test('whoever is not signed in gets nothing at all', async () => {
  const { opened, asked } = openMerchants(() => false)
  expect(await opened).toMatchObject({ status: 401 })
  expect(asked).toEqual([])
})
