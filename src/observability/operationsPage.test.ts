import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { linkEventKinds } from '../acquirers/iso8583/link/linkStatus.ts'
import { unsentReasons } from '../acquirers/port.ts'
import { describeSettings } from '../config/config.ts'
import { isReason, type ReadinessCode, readinessRemarks } from '../http/api/health.ts'
import { projectPath } from '../platform/files.ts'
import { metrics } from './catalogue.ts'

/** What an operator reads at night must be so. */
const page = readFileSync(projectPath('docs', 'operations.md'), 'utf8')
const commands = readFileSync(projectPath('docs', 'commands.md'), 'utf8')
const allIn = (text: string, form: RegExp) => [...new Set(text.match(form) ?? [])].sort()

test('every code of readiness has its row, and says whether it takes a node out', () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (yes|no) \|/gm)].map(([, code, out]) => [code, out])
  const codes = Object.keys(readinessRemarks).filter(
    (code): code is ReadinessCode => code in readinessRemarks,
  )
  expect(rows.sort()).toEqual(codes.map(code => [code, isReason(code) ? 'yes' : 'no']).sort())
})

test('every reason for which nothing is sent, and everything that can happen on a link, has its row', () => {
  const [, links = ''] = /^## Links to acquirers\n([\s\S]*?)^## /m.exec(page) ?? []
  const heads = [...links.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, head = '']) => head.split(', '))
  const rows = new Set(heads.map(head => head.slice(1, -1)))
  expect([...unsentReasons, ...linkEventKinds].filter(word => !rows.has(word))).toEqual([])
})

test('every metric it names is measured', () => {
  const names = new Set<string>(Object.values(metrics).map(({ name }) => name))
  const named = allIn(page, /\btollgate_[a-z_]+/g)
    .filter(name => name !== 'tollgate_app')
    .map(name => name.replace(/_(?:count|bucket|sum)$/, ''))
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter(name => !names.has(name))).toEqual([])
})

test('every setting it names is one', () => {
  const settings = new Set(describeSettings().map(({ name }) => name))
  expect(allIn(page, /\bTOLLGATE_[A-Z_]+/g).filter(name => !settings.has(name))).toEqual([])
})

test('every command it prints is one', () => {
  const headings = new Set(commands.match(/^#+ [a-z -]+$/gm)?.map(line => line.replace(/^#+ /, '')))
  const named = allIn(page, /npx tollgate [a-z]+(?:[ -][a-z]+)*/g).map(line =>
    line.replace('npx tollgate ', ''),
  )
  expect(named.length).toBeGreaterThan(10)
  const known = (line: string) =>
    line.split(' ').some((_, index, words) => headings.has(words.slice(0, index + 1).join(' ')))
  expect(named.filter(line => !known(line))).toEqual([])
})
