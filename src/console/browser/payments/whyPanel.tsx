// Why a transaction came out as it did, on top of the page: what happened, who decided, what to do.

import { Group, Paper, Text } from '@mantine/core'
import type { ExplainedOrder } from '../../api/payments.ts'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { adviceWords } from './adviceWords.ts'
import { useCodeName } from './codeText.tsx'
import { orderWords } from './orderWords.ts'
import { outcomeWordOf, outcomeWords } from './outcomeWords.ts'
import { whyOf } from './why.ts'

type WhyPanelProps = { readonly explained: ExplainedOrder['transactions'][number] }

export function WhyPanel({ explained }: WhyPanelProps) {
  const [say, sayAdvice, sayOutcome] = [useWords(orderWords), useWords(adviceWords), useWords(outcomeWords)]
  const name = useCodeName()
  const { tone, code, happened, decided, words, next } = whyOf(explained)
  const title = say(tone === 'bad' ? 'whyBad' : tone === 'wait' ? 'whyWait' : 'whyGood')
  const of = [
    name(explained.transaction.type ?? explained.operation),
    say('ofTransaction', { id: explained.transactionId }),
  ]
  return (
    <Paper component="section" className={`whyPanel ${tone}`} p="lg" aria-label={title}>
      <Group gap="md" align="flex-start" wrap="nowrap">
        <Icon name={tone === 'bad' ? 'alert' : tone === 'wait' ? 'clock' : 'info'} size={22} />
        <div>
          <Text fw={650} component="h2" size="md">
            {title} <span className="whyOf">{of.join(' · ')}</span>
          </Text>
          <Text>
            {happened ? sayAdvice(happened) : sayOutcome(outcomeWordOf(code))}{' '}
            {sayAdvice(decided, words === undefined ? {} : { words })}
          </Text>
          <Text fw={600}>
            {say('whatNow')}: <span className="whyNext">{sayAdvice(next)}</span>
          </Text>
        </div>
      </Group>
    </Paper>
  )
}
