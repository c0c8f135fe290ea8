// Linter and type check side by side, and with `--beside-tests` the tests beside them: each prints what it
// finds, and whoever fails first gives the exit code.

import { spawn } from 'node:child_process'

const run = (script, stdio, given = []) =>
  new Promise(resolve => {
    const child = spawn('npm', ['run', '-s', script, '--', ...given], { stdio })
    const printed = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', bytes => printed.push(bytes))
    child.on('error', () => resolve(1))
    child.on('close', code => {
      // In one piece: tests print meanwhile.
      process.stdout.write(Buffer.concat(printed))
      resolve(code ?? 1)
    })
  })

const checks = ['lint', 'types'].map(script => run(script, 'pipe'))
const [besideTests, ...given] = process.argv.slice(2)
const tests = besideTests === '--beside-tests' ? [run('tests', 'inherit', given)] : []
const codes = await Promise.all([...checks, ...tests])
process.exitCode = codes.find(code => code !== 0) ?? 0
