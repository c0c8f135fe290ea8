import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { openGateway } from './gateway.ts'

const run = promisify(execFile)

/** What a stranger writes; its last line must not compile, or the types would say nothing. */
const shop = (origin: string) => `
import { createClient } from '@tollgate/client'
const gateway = createClient({
  url: '${origin}',
  merchant: 'TESTMERCHANT',
  password: '0123456789abcdef0123456789abcdef',
  version: 73,
})
const paid = await gateway.pay({ orderId: 'a-strangers-order', transactionId: '1' }, {
  order: { amount: '12.50', currency: 'EUR' },
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' } } },
  },
})
console.log(paid.kind === 'approved' ? paid.answer.order.totalCapturedAmount : paid.kind)
// @ts-expect-error: whether there is an answer has to be looked at first
export const careless = () => paid.answer.result
`

test('the package is installed into an empty folder, compiles there and pays', async () => {
  const gateway = await openGateway('embedded')
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-shop-'))
  onTestFinished(async () => {
    await gateway.stop()
    await rm(folder, { recursive: true })
  })
  const inFolder = { cwd: folder, env: { ...process.env, npm_config_offline: 'true' } }
  await run('npm', ['pack', projectPath('dist', 'client')], inFolder)
  const [tarball = ''] = await readdir(folder)
  await writeFile(join(folder, 'package.json'), '{"type": "module", "private": true}')
  await run('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`], inFolder)
  await writeFile(join(folder, 'shop.ts'), shop(gateway.origin))
  const options = '--strict --target es2022 --lib es2022,dom --module nodenext --types '.split(' ')
  const { stdout } = await run(projectPath('node_modules', '.bin', 'tsc'), [...options, 'shop.ts'], inFolder)
  expect(stdout).toBe('')
  expect((await run(process.execPath, ['shop.js'], inFolder)).stdout).toBe('12.5\n')
})
