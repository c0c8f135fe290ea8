import type { Log } from '../../src/platform/log.ts'

/** The log of a simulated node is dropped; a fault that was not injected is a finding. */
export function quietLog(onFault: (fault: unknown) => void): Log {
  return {
    info: () => undefined,
    warn: () => undefined,
    fault: (_message, fault) => onFault(fault),
    dropped: () => 0,
    flush: () => undefined,
  }
}
