import { execFile } from 'node:child_process'
import { projectPath } from '../../src/platform/files.ts'

const command = ['start.mjs', 'test/simulation/simulate.ts']

/** As `npm run sim` does it. A run that ends badly says why on the same output. */
export function simulate(...words: readonly string[]): Promise<{ stdout: string; code: number | null }> {
  const options = { cwd: projectPath(), maxBuffer: 1e8 }
  return new Promise(resolve => {
    const child = execFile(process.execPath, [...command, ...words], options, (_, stdout) =>
      resolve({ stdout, code: child.exitCode }),
    )
  })
}
