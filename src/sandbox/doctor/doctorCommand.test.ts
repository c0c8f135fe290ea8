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

const answered = (status: number): ForwardAnswer => ({ kind: 'answered', status, tookMs: 1, text: '' })

test('a receiver is believed to verify only where it refuses; of any other, what to do is said', async () => {
  const tried = (answer: ForwardAnswer) => said(`--receiver ${address}`, answer)
  for (const status of [400, 401, 403, 422])
    expect(await tried(answered(status))).toContain('Your receiver refused a forged notification.')
  expect(await tried(answered(200))).toContain('notifications-unverified')
  expect(await tried(answered(404))).toBe(
    `${address} answered a forged notification with 404: nothing takes notifications there. ` +
      'Give the whole address of your receiver with --receiver.',
  )
  expect(await tried(answered(302))).toContain('with 302: the gateway follows no redirects.')
  expect(await tried(answered(500))).toContain('with 500: it broke.')
  expect(await tried(answered(429))).toContain('with 429: that does not say whether it verifies.')
  const why = `Nothing answers at ${address} (ECONNREFUSED).`
  expect(await tried({ kind: 'away', why })).toBe(`${why} Start your receiver, or correct --receiver.`)
  expect(await tried({ kind: 'failed', why: 'no answer', tookMs: 1 })).toBe(
    `${address} did not answer a forged notification: no answer. Start your receiver, or correct --receiver.`,
  )
})

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
