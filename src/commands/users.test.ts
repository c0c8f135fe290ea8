import { expect, test } from 'vitest'
import { createProgram } from '../composition/program.ts'
import type { ListedUser } from '../console/users/port.ts'
import { isRejection, type Rejection } from '../orders/rejection.ts'
import { type ConsoleUsers, emptyCommandContext, type OperatorRecords } from './context.ts'
import { plainPaint } from './terminal.ts'

const user = {
  userId: 'u',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'OPERATIONS',
  merchantId: 'SHOP',
} as const
const listed: ListedUser = {
  ...{ ...user, createdAtMs: 0, isDisabled: false, hasPassword: true, hasTotp: true },
  ...{ passkeys: 2, sessions: 1 },
}

/** What the command asked for, and what it showed. */
async function run(...line: readonly string[]) {
  const asked: unknown[] = []
  let shown = ''
  let refusal: Rejection | undefined
  const link = { user, token: 'TOKEN', lifeMs: 72 * 3_600_000 }
  const noting = <Answer>(what: readonly unknown[], answer: Answer): Answer => {
    asked.push(...what)
    return answer
  }
  const users: ConsoleUsers = {
    list: async wanted => noting([wanted], [listed, { ...listed, isDisabled: true }]),
    invite: async wanted => noting([wanted], link),
    change: async (which, wanted) => noting([which, wanted], user),
    reset: async which => noting([which], link),
  }
  const context = {
    ...emptyCommandContext,
    records: async () => ({ users, consoleAddress: 'https://pay.example/console' }) as OperatorRecords,
    show(result: Parameters<typeof emptyCommandContext.show>[0]) {
      if (isRejection(result)) refusal = result
      else shown = result.text(plainPaint).join('\n')
    },
  }
  await createProgram(context, '1').parseAsync(['users', ...line], { from: 'user' })
  return { asked, shown, refusal }
}

test('whoever is added gets a link, with its token behind the #', async () => {
  const line = ['add', 'ada@example.com', '--merchant', 'SHOP', '--role', 'OPERATIONS', '--name', 'Ada']
  const { asked, shown } = await run(...line)
  expect(asked).toEqual([{ email: 'ada@example.com', merchantId: 'SHOP', role: 'OPERATIONS', name: 'Ada' }])
  expect(shown).toContain('https://pay.example/console/invitation#TOKEN')
  expect(shown).toContain('good for 3 d')
  expect((await run('add', 'a@b', '--operator')).asked).toEqual([{ email: 'a@b', role: 'OPERATOR' }])
})

test.each([
  [['--operator', '--merchant', 'SHOP']],
  [['--operator', '--role', 'DEVELOPER']],
  [['--merchant', 'SHOP']],
  [['--role', 'DEVELOPER']],
  [[]],
])('nobody is added who is neither an operator nor somebody at a merchant: %s', async options => {
  const { asked, refusal } = await run('add', 'a@b', ...options)
  expect(refusal).toMatchObject({ field: 'role' })
  expect(asked).toEqual([])
})

test('users are listed with how they sign in', async () => {
  const { asked, shown } = await run('list', '--merchant', 'SHOP')
  expect(asked).toEqual([{ merchantId: 'SHOP', limit: 1_000 }])
  expect(shown).toMatch(/ada@example.com +Ada +SHOP +OPERATIONS +2 passkeys, password +never/)
  expect(shown).toContain('nothing: disabled')
  expect((await run('list', '--operators')).asked).toEqual([{ merchantId: null, limit: 1_000 }])
  const both = await run('list', '--operators', '--merchant', 'SHOP')
  expect(both).toMatchObject({ asked: [], refusal: { field: 'merchant' } })
})

test.each(['disable', 'enable', 'reset'])(
  '%s is about the operator or about somebody at a merchant',
  async verb => {
    const { asked, refusal } = await run(verb, 'ada@example.com', '--merchant', 'SHOP', '--operator')
    expect(refusal).toMatchObject({
      field: 'merchant',
      explanation: expect.stringContaining('not both'),
    })
    expect(asked).toEqual([])
  },
)

test('a user is disabled, enabled and invited again by e-mail', async () => {
  const which = { email: 'ada@example.com' }
  expect((await run('disable', which.email)).asked).toEqual([which, { isDisabled: true }])
  expect((await run('enable', which.email)).asked).toEqual([which, { isDisabled: false }])
  const operator = { ...which, merchantId: null }
  expect((await run('disable', which.email, '--operator')).asked).toEqual([operator, { isDisabled: true }])
  expect((await run('reset', which.email)).shown).toContain('invitation#TOKEN')
})
