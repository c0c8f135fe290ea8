import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../contract/catalogue.ts'
import { exampleOf } from '../contract/document/examples.ts'
import { normalise } from '../contract/kit/content.ts'
import { requestAt } from '../contract/kit/operation.ts'
import { validate } from '../contract/kit/validate.ts'
import { allVersions } from '../contract/kit/versions.ts'
import { projectPath } from '../platform/files.ts'
import { type HostRequest, merchantPath } from './check.ts'
import { allChecks, specificationParts } from './checks.ts'
import { answerRules } from './everyAnswer.ts'
import { waysToPay, whyItMayWrite } from './neverPays.ts'
import { planRun, type RunWishes } from './planRun.ts'
import { specifiedCards } from './testCards.ts'

const wishes: RunWishes = {
  ...{ profile: 'read-only', versions: [1, 57, 100], seed: 7, merchantId: 'SHOP', currency: 'USD' },
  ...{ cards: specifiedCards, only: [], skip: [], host: 'a' },
}

const pages = readdirSync(projectPath('docs', 'specification'))
  .filter(name => /^\d/.test(name))
  .map(name => readFileSync(projectPath('docs', 'specification', name), 'utf8'))

test('every check has an id of its own, and names a rule of the specification', () => {
  const all = [...allChecks, ...answerRules]
  const sections = new Set(pages.flatMap(page => [...page.matchAll(/^## (\d+\.\d+) /gm)].map(([, n]) => n)))
  expect(all.filter(({ section }) => !sections.has(section)).map(({ id }) => id)).toEqual([])
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(allChecks.length).toBeGreaterThan(100)
})

test('the parts are called as their pages are', () => {
  const titles = pages.map(page => /^# (\d+)\. (.*)$/m.exec(page)?.slice(1, 3) ?? [])
  expect(Object.fromEntries(titles)).toEqual(specificationParts)
})

const plan = planRun(wishes)
/** Every request of a profile that may write, by the check that sends it. */
const dangersOf = (profile: RunWishes['profile']) => {
  const { planned, orderIds } = planRun({ ...wishes, profile })
  return planned.flatMap(({ check, steps }) =>
    steps
      .filter(({ request }) => whyItMayWrite(request([]), { merchantId: 'SHOP', orderIds }) !== undefined)
      .map(() => check.id),
  )
}

test('nothing that the read-only profile sends could pay', () => {
  expect(plan.requests).toBeGreaterThan(300)
  expect(dangersOf('read-only')).toEqual([])
})

test('and every check that pays would be held back', () => {
  const held = new Set(dangersOf('sandbox'))
  const free = allChecks.filter(({ id, profile }) => profile === 'sandbox' && !held.has(id))
  expect(free.map(({ id }) => id)).toEqual([])
})

const danger = (request: HostRequest) =>
  whyItMayWrite(request, { merchantId: 'SHOP', orderIds: plan.orderIds })
const order = `${merchantPath(100, 'SHOP')}/order/${plan.orderIds[0]}`
const writes: readonly (readonly [story: string, request: HostRequest])[] = [
  ['a card', { method: 'PUT', path: `${order}/transaction/1`, body: '{"sourceOfFunds":{}}' }],
  ['a name with escapes', { method: 'PUT', path: `${order}/transaction/1`, body: '{"\\u0073ession":{}}' }],
  ['a name in bytes', { method: 'PUT', path: `${order}/transaction/1`, body: Buffer.from('{"SESSION"') }],
  ['an earlier order', { method: 'POST', path: `${order}/transaction/1`, body: '"referenceOrderId"' }],
  ['an order of others', { method: 'PUT', path: `${merchantPath(100, 'SHOP')}/order/theirs/transaction/1` }],
  ['another merchant', { method: 'PUT', path: order.replace('SHOP', 'OTHER') }],
  ['a new session', { method: 'POST', path: `${merchantPath(100, 'SHOP')}/session`, body: '{}' }],
  ['a token', { method: 'DELETE', path: `${merchantPath(100, 'SHOP')}/token/9999` }],
]

test.each(writes)('held back: %s', (_, request) => {
  expect(danger(request)).toBeDefined()
})

test('whatever begins an order needs a way to pay, at every version', () => {
  // These go on with what another operation has begun.
  const second = ['AUTHENTICATE_PAYER', 'CONFIRM_BROWSER_PAYMENT', 'REFERRAL']
  const beginning = catalogue.filter(
    ({ role, name }) => (role === 'payment' || role === 'payerAuthentication') && !second.includes(name),
  )
  expect(beginning.length).toBeGreaterThan(4)
  for (const operation of beginning)
    for (const version of allVersions) {
      const whole = Object.entries(exampleOf(operation)?.body ?? {})
      const body = Object.fromEntries(whole.filter(([name]) => !waysToPay.some(way => way === name)))
      const finding = validate(operation, version, normalise(requestAt(operation, version), body))
      expect(finding, `${operation.name} ${version}`).toBeDefined()
    }
})

test('the same seed gives the same ids, another one others, and hosts never share them', () => {
  expect(planRun(wishes).orderIds).toEqual(plan.orderIds)
  const others = [planRun({ ...wishes, seed: 8 }), planRun({ ...wishes, host: 'b' })]
  const ids = [plan, ...others].flatMap(({ orderIds }) => orderIds)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter(id => id.length > 40)).toEqual([])
})

test('a check that there is not is refused, with the nearest', () => {
  expect(() => planRun({ ...wishes, only: ['void.onec'] })).toThrow('the nearest is void.once.')
  expect(() => planRun({ ...wishes, skip: ['vo'] })).toThrow('No check is called vo')
})

test('checks are chosen by id or by how it begins, and those without their card are not applicable', () => {
  const chosen = planRun({
    ...wishes,
    profile: 'sandbox',
    versions: [100],
    only: ['void'],
    skip: ['void.once'],
  })
  expect(chosen.planned.map(({ check }) => check.id)).toEqual(['void.authorization', 'void.capture'])
  const { approved: _, ...cards } = specifiedCards
  const [first] = planRun({ ...chosen.wishes, cards }).planned
  expect(first).toMatchObject({ steps: [], why: 'there is no approved card' })
})
