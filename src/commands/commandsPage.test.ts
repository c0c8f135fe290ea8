import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createProgram } from '../composition/program.ts'
import { projectPath } from '../platform/files.ts'
import { UsageRefusal } from './command.ts'
import { commandsPage } from './commandsPage.ts'
import { emptyCommandContext } from './context.ts'

test('docs/commands.md is what the commands say now (npm run reference, by writePage.ts, writes it)', () => {
  const page = readFileSync(projectPath('docs', 'commands.md'), 'utf8')
  expect(page).toBe(commandsPage(createProgram(emptyCommandContext, '')))
})

/** Without this one, whose lines are the commands' own examples. */
const pages = ['README.md', ...readdirSync(projectPath('docs')).map(name => `docs/${name}`)].filter(
  page => page.endsWith('.md') && page !== 'docs/commands.md',
)

test('every line to paste on any page is understood', async () => {
  const lines = pages.flatMap(linesOf)
  expect(lines.length).toBeGreaterThan(20)
  const refused: string[] = []
  for (const { page, words } of lines) {
    const refusal: unknown = await createProgram(emptyCommandContext, '')
      .parseAsync(words, { from: 'user' })
      .catch(error => error)
    if (refusal instanceof UsageRefusal) refused.push(`${page}: ${refusal.message}`)
  }
  expect(refused).toEqual([])
})

/** Lines of their own, whatever is set in front of them, without the remarks and redirections behind them. */
function linesOf(page: string) {
  const text = readFileSync(projectPath(page), 'utf8').replaceAll('\\\n', ' ')
  return [...text.matchAll(/^(?:\w+=\S+ )*npx tollgate (.*)$/gm)].map(([, line = '']) => ({
    page,
    words: [...line.replace(/ +[#>].*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
      ([, single, double, word]) => single ?? double ?? word ?? '',
    ),
  }))
}
