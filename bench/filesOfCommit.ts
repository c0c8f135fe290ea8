import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectPath } from '../src/platform/files.ts'

/** The files of the commit in a folder of their own, with the packages that it asks for. */
export function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-commit-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: projectPath(), maxBuffer: archiveBytesMax })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const locked = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (locked(folder) === locked(projectPath()))
    symlinkSync(projectPath('node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  return folder
}

const archiveBytesMax = 500_000_000
