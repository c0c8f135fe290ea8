// Measures the traffic with directory servers.

import { countedCode, type DirectoryMonitor, resultKinds, returnKinds } from '../threeDSecure/emv/monitor.ts'
import type { InstrumentContext } from './instruments.ts'

export function createDirectoryInstrument(
  { measures }: Pick<InstrumentContext, 'measures'>,
  names: readonly string[],
): DirectoryMonitor {
  const { directoryAnswers, directoryResults, challengeReturns, directoryErrors } = measures
  // Counters exist from the start: otherwise the first contradiction would not show as an increase.
  for (const name of names) {
    for (const kind of resultKinds) directoryResults.add(0, name, kind)
    for (const kind of returnKinds) challengeReturns.add(0, name, kind)
  }
  return {
    asked: (name, outcome, ms) => directoryAnswers.observe(ms / 1_000, name, outcome),
    result: (name, kind) => directoryResults.add(1, name, kind),
    returned: (name, result) => challengeReturns.add(1, name, result),
    erro: (name, direction, code) => directoryErrors.add(1, name, direction, countedCode(code)),
  }
}
