import { expect, test } from 'vitest'
import { emptyCommandContext } from '../../commands/context.ts'
import { createProgram } from '../../composition/program.ts'

const program = (call: (method: string, path: string, body: unknown) => void = () => undefined) =>
  createProgram(
    {
      ...emptyCommandContext,
      show: () => undefined,
      gateway: async () => ({
        address: 'http://127.0.0.1:8080',
        async call(method, path, options) {
          call(method, path, options?.body)
          return { status: 200, body: { scripts: [] } }
        },
      }),
    },
    '',
  )

test.each([
  ['', '/sandbox/acquirer/scripts', { answers: [{ answer: 'decline' }] }],
  ['--issuer', '/sandbox/authentication/scripts', { outcomes: [{ outcome: 'decline' }] }],
])('a script is for one transaction, of the acquirer or an issuer: %s', async (whose, path, what) => {
  const asked: unknown[] = []
  const line = `sandbox scripts add decline --order o --transaction 2 ${whose}`.trim()
  await program((...call) => asked.push(call)).parseAsync(line.split(' '), { from: 'user' })
  expect(asked).toEqual([['POST', path, { match: { orderId: 'o', transactionId: '2' }, ...what }]])
})

test('the help of --transaction does not keep it to issuers', () => {
  const scripts = program()
    .commands.find(one => one.name() === 'sandbox')
    ?.commands.find(one => one.name() === 'scripts')
  const option = scripts?.commands
    .find(one => one.name() === 'add')
    ?.options.find(one => one.long === '--transaction')
  expect(option?.description).toBe('only for this transaction')
})

test.each([
  ['list', 'GET'],
  ['clear', 'DELETE'],
])('scripts %s can be of one merchant', async (name, method) => {
  const asked: unknown[] = []
  const line = ['sandbox', 'scripts', name, '--merchant', 'A B']
  await program((...call) => asked.push(call)).parseAsync(line, { from: 'user' })
  expect(asked).toEqual([[method, '/sandbox/acquirer/scripts?merchantId=A%20B', undefined]])
})
