import { expect, test } from 'vitest'
import { createProgram } from '../composition/program.ts'
import { StartRefusal } from '../platform/errors.ts'
import { UsageRefusal } from './command.ts'
import { type CommandContext, emptyCommandContext } from './context.ts'
import type { CommandResult } from './output.ts'
import { plainPaint } from './terminal.ts'

async function typed(words: readonly string[], more: Partial<CommandContext> = {}) {
  const context = { ...emptyCommandContext, askSecret: async () => undefined, ...more }
  await createProgram(context, '0').parseAsync(['node', 'tollgate', 'conformance', ...words])
}

const refusals: readonly (readonly [words: string, said: string])[] = [
  ['', 'needs <url>'],
  ['https://pay.example', '--merchant'],
  ['https://pay.example --merchant SHOP', 'Give the API password of SHOP at https://pay.example'],
  ['https://pay.example --merchant SHOP --password-from-environment NOT_SET', 'NOT_SET is not set'],
  ['http://pay.example --merchant SHOP', 'use https://'],
  ['https://merchant.SHOP:secret@pay.example --merchant SHOP', 'with no password in it'],
  ['pay.example --merchant SHOP', 'A host is an address'],
  ['https://pay.example --profile production', '--profile'],
  ['https://pay.example --api-version 101', 'from 1 to 100'],
  ['https://pay.example --card approved=12', 'approved, declined'],
  ['https://pay.example --password secret', '--password'],
]

test.each(refusals)('conformance %s: %s', async (words, said) => {
  const refusal = await typed(words.split(' ').filter(Boolean)).catch((error: unknown) => error)
  expect(refusal instanceof StartRefusal || refusal instanceof UsageRefusal).toBe(true)
  expect(refusal).toMatchObject({ message: expect.stringContaining(said) })
  expect(String(refusal)).not.toContain('secret@')
})

test('the second host never hears the password of the first', async () => {
  const words =
    'https://a.example --merchant SHOP --password-from-environment FIRST --against https://b.example'
  const refusal = await typed(words.split(' '), { variable: () => 'first-password' }).catch(String)
  expect(refusal).toContain('Give the API password of SHOP at https://b.example')
})

test('the list has every check with its section, and sends nothing', async () => {
  let shown: CommandResult | undefined
  const show = (result: object) => {
    shown = result as CommandResult
  }
  await typed(['--list'], { show })
  const lines = shown?.text(plainPaint) ?? []
  expect(lines).toContainEqual(expect.stringMatching(/^11\.1 {2}identity\.repeat {2}The same request again/))
  expect(shown?.json).toContainEqual(expect.objectContaining({ id: 'capture.over', section: '3.2' }))
})
