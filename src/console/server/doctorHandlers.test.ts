import { expect, test } from 'vitest'
import { sandboxProfile } from '../../orders/merchant.ts'
import { createDoctorHandlers, type ExamineTraffic } from './doctorHandlers.ts'
import { notSimulated } from './sandboxControlHandlers.ts'

const handlersOf = (examine: ExamineTraffic | undefined) =>
  createDoctorHandlers({
    findMerchant: async merchantId => ({ merchantId, cell: 0, profile: sandboxProfile }),
    flushRequestLog: async () => undefined,
    examine,
  })

const well = { calls: 1, found: [], rehearsed: 1, outcomes: 1, missing: [] }

test('nothing is examined where payments are real', async () => {
  const { examineIntegration } = handlersOf(undefined)
  expect(await examineIntegration({ input: { merchantId: 'M' } })).toBe(notSimulated)
})

test('one is examined at a time, the last day unless asked otherwise, and once for all who ask', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const { examineIntegration } = handlersOf(async ({ merchantId }, hours) => {
    begun.push(`${merchantId} ${hours}`)
    await new Promise<void>(resolve => ends.push(resolve))
    return well
  })
  const ask = (merchantId: string, hours?: number) =>
    examineIntegration({ input: { merchantId, ...(hours !== undefined && { hours }) } })
  const asked = [ask('M'), ask('M', 24), ask('N', 1)]
  await expect.poll(() => begun).toEqual(['M 24'])
  ends[0]?.()
  await expect.poll(() => begun).toEqual(['M 24', 'N 1'])
  ends[1]?.()
  expect(await Promise.all(asked)).toEqual([well, well, well])
  const later = ask('M')
  await expect.poll(() => begun).toHaveLength(3)
  ends[2]?.()
  expect(await later).toEqual(well)
})
