import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds, openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'

describe.each(databaseKinds)('on a database that is %s', kind => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway(kind)
  })
  afterAll(() => gateway.stop())

  test('an approved authorization is recorded', async () => {
    const answer = await gateway.authorize(newOrder(), authorization())
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ result: 'SUCCESS' })
  })
})
