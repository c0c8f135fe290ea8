import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generateApi } from 'swagger-typescript-api'
import { expect, onTestFinished, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { openApi } from './openapi.ts'

test.each([55, 100])(
  'a generator makes a client of version %i that compiles',
  { timeout: 120_000 },
  async version => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-client-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApi(catalogue, version)))
    await generateApi({
      input: join(folder, 'openapi.json'),
      output: folder,
      fileName: 'client.ts',
      silent: true,
    })
    const client = readFileSync(join(folder, 'client.ts'), 'utf8')
    expect(client).toContain('export interface AuthorizeRequest')
    expect(client).toContain('apiOperation: "AUTHORIZE"')
    writeFileSync(join(folder, 'shop.mts'), shop)
    const compiler = resolve('node_modules/.bin/tsc')
    const options = '--noEmit --strict --target es2022 --lib es2022,dom --module nodenext --skipLibCheck'
    const files = [join(folder, 'client.ts'), join(folder, 'shop.mts')]
    const { stdout, status } = spawnSync(
      compiler,
      [...options.split(' '), '--allowImportingTsExtensions', ...files],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    expect(stdout).toBe('')
    expect(status).toBe(0)
  },
)

/** What a merchant would write; its second call must not compile, or the types would say nothing. */
const shop = `
import { Api } from './client.ts'
const gateway = new Api()
const ids = ['TESTMERCHANT', 'order-1', '1'] as const
await gateway.merchant.putTransaction(...ids, {
  apiOperation: 'AUTHORIZE',
  order: { amount: '100.00', currency: 'USD', custom: { shelf: '4' } },
})
// @ts-expect-error: an amount is text
await gateway.merchant.putTransaction(...ids, { apiOperation: 'PAY', order: { amount: 1, currency: 'USD' } })
const { data } = await gateway.merchant.retrieveOrder('TESTMERCHANT', 'order-1')
const total: number = data.amount
console.log(total)
`
