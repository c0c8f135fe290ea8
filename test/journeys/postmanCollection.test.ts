import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway.stop())

type CollectionItem = {
  readonly name: string
  readonly event?: readonly {
    readonly listen: string
    readonly script: { readonly exec: readonly string[] }
  }[]
  readonly request: {
    readonly method: string
    readonly auth?: { readonly type: string }
    readonly header: readonly { readonly key: string; readonly value: string }[]
    readonly url: { readonly raw: string }
    readonly body?: { readonly raw: string }
  }
}
type Collection = {
  readonly auth: { readonly basic: readonly { readonly value: string }[] }
  readonly variable: readonly { readonly key: string; readonly value: string }[]
  readonly item: readonly { readonly item: readonly CollectionItem[] }[]
}

/** Sends a whole collection in its order, as the tool does: with variables, and scripts before and after. */
async function runCollection({ auth, variable, item }: Collection): Promise<readonly string[]> {
  const variables = new Map(variable.map(({ key, value }) => [key, value]))
  variables.set('host', gateway.origin)
  const filled = (text: string): string =>
    text
      .replaceAll('{{$guid}}', () => randomUUID())
      .replace(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? '')
  const play = (listen: string, { event = [] }: CollectionItem, body: unknown = {}) => {
    const pm = {
      collectionVariables: { set: (name: string, value: string) => void variables.set(name, value) },
      variables: { replaceIn: filled },
      response: { json: () => body },
    }
    for (const { script } of event.filter(one => one.listen === listen))
      new Function('pm', script.exec.join('\n'))(pm)
  }
  const [user = '', password = ''] = auth.basic.map(({ value }) => filled(value))
  const told: string[] = []
  for (const each of item.flatMap(folder => folder.item)) {
    play('prerequest', each)
    const { method, url, header, body, auth: own } = each.request
    const sent = await fetch(filled(url.raw), {
      method,
      headers: {
        ...(own?.type !== 'noauth' && { Authorization: basic(user, password) }),
        ...Object.fromEntries(header.map(({ key, value }) => [key, value])),
      },
      ...(body && { body: filled(body.raw) }),
    })
    const answer: Record<string, unknown> = JSON.parse(await sent.text())
    play('test', each, answer)
    told.push(`${each.name}: ${sent.status} ${answer.result ?? answer.status}`)
  }
  return told
}

test('the collection that a gateway serves is carried out by it, and once more under fresh ids', async () => {
  const served = await fetch(`${gateway.origin}/docs/version/100/postman_collection.json`)
  expect(served.headers.get('content-disposition')).toBe(
    'attachment; filename="tollgate-100.postman_collection.json"',
  )
  const collection: Collection = JSON.parse(await served.text())
  const told = await runCollection(collection)
  // What is refused needs what no request can bring: an issuer who refers, and a payer.
  expect(told).toMatchInlineSnapshot(`
    [
      "Authorize: 201 SUCCESS",
      "Pay: 201 SUCCESS",
      "Capture: 201 SUCCESS",
      "Refund: 201 SUCCESS",
      "Void: 201 SUCCESS",
      "Verify: 201 SUCCESS",
      "Authorize: 201 SUCCESS",
      "Update Authorization: 201 SUCCESS",
      "Authorize: 201 SUCCESS",
      "Referral: 400 ERROR",
      "Retrieve Transaction: 200 SUCCESS",
      "Retrieve Order: 200 SUCCESS",
      "Initiate Authentication: 201 SUCCESS",
      "Authenticate Payer: 201 PENDING",
      "Check 3-D Secure Enrollment: 200 SUCCESS",
      "Process ACS Result: 400 ERROR",
      "Initiate Browser Payment: 201 SUCCESS",
      "Confirm Browser Payment: 400 ERROR",
      "Create Checkout Session: 201 SUCCESS",
      "Create Session: 201 SUCCESS",
      "Update Session: 200 SUCCESS",
      "Retrieve Session: 200 SUCCESS",
      "Create Token: 201 SUCCESS",
      "Save Token: 200 SUCCESS",
      "Retrieve Token: 200 SUCCESS",
      "Delete Token: 200 SUCCESS",
      "Balance Inquiry: 200 SUCCESS",
      "Payment Options Inquiry: 200 SUCCESS",
      "Payment Options Inquiry: 200 SUCCESS",
      "Check Gateway: 200 OPERATING",
    ]
  `)
  expect(await runCollection(collection)).toEqual(told)
})
