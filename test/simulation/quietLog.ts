import type { Log } from '../../src/platform/log.ts'

/** Nobody reads the log of a simulated node; a fault that nobody injected is a finding. */
export function quietLog(onFault: (fault: unknown) => void): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    fault: (_message, fault) => onFault(fault),
    dropped: () => 0,
    flush: () => undefined,
  }
}
