// The timeline of an order as one reads it: what happened, and folded below it everything that is recorded.

import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { ExplainedOrder } from '../../api/payments.ts'
import { CopyButton } from '../components/copyButton.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import type { Tone } from '../components/statusBadge.tsx'
import { useLocale, useTimeFormats, useWords } from '../language.tsx'
import { askWords, isAskWord } from './askWords.ts'
import { useCodeName } from './codeText.tsx'
import { durationText } from './durationText.ts'
import { orderWords } from './orderWords.ts'
import { ResendFromTimeline } from './resendFromTimeline.tsx'
import { timelineOf } from './timeline.ts'
import type { HostMessage } from './timelineDetails.ts'
import type { EventKind, Said, TimelineEvent } from './timelineEvent.ts'
import { timelineWords } from './timelineWords.ts'

type TimelineViewProps = { readonly merchantId: string; readonly explained: ExplainedOrder }

export function TimelineView({ merchantId, explained }: TimelineViewProps) {
  const say = useWords(orderWords)
  const events = useMemo(() => timelineOf(explained), [explained])
  return (
    <>
      {!explained.isWhole && <Text c="dimmed">{say('notWhole')}</Text>}
      <ol className="timeline">
        {events.map((event, index) => (
          <TimelineEntry
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added behind
            key={index}
            {...{ merchantId, event, before: events[index - 1]?.time }}
          />
        ))}
      </ol>
    </>
  )
}

const icons: Readonly<Record<EventKind, IconName>> = {
  acquirer: 'links',
  authentication: 'risk',
  notification: 'bell',
  outcome: 'check',
  owed: 'clock',
  provider: 'merchants',
  request: 'payments',
  rule: 'balance',
  wait: 'clock',
}

const outcomeIcons: Readonly<Record<Tone, IconName>> = {
  ...{ good: 'check', bad: 'cross', wait: 'clock', info: 'info', plain: 'check' },
}

type TimelineEntryProps = {
  readonly merchantId: string
  readonly event: TimelineEvent
  readonly before: string | undefined
}

function TimelineEntry({ merchantId, event, before }: TimelineEntryProps) {
  const { time, kind, tone, title, more, transactionId, notification } = event
  const say = useWords(orderWords)
  const tell = useTelling()
  const locale = useLocale()
  const gap = before === undefined ? undefined : durationText(Date.parse(time) - Date.parse(before), locale)
  return (
    <li>
      {gap !== undefined && <p className="gap">{say('laterBy', { duration: gap })}</p>}
      <div className="event">
        <span className={`eventMark ${tone}`}>
          <Icon name={kind === 'outcome' ? outcomeIcons[tone] : icons[kind]} size={15} />
        </span>
        <div className="eventText">
          <div className="eventHead">
            <strong>{tell(title)}</strong>
            <span className="soft">{say('ofTransaction', { id: transactionId })}</span>
            {notification && <ResendFromTimeline {...{ merchantId, ...notification }} />}
            <EventTime time={time} />
          </div>
          {more && <div>{tell(more)}</div>}
          <EventDetails event={event} />
        </div>
      </div>
    </li>
  )
}

function useTelling(): (said: Said) => string {
  const [say, sayAsk] = [useWords(timelineWords), useWords(askWords)]
  const name = useCodeName()
  const told = (key: string, value: string | number) => {
    if (namedValues.has(key)) return name(String(value))
    return askValues.has(key) && typeof value === 'string' && isAskWord(value) ? sayAsk(value) : value
  }
  return ({ word, values = {} }) =>
    say(word, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, told(key, value)])))
}

/** Codes that have names in the reader's language. */
const namedValues: ReadonlySet<string> = new Set(['status', 'result', 'code', 'verdict'])

/** What was asked and answered. */
const askValues: ReadonlySet<string> = new Set(['verb', 'answer'])

/** To the millisecond: what follows what is the point of it. */
function EventTime({ time }: { readonly time: string }) {
  const { exact } = useTimeFormats()
  const locale = useLocale()
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return null
  const clock = new Intl.DateTimeFormat(locale, {
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ fractionalSecondDigits: 3, hourCycle: 'h23' },
  })
  return (
    <time dateTime={time} title={exact(at)} className="digits soft eventTime">
      {clock.format(at)}
    </time>
  )
}

function EventDetails({ event: { facts, messages, document } }: { readonly event: TimelineEvent }) {
  const [say, sayTimeline] = [useWords(orderWords), useWords(timelineWords)]
  const json = document && JSON.stringify(document.content, undefined, 2)
  if (facts.length === 0 && messages.length === 0 && !document) return null
  return (
    <div className="folds">
      {facts.length > 0 && (
        <details>
          <summary>{say('details')}</summary>
          <dl className="recorded">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages of an exchange do not change
        <MessageDetails key={index} message={message} />
      ))}
      {document && json !== undefined && (
        <details>
          <summary>{sayTimeline(document.title)}</summary>
          <div className="document">
            <CopyButton value={json} />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
            <pre dir="ltr" tabIndex={0}>
              {json}
            </pre>
          </div>
        </details>
      )}
    </div>
  )
}

function MessageDetails({ message }: { readonly message: HostMessage }) {
  const say = useWords(orderWords)
  const { direction, type, link, meaning, fields } = message
  return (
    <details>
      <summary>
        {say('message', { direction, type, link })}
        {meaning !== '' && ` (${meaning})`}
      </summary>
      <table className="hostMessage">
        <tbody>
          {fields.map(({ number, name, value }) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td>{name}</td>
              <td dir="ltr">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
