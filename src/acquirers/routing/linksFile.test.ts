import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAuthority } from '../../certificates/ownCertificates.ts'
import { UseRefusal } from '../../platform/errors.ts'
import { projectPath } from '../../platform/files.ts'
import { iso1987Ascii } from '../iso8583/dialects/shipped/iso1987Ascii.ts'
import { readLinksFile } from './linksFile.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-links-'))
})
afterAll(() => rm(folder, { recursive: true }))

const link = {
  ...{ name: 'first-bank', dialect: 'iso1987-ascii', addresses: ['127.0.0.1:8583'] },
  ...{ institution: '123456', country: 'DE', timeZone: '+0100' },
}
const written = async (content: unknown, name = 'links.json') => {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const withLink = (change: object) => written({ links: [{ ...link, ...change }], merchants: [], routes: [] })
const refusal = async (path: Promise<string>): Promise<string> => {
  const error: unknown = await readLinksFile(await path).catch(thrown => thrown)
  if (!(error instanceof UseRefusal)) throw new Error('It was not refused')
  return error.message
}

test('the example is taken as it stands', async () => {
  const { links, merchants, routes } = await readLinksFile(projectPath('examples', 'acquirer-links.json'))
  expect(links).toMatchObject([{ name: 'local-host', dialect: { name: 'iso1987-ascii' } }])
  expect([merchants.length, routes.length]).toEqual([1, 1])
})

test('a dialect of the operator lies beside the file, and is checked like everything else', async () => {
  await written({ ...iso1987Ascii, name: 'ours' }, 'ours.json')
  const { links } = await readLinksFile(await withLink({ dialect: './ours.json' }))
  expect(links[0]?.dialect).toEqual({ ...iso1987Ascii, name: 'ours' })
  await written({ ...iso1987Ascii, generation: '2003' }, 'broken.json')
  expect(await refusal(withLink({ dialect: './broken.json' }))).toMatch(
    /has a mistake:\n {2}links\[0\]\.dialect: \.\/broken\.json: .*generation/,
  )
  expect(await refusal(withLink({ dialect: './absent.json' }))).toContain(
    'links[0].dialect: ./absent.json cannot be read (ENOENT)',
  )
  expect(await refusal(withLink({ dialect: 'iso1987-asci' }))).toContain('did you mean iso1987-ascii?')
})

test('a link may be framed otherwise than its dialect: a test host has another TPDU', async () => {
  const tpdu = { destination: '0017', source: '0000' }
  const { links } = await readLinksFile(await withLink({ frame: { tpdu } }))
  expect(links[0]?.dialect).toEqual({ ...iso1987Ascii, frame: { ...iso1987Ascii.frame, tpdu } })
  const wrong = await refusal(withLink({ frame: { tpdu: { ...tpdu, source: 'x' }, lenght: '4 digits' } }))
  expect(wrong).toContain('links[0].frame.tpdu.source: must be four hexadecimal digits')
  expect(wrong).toContain('links[0].frame.lenght: is not known here; did you mean length?')
  expect(await refusal(withLink({ frame: { length: '4 digits', longestBytes: 10_000 } }))).toContain(
    'links[0].frame.longestBytes: must be at most 9999',
  )
})

test('a file that is none is refused in one line', async () => {
  expect(await refusal(Promise.resolve(join(folder, 'absent')))).toContain('cannot be read (ENOENT)')
  expect(await refusal(written('{ "links": ['))).toContain('must be JSON')
})

test('what is pasted where a path or nothing belongs is not repeated', async () => {
  const pem = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQ'.repeat(20)}\n-----END PRIVATE KEY-----`
  const said = await refusal(withLink({ tls: { certificate: pem, key: 'swordfish' } }))
  expect(said).toContain(
    "link first-bank, tls.key: must be the path of the key's file, which cannot be read (ENOENT)",
  )
  expect(said).toContain('link first-bank, tls.certificate: the value (not shown here')
  expect(said).not.toMatch(/swordfish|MIIEvQ/)
  const key = '0123456789ABCDEFFEDCBA9876543210'
  expect(await refusal(withLink({ dialect: key }))).not.toContain(key)
  expect(await refusal(withLink({ dialect: `./${key}.json` }))).not.toContain(key)
  const broken = await refusal(written('{ "links": [{\n"key": "swordfish" "tls": {} }] }'))
  expect(broken).toMatch(/has a mistake:\n {2}must be JSON: see line 2$/)
  expect(await refusal(written('{ "links": [\n\nswordfish] }'))).toMatch(/must be JSON: see line 3$/)
})

test('every mistake has a line of its own', async () => {
  const lines = (await refusal(withLink({ institution: 'x', country: 'y', port: 1 }))).split('\n')
  expect(lines[0]).toMatch(/links\.json has 3 mistakes:$/)
  expect(lines).toHaveLength(4)
})

test('files for TLS are tried at the start', async () => {
  const { certificatePem, keyPem } = await testAuthority(folder, Date.now())
  await written(certificatePem, 'ca.pem')
  await writeFile(join(folder, 'key.pem'), keyPem, { mode: 0o600 })
  const tls = { authorities: 'ca.pem', certificate: 'ca.pem', key: 'key.pem' }
  const { links } = await readLinksFile(await withLink({ tls }))
  expect(links[0]?.tls).toEqual({
    ...{ authorities: join(folder, 'ca.pem'), certificate: join(folder, 'ca.pem') },
    key: join(folder, 'key.pem'),
  })
  expect(await refusal(withLink({ tls: { authorities: 'none.pem' } }))).toMatch(
    /link first-bank, tls\.authorities: .*none\.pem cannot be read \(ENOENT\)/,
  )
  expect(await refusal(withLink({ tls: { authorities: 'links.json' } }))).toContain('cannot be used')
  await chmod(join(folder, 'key.pem'), 0o644)
  expect(await refusal(withLink({ tls }))).toMatch(/tls\.key: .*is open to others/)
})
