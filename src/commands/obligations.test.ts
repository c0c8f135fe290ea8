import { expect, test } from 'vitest'
import { createProgram } from '../composition/program.ts'
import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import { emptyCommandContext, type OperatorRecords } from './context.ts'
import { plainPaint } from './terminal.ts'

/** What the command asked for, and what it showed; a person answers as given. */
async function settle(line: readonly string[], answer?: boolean, refused?: Rejection) {
  const asked: unknown[] = []
  const questions: string[] = []
  let shown = ''
  let refusal: Rejection | undefined
  const records = {
    async settleObligation(wanted: unknown) {
      asked.push(wanted)
      return refused ?? { obligation: 'advice', result: 'SUCCESS', gatewayCode: 'APPROVED' }
    },
  }
  const context = {
    ...emptyCommandContext,
    records: async () => records as unknown as OperatorRecords,
    async ask(question: string) {
      questions.push(question)
      return answer
    },
    show(result: Parameters<typeof emptyCommandContext.show>[0]) {
      if (isRejection(result)) refusal = result
      else shown = result.text(plainPaint).join('\n')
    },
  }
  const whole = ['obligations', 'settle', 'SHOP', 'order-1', '2', ...line]
  await createProgram(context, '1').parseAsync(whole, { from: 'user' })
  return { asked, questions, shown, refusal }
}

const because = ['--reason', 'call 4711'] as const

test('what the acquirer has is settled once the operator has agreed', async () => {
  const { asked, questions, shown } = await settle(['--done', ...because], true)
  expect(questions.join()).toContain('transaction 2 of order order-1')
  expect(asked).toEqual([
    { merchantId: 'SHOP', orderId: 'order-1', transactionId: '2', isDone: true, reason: 'call 4711' },
  ])
  expect(shown).toBe('Settled the advice of 2 of order-1: it is SUCCESS now (APPROVED).')
})

test('what it has not is settled without a question where that is said', async () => {
  const { asked, questions } = await settle(['--not-done', '--yes', ...because])
  expect(questions).toEqual([])
  expect(asked).toMatchObject([{ isDone: false }])
})

test('nothing is settled without a yes, one of both outcomes and a reason', async () => {
  await expect(settle(['--done', ...because], false)).rejects.toThrow('Nothing was done')
  await expect(settle(['--done', ...because])).rejects.toThrow('say --yes')
  const { asked: unexplained, refusal: wanted } = await settle(['--done', '--yes'])
  expect(unexplained).toEqual([])
  expect(wanted?.explanation).toContain('--reason')
  await expect(settle(['--done', '--yes', '--reason', 'card 5123450000000008'])).rejects.toThrow('card data')
  for (const both of [[], ['--done', '--not-done']]) {
    const { asked, refusal } = await settle([...both, '--yes', ...because])
    expect(asked).toEqual([])
    expect(refusal?.explanation).toContain('either --done or --not-done')
  }
})

test('what is refused is told', async () => {
  const refused = invalid('transactionId', 'Nothing is owed to an acquirer about it.', '2')
  const { refusal } = await settle(['--done', '--yes', ...because], undefined, refused)
  expect(refusal).toBe(refused)
})
