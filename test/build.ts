import { execFileSync } from 'node:child_process'
import { projectPath } from '../src/platform/files.ts'

/** Production runs the build: tests that start it need a build of the current sources. */
export function setup(): void {
  execFileSync(process.execPath, [projectPath('build.mjs'), '--if-needed'], { stdio: 'inherit' })
}
