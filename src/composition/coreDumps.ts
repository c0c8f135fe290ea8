// What a process works with is in its memory, card numbers too: a dump of it must not hold that.

import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Log } from '../platform/log.ts'

/** Which memory the kernel writes into a core dump of this process, and of those that it starts. */
const filter = '/proc/self/coredump_filter'

/**
 * Leaves the threads and their registers in a core dump, and no memory, whether it goes to a file or to a
 * program. False where the system cannot: only Linux can.
 */
export function leaveMemoryOutOfCoreDumps(): boolean {
  try {
    // Not 'w': where there is no such file, none is to be made.
    writeFileSync(filter, '0', { flag: 'r+' })
    return Number.parseInt(readFileSync(filter, 'latin1'), 16) === 0
  } catch {
    return false
  }
}

/**
 * Whether the system may write a file when this process crashes, or hand it to a program (`|`), for which it
 * keeps to no limit.
 */
export const mayBeDumped = (limits: string, pattern = ''): boolean =>
  limits !== '' && (pattern.startsWith('|') || /^Max core file size +(?! |0 )/m.test(limits))

/** Only whoever starts a process can forbid dumps altogether: Node cannot change its own limits. */
export async function warnOfCoreDumps(log: Pick<Log, 'warn'>): Promise<void> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  if (mayBeDumped(await read('/proc/self/limits'), await read('/proc/sys/kernel/core_pattern')))
    log.warn('core dumps', {
      reason:
        'A crash may write memory, with card numbers in it, to a file: set the limit to 0 (ulimit -c 0), ' +
        'and let no program take dumps (sysctl kernel.core_pattern).',
    })
}
