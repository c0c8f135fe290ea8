import { execFileSync } from 'node:child_process'
import { projectPath } from '../src/platform/files.ts'

/** Production runs what was built: tests that start it find a build of the sources they are run with. */
export function setup(): void {
  execFileSync(process.execPath, [projectPath('build.mjs'), '--if-needed'], { stdio: 'inherit' })
}
