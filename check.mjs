// Linter and type check side by side: each prints what it finds, and whoever fails first gives the exit code.

import { spawn } from 'node:child_process'

const run = script =>
  new Promise(resolve => {
    spawn('npm', ['run', '-s', script], { stdio: 'inherit' })
      .on('error', () => resolve(1))
      .on('close', code => resolve(code ?? 1))
  })

const codes = await Promise.all(['lint', 'types'].map(run))
process.exitCode = codes.find(code => code !== 0) ?? 0
