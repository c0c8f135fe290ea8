import { expect, test } from 'vitest'
import { BrokenArchive } from '../administration/archives/archiveFile.ts'
import type { RunReport } from '../administration/archives/archiveRun.ts'
import { TookTooLong } from '../administration/archives/port.ts'
import { createProgram } from '../composition/program.ts'
import { isRejection, type Rejection } from '../orders/rejection.ts'
import { MerchantMoving, StoreUnavailable, UseRefusal } from '../platform/errors.ts'
import { readResult, verifyResult } from './archives.ts'
import { emptyCommandContext, type OperatorRecords } from './context.ts'
import type { CommandResult } from './output.ts'
import { plainPaint } from './terminal.ts'

test('an archived order is shown whole, and nothing in it reaches the terminal as a command', () => {
  const request = `${'x'.repeat(500)}\u001b[2J\u202e`
  const line = JSON.stringify({ order: { order_id: 'o1' }, transactions: [{ request }] })
  const shown = [readResult(line).text(plainPaint)].flat().join('\n')
  expect(shown).toContain('"order_id": "o1"')
  expect(shown).toContain('x'.repeat(500))
  expect(shown).not.toMatch(/[\u001b\u202e]/)
  expect(readResult(line).json).toEqual(JSON.parse(line))
})

/** Runs the archives of three merchants, of which the second and third may fail. */
async function runWith(
  archiving: (merchantId: string) => Promise<RunReport | Rejection>,
  nowMs: OperatorRecords['nowMs'] = async () => 0,
) {
  const done: string[] = []
  let shown: CommandResult | Rejection | undefined
  const administration = {
    merchants: { list: async () => ['A', 'B', 'C'].map(merchantId => ({ merchantId })) },
    archives: {
      run: async (merchantId: string) => {
        done.push(merchantId)
        return archiving(merchantId)
      },
    },
  } as unknown as OperatorRecords['administration']
  const context = {
    ...emptyCommandContext,
    ...{
      halt: new AbortController().signal,
      records: async () => ({ administration, nowMs }) as OperatorRecords,
    },
    show: (result: CommandResult | Rejection) => {
      shown = result
    },
  }
  await createProgram(context, '1.0').parseAsync(['archives', 'run', '/srv/archives'], { from: 'user' })
  if (shown === undefined || isRejection(shown)) throw new Error('no result was shown')
  return { done, isBad: shown.isBad, json: shown.json, text: shown.text(plainPaint).join('\n') }
}

const one = {
  archives: [{ archiveNo: 1, fileName: 'f.gz', orders: 2, archived: 2 }],
  tooLong: [],
  notTried: 0,
  isBusy: false,
}

test('a merchant whose orders cannot be archived keeps nobody else from it, and the run fails', async () => {
  const failures = [
    new BrokenArchive('A line of it is no JSON object.'),
    new TookTooLong('The database took too long for what is recorded of one order.'),
    new MerchantMoving(),
    new StoreUnavailable('The database is not available: deadlock detected'),
    new TypeError('undefined is not 4'),
  ]
  for (const failure of failures) {
    const run = await runWith(async merchantId => {
      if (merchantId === 'B') throw failure
      return one
    })
    expect(run).toMatchObject({ done: ['A', 'B', 'C'], isBad: true })
    expect(run.json).toMatchObject({
      archives: [{ merchantId: 'A' }, { merchantId: 'C' }],
      failed: [{ merchantId: 'B', why: expect.stringMatching(/\w/) }],
    })
    expect(run.text).toMatch(/The orders of B could not be archived: \w/)
  }
  expect(await runWith(async () => one)).toMatchObject({ isBad: false, json: { failed: [] } })
})

test('an order that was left is told, and the run fails', async () => {
  const run = await runWith(async () => ({ ...one, tooLong: ['endless'], notTried: 12 }))
  expect(run).toMatchObject({
    isBad: true,
    json: {
      left: [{ merchantId: 'A', orderId: 'endless' }, {}, {}],
      notTried: [{ merchantId: 'A', orders: 12 }, {}, {}],
    },
  })
  expect(run.text).toContain('Order endless of A was left: the database takes too long')
  expect(run.text).toContain('Not tried behind so many of them: 12 orders of A.')
})

const away = new StoreUnavailable('The database is away.')
const isAway = () => Promise.reject(away)

test.each([new UseRefusal('There is no folder.'), away])(
  'what concerns every merchant ends the run with the first: %s',
  async failure => {
    const tried: string[] = []
    const run = runWith(async merchantId => {
      tried.push(merchantId)
      throw failure
    }, isAway)
    await expect(run).rejects.toBe(failure)
    expect(tried).toEqual(['A'])
  },
)

test('a run that the database ends in the middle shows what was done until then', async () => {
  const run = await runWith(async merchantId => {
    if (merchantId === 'B') throw away
    return { ...one, tooLong: ['endless'] }
  }, isAway)
  expect(run).toMatchObject({
    done: ['A', 'B'],
    isBad: true,
    json: {
      archives: [{ merchantId: 'A' }],
      left: [{ merchantId: 'A', orderId: 'endless' }],
      failed: [{ merchantId: 'B', why: 'The database is away. The run ended with it.' }],
    },
  })
})

test('an archive that cannot be relied on fails the verification, in one document', () => {
  const archive = {
    cell: 1,
    merchantId: 'A',
    archiveNo: 1,
    state: 'WRITTEN',
    beganAtMs: 0,
    beganBy: 'x',
  } as const
  const broken = { archive, verdict: { isWhole: false, why: 'It is missing.' } } as const
  const result = verifyResult([broken])
  expect(result).toMatchObject({
    isBad: true,
    json: { archives: [{ isWhole: false, why: 'It is missing.' }] },
  })
  expect(result.text(plainPaint).at(-1)).toBe('1 archive of 1 cannot be relied on.')
  expect(verifyResult([])).toMatchObject({ isBad: false })
})
