import { expect, test } from 'vitest'
import { startScriptedHost } from '../../test/support/acquirers/scriptedHost.ts'
import { iso1987Ascii } from '../acquirers/iso8583/dialects/iso1987Ascii.ts'
import { createProgram } from '../composition/program.ts'
import { isRejection } from '../orders/rejection.ts'
import { emptyCommandContext } from './context.ts'
import type { CommandResult } from './output.ts'
import { plainPaint } from './terminal.ts'

async function probe(...line: readonly string[]) {
  const shown: CommandResult[] = []
  const context = {
    ...emptyCommandContext,
    show(result: CommandResult | Parameters<typeof emptyCommandContext.show>[0]) {
      if (!isRejection(result)) shown.push(result)
    },
  }
  await createProgram(context, '1').parseAsync(['link', 'probe', ...line], { from: 'user' })
  const [result] = shown
  if (result === undefined) throw new Error('nothing was shown')
  return { isBad: result.isBad, text: result.text(plainPaint).join('\n') }
}

test('the bytes of sign-on, echo and sign-off are shown both ways, with their parts', async () => {
  const host = await startScriptedHost(iso1987Ascii)
  const { isBad, text } = await probe(`127.0.0.1:${host.port}`)
  await host.close()
  expect(isBad).toBe(false)
  expect(text).toMatch(/ms {2}sent sign-on\n +length +00 37 +\.7\n +type +30 38 30 30 +0800\n +bitmap /)
  expect(text).toMatch(/received its answer[\s\S]*39=00 {2}70=301/)
  expect(text).toContain(`In order: 127.0.0.1:${host.port} answers.`)
})

test('nobody listens: it says so, and the command fails', async () => {
  const host = await startScriptedHost(iso1987Ascii)
  await host.close()
  const { isBad, text } = await probe(`127.0.0.1:${host.port}`)
  expect(isBad).toBe(true)
  expect(text).toContain('no connection: connect ECONNREFUSED')
})

test.each([
  [['acquirer.example'], 'It must be a host and a port'],
  [['127.0.0.1:1', '--cert', 'us.pem'], '--cert and --key belong together'],
  [['127.0.0.1:1', '--dialect', 'none.json'], 'none.json cannot be read'],
  [['127.0.0.1:1', '--institution', 'x'], 'one to eleven digits'],
])('a command line that makes no sense is refused: %s', async (line, reason) => {
  await expect(probe(...line)).rejects.toThrow(reason)
})
