import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startScriptedHost } from '../../test/support/acquirers/scriptedHost.ts'
import { iso1987Ascii } from '../acquirers/iso8583/dialects/shipped/iso1987Ascii.ts'
import { createProgram } from '../composition/program.ts'
import { isRejection } from '../orders/rejection.ts'
import { emptyCommandContext } from './context.ts'
import type { CommandResult } from './output.ts'
import { plainPaint } from './terminal.ts'

async function probe(...line: readonly string[]) {
  return probeWith({}, ...line)
}

async function probeWith(defaults: { readonly linksFile?: () => string }, ...line: readonly string[]) {
  const shown: CommandResult[] = []
  const context = {
    ...emptyCommandContext,
    defaults: { ...emptyCommandContext.defaults, ...defaults },
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
  expect(text).toMatch(/received its answer[\s\S]*39 {2}\S.* 00\n +70 {2}\S.* 301\n/)
  expect(text).toContain(`In order: 127.0.0.1:${host.port} answers.`)
})

test('a link of the file is tried at all its addresses, in its own dialect and frame', async () => {
  const tpdu = { destination: '0017', source: '0000' }
  const send = `${iso1987Ascii.network.send} 32`
  const dialect = {
    ...{ ...iso1987Ascii, name: 'ours', network: { ...iso1987Ascii.network, send } },
    frame: { ...iso1987Ascii.frame, tpdu },
  }
  const hosts = [await startScriptedHost(dialect), await startScriptedHost(dialect)]
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-probe-'))
  const { frame: _, ...unframed } = dialect
  await writeFile(join(folder, 'ours.json'), JSON.stringify({ ...unframed, frame: iso1987Ascii.frame }))
  const link = {
    ...{ name: 'first-bank', dialect: './ours.json', frame: { tpdu } },
    addresses: hosts.map(({ port }) => `127.0.0.1:${port}`),
    ...{ institution: '4711', country: 'DE', timeZone: '+0100' },
  }
  const path = join(folder, 'links.json')
  await writeFile(path, JSON.stringify({ links: [link], merchants: [], routes: [] }))
  const { isBad, text } = await probeWith({ linksFile: () => path }, 'first-bank')
  expect(text.match(/TPDU +60 00 17 00 00/g)).toHaveLength(12)
  expect(text.match(/^ +32 {2}.* 4711$/gm)).toHaveLength(12)
  for (const { port } of hosts) expect(text).toContain(`In order: 127.0.0.1:${port} answers.`)
  expect(isBad).toBe(false)
  await hosts[1]?.close()
  const half = await probe('first-bank', '--links', path)
  expect(half.isBad).toBe(true)
  expect(half.text).toMatch(/In order: [\s\S]*Not in order: /)
  await expect(probe('first-bnak', '--links', path)).rejects.toThrow('The nearest is first-bank.')
  await hosts[0]?.close()
  await rm(folder, { recursive: true })
})

test('nobody listens: it says so, and the command fails', async () => {
  const host = await startScriptedHost(iso1987Ascii)
  await host.close()
  const { isBad, text } = await probe(`127.0.0.1:${host.port}`)
  expect(isBad).toBe(true)
  expect(text).toContain('no connection: connect ECONNREFUSED')
})

test.each([
  [['acquirer.example'], 'or a host and a port'],
  [['first-bank'], 'TOLLGATE_ACQUIRER_LINKS names no links file'],
  [['first-bank', '--links', 'none.json'], 'cannot be read (ENOENT)'],
  [['first-bank', '--links', 'none.json', '--tls'], '--tls is for an address'],
  [['127.0.0.1:1', '--links', 'none.json'], '--links is for the name of a link'],
  [['127.0.0.1:1', '--cert', 'us.pem'], '--cert and --key belong together'],
  [['127.0.0.1:1', '--dialect', 'none.json'], 'none.json cannot be read'],
  [['127.0.0.1:1', '--institution', 'x'], 'one to eleven digits'],
])('a command line that makes no sense is refused: %s', async (line, reason) => {
  await expect(probe(...line)).rejects.toThrow(reason)
})
