import type { AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import type { Pipeline } from '../pipeline/execution.ts'

/** Asks within the patience; an acquirer without the verb declines as not supported, and nothing is sent. */
export async function askAcquirer(
  { acquirer, clock, patienceMs }: Pick<Pipeline, 'acquirer' | 'clock' | 'patienceMs'>,
  ask: AcquirerAsk,
): Promise<AcquirerAnswer> {
  if (!acquirer.verbs.has(ask.verb))
    return {
      outcome: 'declined',
      gatewayCode: 'NOT_SUPPORTED',
      acquirerCode: '',
      acquirerMessage: '',
    }
  return await acquirer.send(ask, clock.deadline(patienceMs))
}
