// Usage: node tests.mjs [options of vitest run] [files …]
// Runs tests. Files in which some failed are run once more, one after the other: on a machine that stands still for
// seconds, a test that has a database or a browser beside others may find nobody in time. What fails alone, too, is red.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** So many do not fail for want of time. */
const filesMax = 20

const vitest = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', import.meta.url))
const run = args =>
  new Promise(resolve => {
    const child = spawn(process.execPath, [vitest, 'run', ...args], { stdio: 'inherit' })
    child.on('error', () => resolve(1))
    child.on('close', code => resolve(code ?? 1))
  })

/** Options and what belongs to them, without the names of files. */
const optionsIn = args => {
  const isOption = arg => arg?.startsWith('-')
  const takesValue = arg => ['--project', '--root', '--config'].includes(arg)
  return args.filter((arg, at) => isOption(arg) || takesValue(args[at - 1]))
}

/** Undefined where something else went wrong. */
function failedFiles(path) {
  try {
    const { testResults } = JSON.parse(readFileSync(path, 'utf8'))
    const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
    return failed.length > 0 && failed.length <= filesMax ? failed : undefined
  } catch {
    return undefined
  }
}

async function main(args) {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  const results = join(folder, 'results.json')
  try {
    const code = await run([...args, '--reporter=default', '--reporter=json', `--outputFile=${results}`])
    const failed = code === 0 ? undefined : failedFiles(results)
    if (failed === undefined) return code
    const names = failed.map(path => `  ${relative('.', path)}`).join('\n')
    console.log(`\nSome tests failed beside others. Their files once more, one after the other:\n${names}`)
    const again = await run([...optionsIn(args), '--maxWorkers=1', ...failed])
    if (again === 0) console.log(`\nBeside others these failed once, and alone they held:\n${names}`)
    return again
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exitCode = await main(process.argv.slice(2))
