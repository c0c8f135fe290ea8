import { Command } from 'commander'
import { expect, test } from 'vitest'
import {
  type CommandContext,
  emptyCommandContext,
  type ForwardAnswer,
  type OperatorRecords,
} from '../../commands/context.ts'
import { plainPaint } from '../../commands/terminal.ts'
import { sandboxProfile } from '../../orders/merchant.ts'
import { invalid } from '../../orders/rejection.ts'
import { addDoctor } from './doctorCommand.ts'

const records = {
  isTest: true,
  administration: {
    merchants: {
      show: async (merchantId: string) =>
        merchantId === 'SHOP'
          ? { cell: 0, merchantId, profile: sandboxProfile }
          : invalid('merchantId', 'There is no such merchant.', merchantId),
    },
  },
  requestLog: { read: async () => [] },
  notifications: { list: async () => [] },
}

/** What the command says, or why it does not. */
async function said(words: string, answer?: ForwardAnswer): Promise<string> {
  let text = ''
  const context: CommandContext = {
    ...emptyCommandContext,
    records: async () => records as unknown as OperatorRecords,
    ...(answer && { forward: async () => answer }),
    defaults: { ...emptyCommandContext.defaults, merchantId: () => 'SHOP' },
    show(result) {
      if ('text' in result) text = result.text(plainPaint).join('\n')
    },
  }
  const program = new Command('tollgate')
  addDoctor(program, context)
  try {
    await program.parseAsync(['doctor', ...words.split(' ')], { from: 'user' })
    return text
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

const address = 'http://127.0.0.1:3000/hook'

test('a wrong argument is named, with its value', async () => {
  for (const wrong of ['nonsense', 'ftp://shop.example/hook'])
    expect(await said(`--receiver ${wrong}`)).toBe(
      `tollgate doctor: --receiver <url> cannot be '${wrong}'. It must be an address such as ${address}. ` +
        'See tollgate doctor --help.',
    )
  expect(await said('--merchant NOBODY')).toBe(
    "--merchant: Value 'NOBODY' is invalid. There is no such merchant.",
  )
})
