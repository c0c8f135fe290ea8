// When the payer's time is over: who has not decided is given up, and pays no more.

import { expect, test } from 'vitest'
import {
  approved,
  atMerchant,
  declined,
  initiated,
} from '../../../test/support/operations/browserPayments.ts'
import { key } from '../../../test/support/operations/scriptedPipeline.ts'
import type { Content } from '../../contract/kit/content.ts'
import { browserPaymentLifeMs, lateConfirmationMs } from '../../orders/periods.ts'
import type { ProviderAnswer } from '../../providers/port.ts'

/** Nobody has decided in time, and that the provider is told so is committed. */
async function givenUp(more: Content = {}, type = 'BROWSER_PAYMENT') {
  const world = await initiated(more, type)
  world.journal.nowMs += browserPaymentLifeMs
  world.others.provisions.push({ outcome: 'undecided' })
  await world.recovery.tick()
  return world
}

test('that a payer is sent away is committed before the provider hears it', async () => {
  const { others, journal, shown } = await givenUp()
  expect(others.asks.at(-1)).toMatchObject({ verb: 'progress', isOver: false })
  const [known] = (await journal.load(key))?.transactions ?? []
  expect(known?.outcome?.consulted).toMatchObject({ isGivenUp: true })
  expect(known?.owed).toMatchObject({ obligation: 'inquiry', status: 'PENDING' })
  expect(await shown()).toMatchObject({ result: 'SUCCESS', response: { gatewayCode: 'SUBMITTED' } })
})

test('who agrees while they are sent away has not paid: it is undone, whatever is lost', async () => {
  const { others, journal, shown, recovery, gateway, asks, answers } = await givenUp()
  others.provisions.push({ outcome: 'silent' }, approved())
  await recovery.tick()
  expect(others.asks.at(-1)).toMatchObject({ isOver: true })
  journal.nowMs += 60_000
  await recovery.tick()
  expect(others.asks.at(-1)).toMatchObject({ isOver: true })
  expect(await shown()).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'TIMED_OUT' } })
  answers.push('silent')
  await recovery.tick()
  journal.nowMs += 60_000
  await recovery.tick()
  expect(asks).toMatchObject([{ verb: 'reverse' }, { verb: 'reverse', repeat: 1 }])
  expect(await shown()).toMatchObject({ transaction: { reversal: { status: 'ACKNOWLEDGED' } } })
  expect(await gateway.retrieveOrder(key)).toMatchObject({ totalCapturedAmount: '0.00' })
})

test('whose answer is older than the decision to send them away has not paid either', async () => {
  const { others, journal, shown, recovery, interactions, returnToken } = await initiated()
  journal.nowMs += browserPaymentLifeMs - 1
  others.provisions.push(async () => {
    journal.nowMs += 1
    others.provisions.push({ outcome: 'undecided' })
    await recovery.tick()
    return approved()
  })
  await interactions.returned(returnToken)
  expect(await shown()).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'TIMED_OUT' } })
})

test('what was found out before it is sent away stands, and nothing is cancelled', async () => {
  const { others, journal, shown, recovery, interactions } = await initiated()
  journal.nowMs += browserPaymentLifeMs
  others.provisions.push(async () => {
    others.provisions.push(approved())
    await interactions.inquire(key, 'b')
    return { outcome: 'undecided' }
  })
  await recovery.settle()
  expect(others.asks).not.toContainEqual(expect.objectContaining({ isOver: true }))
  expect(await shown()).toMatchObject({ result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } })
})

test('who decided in time is waited for while the provider is at it', async () => {
  const { others, journal, shown, recovery } = await initiated()
  journal.nowMs += browserPaymentLifeMs
  others.provisions.push({ outcome: 'undecided', isPayerDone: true })
  await recovery.tick()
  journal.nowMs += 60_000
  others.provisions.push(approved())
  await recovery.tick()
  expect(others.asks.at(-1)).toMatchObject({ isOver: false })
  expect(await shown()).toMatchObject({ result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } })
})

