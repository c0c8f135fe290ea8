// Who runs on which core: what is measured on one, what measures it on another.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * Keeps processes and their children to one core each. False where that cannot be done: then they share all
 * cores.
 */
export function pinEach(...pinned: readonly (readonly (number | undefined)[])[]): boolean {
  if (availableParallelism() < pinned.length) return false
  try {
    pinned.forEach((pids, core) => {
      for (const pid of pids) if (pid !== undefined) pin(pid, core)
    })
    return true
  } catch {
    return false
  }
}

function pin(pid: number, core: number): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)])
  for (const child of childrenOf(pid)) pin(child, core)
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
