// What a process works with is in its memory, card numbers too, and would be in a dump of it.

import { readFile } from 'node:fs/promises'
import type { Log } from '../platform/log.ts'

/** Whether the system may write the memory of this process to a file when it crashes. */
export const mayBeDumped = (limits: string): boolean => /^Max core file size +(?! |0 )/m.test(limits)

/** Only whoever starts a process can forbid it: Node cannot change its own limits. */
export async function warnOfCoreDumps(log: Pick<Log, 'warn'>): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  if (mayBeDumped(limits))
    log.warn('core dumps', {
      reason:
        'A crash may write memory, with card numbers in it, to a file: set the limit to 0 (ulimit -c 0).',
    })
}
