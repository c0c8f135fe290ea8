import { expect, test } from 'vitest'
import type { ConsoleCall } from './call.ts'
import { consoleCalls } from './calls.ts'
import { exportCalls, pageFields } from './exports.ts'

const calls: readonly (readonly [string, ConsoleCall])[] = Object.entries(consoleCalls)
const inParts = calls.filter(([, { input }]) =>
  Object.keys(input.fields).some(name => pageFields.includes(name)),
)

test('every list that has pages can be downloaded whole', () => {
  const exported: readonly string[] = Object.values(exportCalls)
  // They judge one part of the past after the other: what they give are no rows of a list.
  const judging = ['tryRule', 'shadowReport', 'tryGatewayRule', 'gatewayShadowReport']
  // What is left of a payer who wants to be forgotten must not get into a file.
  const erasing = ['findPayer', 'erasePayer']
  // Only in a sandbox, whose control API gives them whole; production has no route for them.
  const others = [...erasing, ...judging, 'sandboxBooks']
  expect(inParts.map(([name]) => name).filter(name => !exported.includes(name))).toEqual(others)
})

test('a download needs no more than to be signed in, and its permission', () => {
  for (const name of Object.values(exportCalls)) {
    const call: ConsoleCall = consoleCalls[name]
    expect(call).toMatchObject({ permission: expect.any(String) })
    expect(call.needsStepUp).toBeUndefined()
  }
})
