import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationNamed } from '../../src/contract/catalogue.ts'
import { requestAt } from '../../src/contract/kit/operation.ts'
import type { Resolved } from '../../src/contract/kit/resolve.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorizationWith, newOrder } from './requests.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway.stop())

/** Every field by its path, groups and lists included; of a list its second element. */
function pathsOf(type: Resolved, path: string): readonly string[] {
  switch (type.kind) {
    case 'scalar':
      return [path]
    case 'list':
      return [path, ...pathsOf(type.each, `${path}[1]`)]
    case 'dictionary':
      return [path, `${path}.any`]
    case 'group':
      return [
        ...(path === '' ? [] : [path]),
        ...type.fields.flatMap(field =>
          pathsOf(field.type, path === '' ? field.name : `${path}.${field.name}`),
        ),
      ]
  }
}

const paths = [
  ...pathsOf(requestAt(operationNamed('AUTHORIZE'), 100), ''),
  ...['order.id', 'transaction.id', 'order.custom.__proto__', 'toString'],
]

const values: readonly unknown[] = [
  { length: 3, toString: 1, a: { b: 1 } },
  [{ a: 1 }, null, [[]], 'x'],
  true,
  'x\u2028\u202e'.repeat(99),
]

test('no value in any field makes the gateway fail', async () => {
  expect(paths.length).toBeGreaterThan(400)
  const statuses = new Map<number, number>()
  for (const path of paths) {
    const answers = await Promise.all(
      values.map(value => gateway.authorize(newOrder(), authorizationWith(path, value))),
    )
    for (const [index, { status, text }] of answers.entries()) {
      expect([201, 400], `${path}: ${JSON.stringify(values[index])} → ${text}`).toContain(status)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  expect(statuses.get(400)).toBeGreaterThan(paths.length * 3)
  expect(gateway.lines.filter(line => line.includes('"level":"error"'))).toEqual([])
})

test('numbers that doubles cannot carry are never guessed at', async () => {
  const numbers = ['9007199254740993', '1e400', '1e-400', '0.1000000000000000055511151231257827', '-0']
  for (const number of numbers) {
    const body = JSON.stringify(authorizationWith('order.amount', '#')).replace('"#"', number)
    const answer = await gateway.call('PUT', `order/${newOrder()}/transaction/1`, body)
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field: 'order.amount' } } })
  }
})
