import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { versions } from './kit/versions.ts'

const { first, last } = versions

const contract = (...words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync('node', ['start.mjs', 'src/contract/command.ts', ...words], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('without words it explains itself by examples', () => {
  const { status, stdout } = contract()
  expect(status).toBe(0)
  expect(stdout).toContain('npm run contract -- diff 48 73')
})

test('diff 48 73 tells what changed, the same every time and without colours into a pipe', () => {
  const { status, stdout } = contract('diff', '48', '73')
  expect(status).toBe(0)
  expect(stdout).toContain('Balance Inquiry')
  expect(stdout).toContain('~ order.subMerchant.identifier  optional → required')
  expect(stdout).toContain('+ order.subMerchant.disputeContactPhone')
  expect(stdout).not.toContain('\u001b')
  expect(contract('diff', '48', '73').stdout).toBe(stdout)
})

test('diff --json is for programs', () => {
  const { stdout } = contract('diff', '37', '53', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ from: 37, to: 53 })
  expect(stdout).toContain('CREATE_CHECKOUT_SESSION')
})

test('openapi prints the document of a version', () => {
  expect(JSON.parse(contract('openapi', '55').stdout)).toMatchObject({
    openapi: '3.1.0',
    info: { version: '55' },
  })
})

test.each([
  [['dif'], "There is no command 'dif': diff, openapi, reference or client; without one, help."],
  [['diff', '48'], `diff takes two versions from ${first} to ${last}: diff 48 73`],
  [['diff', '48', `${last + 1}`], `diff takes two versions from ${first} to ${last}: diff 48 73`],
  [['openapi', 'newest'], `openapi takes one version from ${first} to ${last}: openapi ${last}`],
  [['reference'], 'reference takes the folder to write to: reference docs/reference'],
])('%j is refused in one line', (words, line) => {
  expect(contract(...words)).toEqual({ status: 1, stdout: '', stderr: `${line}\n` })
})

test('reference removes pages that no longer exist, and leaves folders of others alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-reference-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const reference = join(folder, 'reference')
  expect(contract('reference', reference).status).toBe(0)
  writeFileSync(join(reference, 'stale.md'), '# Stale\n')
  expect(contract('reference', reference).status).toBe(0)
  expect(existsSync(join(reference, 'stale.md'))).toBe(false)
  expect(readdirSync(reference)).toContain('authorize.md')
  writeFileSync(join(folder, 'notes.md'), 'mine')
  expect(contract('reference', folder).stderr).toContain('left alone')
  expect(existsSync(join(folder, 'notes.md'))).toBe(true)
})