test('who comes back after they were sent away gets no more time, and nobody can confirm', async () => {
  const { others, journal, shown, recovery, interactions, returnToken, submit } = await givenUp(
    atMerchant,
    'PROVIDER_A',
  )
  others.provisions.push({ outcome: 'agreed' })
  expect(await interactions.returned(returnToken)).toMatchObject({ state: 'sent' })
  expect(others.asks.at(-1)).toMatchObject({ verb: 'progress', isOver: true })
  expect(await submit('b', 'CONFIRM_BROWSER_PAYMENT')).toMatchObject({
    field: 'apiOperation',
    explanation: expect.stringContaining('ended'),
  })
  journal.nowMs += 60_000
  others.provisions.push(declined('ABORTED'))
  await recovery.tick()
  expect(others.asks.at(-1)).toMatchObject({ isOver: true })
  expect(await shown()).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'ABORTED' } })
})

test('who came back in time can be confirmed for three hours, though recovery was asking then', async () => {
  const world = await initiated(atMerchant, 'PROVIDER_A')
  const { others, journal, shown, recovery, interactions, returnToken, submit } = world
  journal.nowMs += browserPaymentLifeMs - 1
  let recovering: Promise<unknown> = Promise.resolve()
  const comeBackWhileAsked = () =>
    new Promise<ProviderAnswer>(comeBack => {
      journal.nowMs += 1
      others.provisions.push(async () => {
        comeBack({ outcome: 'agreed' })
        await returning
        return { outcome: 'undecided' }
      })
      recovering = recovery.tick()
    })
  others.provisions.push(comeBackWhileAsked)
  const returning = interactions.returned(returnToken)
  await returning
  await recovering
  journal.nowMs += browserPaymentLifeMs - 1
  others.provisions.push(approved())
  await submit('b', 'CONFIRM_BROWSER_PAYMENT')
  expect(await shown()).toMatchObject({ result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } })
})

/** The payer agreed and is back, and the provider did not hear the merchant's confirmation. */
async function unheard() {
  const world = await initiated(atMerchant, 'PROVIDER_A')
  const { others, interactions, returnToken, submit } = world
  others.provisions.push({ outcome: 'agreed' })
  await interactions.returned(returnToken)
  others.provisions.push({ outcome: 'silent' })
  await submit('b', 'CONFIRM_BROWSER_PAYMENT')
  const confirmations = () => others.asks.filter(({ verb }) => verb === 'confirm').length
  return { ...world, confirmations }
}

/** The provider hears that it is over, and nothing more is confirmed. */
async function expectCancelled(world: Awaited<ReturnType<typeof unheard>>): Promise<void> {
  const { others, journal, shown, recovery, confirmations } = world
  journal.nowMs += 60_000
  others.provisions.push(declined('ABORTED'))
  await recovery.tick()
  expect(others.asks.at(-1)).toMatchObject({ isOver: true })
  expect(await shown()).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'ABORTED' } })
  expect(confirmations()).toBe(1)
}

test('what was not heard in time is not confirmed any more: the provider hears that it is over', async () => {
  const world = await unheard()
  const { others, journal, shown, recovery } = world
  journal.nowMs += browserPaymentLifeMs
  others.provisions.push({ outcome: 'agreed' })
  await recovery.tick()
  expect(await shown()).toMatchObject({ result: 'PENDING' })
  journal.nowMs += lateConfirmationMs
  others.provisions.push({ outcome: 'agreed' }, { outcome: 'silent' })
  await recovery.settle()
  await expectCancelled(world)
})

test('who is given up while the provider is asked is not confirmed', async () => {
  const world = await unheard()
  const { others, journal, recovery, interactions } = world
  journal.nowMs += browserPaymentLifeMs - 1
  others.provisions.push(async () => {
    journal.nowMs += lateConfirmationMs + 1
    others.provisions.push({ outcome: 'agreed' })
    await interactions.inquire(key, 'b')
    return { outcome: 'agreed' }
  })
  await recovery.tick()
  expect(others.asks.at(-1)).toMatchObject({ isOver: false })
  await expectCancelled(world)
})
