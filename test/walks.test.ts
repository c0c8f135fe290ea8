import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { versions } from '../src/contract/kit/versions.ts'
import { projectPath } from '../src/platform/files.ts'

const guide = readFileSync(projectPath('CONTRIBUTING.md'), 'utf8')

/** The changes that it walks through must still be changes to what is here. */
const changes = [...guide.matchAll(/^```diff\n([\s\S]*?)^```/gm)]
  .flatMap(([, diff = '']) => diff.split(/^(?=--- a\/)/m))
  .map(change => {
    const [, file = ''] = /^--- a\/(.*)$/m.exec(change) ?? []
    const [, ...hunks] = change.split(/^@@.*\n/m)
    return { file, hunks: hunks.map(before) }
  })

/** What a hunk expects to find: the lines that it leaves, and those that it takes away. */
function before(hunk: string): string {
  return withNewest(hunk.replace(/^\+.*\n/gm, '').replace(/^[ -]/gm, ''))
}

/** The guide tells of the step from 100 to 101, whatever the newest version is by now. */
function withNewest(text: string): string {
  return text.replace(/(?<=last: )\d+/, String(versions.last))
}

test('the walks change files that are here', () => {
  expect(changes.length).toBeGreaterThan(5)
  for (const { file } of changes) expect(existsSync(projectPath(file)), file).toBe(true)
})

test.each(changes)('$file is what a walk takes it for', ({ file, hunks }) => {
  const source = readFileSync(projectPath(file), 'utf8')
  for (const hunk of hunks) expect(source).toContain(hunk)
})
