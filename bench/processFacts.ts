// Processor time and memory of another process, from /proc.

import { readFileSync } from 'node:fs'

/** Processor time a process has used, in milliseconds; undefined where the system does not provide it. */
export function cpuMs(pid: number): number | undefined {
  // The name in the second field may hold anything, so counting starts behind its closing bracket.
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * tickMs
}

/**
 * The same of a database server, or of a node with workers: its own, that of the processes it has, and of
 * those that have ended.
 */
export function familyCpuMs(pid: number): number | undefined {
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')
  const children = read(`/proc/${pid}/task/${pid}/children`)?.trim().split(' ') ?? []
  return (
    fields &&
    children.reduce(
      (sum, child) => sum + (cpuMs(Number(child)) ?? 0),
      (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) * tickMs,
    )
  )
}

/** Memory of a process that is in use now, in megabytes. */
export function residentMegabytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024
}

/** The tick of process times in /proc, a constant of the kernel's interface. */
const tickMs = 10

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
