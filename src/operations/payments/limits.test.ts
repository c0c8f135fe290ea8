import { expect, test } from 'vitest'
import { payment, scriptedPipeline } from '../../../test/support/operations/scriptedPipeline.ts'
import { told } from '../../../test/support/operations/transactionScenarios.ts'

test('attempts without an outcome count like those that failed: the eleventh asks nobody', async () => {
  const world = scriptedPipeline()
  for (let n = 0; n < 10; n++) {
    world.answers.push(n % 2 === 0 ? 'pending' : 'unknown')
    await world.submit(`${n}`, 'PAY', payment('10.00'))
  }
  expect(told(await world.submit('x', 'PAY', payment('10.00')))).toBe('FAILURE EXCEEDED_RETRY_LIMIT')
  expect(world.asks).toHaveLength(10)
})
