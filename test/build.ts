import { execFileSync } from 'node:child_process'
import { projectPath } from '../src/platform/files.ts'

/**
 * Production runs the build: tests that start it need a build of the current sources. Those that `npm run
 * mutants` runs do not.
 */
export function setup(): void {
  if (process.env.TEST_BUILD === 'none') return
  execFileSync(process.execPath, [projectPath('build.mjs'), '--if-needed'], { stdio: 'inherit' })
}
