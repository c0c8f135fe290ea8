// What the figures consist of: reasons, brands, authentications; and what waits now.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CountedWork, OpenWork, ShownFigures } from '../../api/figures.ts'
import { Money } from '../components/money.tsx'
import { Sheet } from '../components/sheet.tsx'
import { StatusBadge, type Tone } from '../components/statusBadge.tsx'
import { tableRoles } from '../components/tableRoles.ts'
import { useNumber, useTimeFormats, useWords } from '../language.tsx'
import { useApiCodeName } from '../payments/codeText.tsx'
import { todayWords } from '../words/today.ts'
import { brandText } from './figureText.ts'

type PartProps = {
  readonly figures: ShownFigures
  readonly hrefOf?: (filter: Record<string, string>) => string
}

export function Declines({ figures, hrefOf }: PartProps) {
  const say = useWords(todayWords)
  const name = useApiCodeName()
  return (
    <Sheet title={say('declines')}>
      <Shares
        empty={say('noDeclines')}
        tone="bad"
        rows={figures.declines.map(({ gatewayCode, count, share }) => ({
          ...{ key: gatewayCode, label: name(gatewayCode), count, share },
          ...(hrefOf && { href: hrefOf({ gatewayCode }) }),
        }))}
      />
    </Sheet>
  )
}

export function Authentications({ figures }: PartProps) {
  const say = useWords(todayWords)
  const name = useApiCodeName()
  return (
    <Sheet title={say('authentications')}>
      <Shares
        empty={say('noAuthentications')}
        tone="main"
        rows={figures.authentications.map(({ status, count, share }) => ({
          ...{ key: status, label: name(status), count, share },
        }))}
      />
    </Sheet>
  )
}

export function Brands({ figures, hrefOf }: PartProps) {
  const say = useWords(todayWords)
  const [count, percent] = [useNumber(), useNumber(percentForm)]
  const { brands, currency } = figures
  return (
    <Sheet title={say('brands')}>
      {brands.length === 0 ? (
        <Text c="dimmed">{say('noBrands')}</Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keyboard
        <section className="scrolling" tabIndex={0} aria-label={say('brands')}>
          <table className="plainTable" {...tableRoles.table}>
            <thead {...tableRoles.rows}>
              <tr {...tableRoles.row}>
                <th {...tableRoles.columnHead}>{say('brand')}</th>
                <th {...tableRoles.columnHead}>{say('payments')}</th>
                <th {...tableRoles.columnHead}>{say('approvalRate')}</th>
                <th {...tableRoles.columnHead}>{say('captured')}</th>
              </tr>
            </thead>
            <tbody {...tableRoles.rows}>
              {brands.map(({ brand, count: paid, approvalRate, captured }) => (
                <tr key={brand} {...tableRoles.row}>
                  <th {...tableRoles.rowHead}>
                    <MaybeLink {...(brand && hrefOf && { href: hrefOf({ brand }) })}>
                      {brandText(brand, say)}
                    </MaybeLink>
                  </th>
                  <td {...tableRoles.cell} data-title={say('payments')}>
                    {count(paid)}
                  </td>
                  <td {...tableRoles.cell} data-title={say('approvalRate')}>
                    {approvalRate === null ? '–' : percent(approvalRate)}
                  </td>
                  <td {...tableRoles.cell} data-title={say('captured')}>
                    {currency ? <Money amount={captured} currency={currency} /> : '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Sheet>
  )
}

const percentForm = { style: 'percent', maximumFractionDigits: 1 } as const

type Share = {
  readonly key: string
  readonly label: string
  readonly count: number
  readonly share: number
  readonly href?: string
}

type SharesProps = { readonly rows: readonly Share[]; readonly empty: string; readonly tone: 'bad' | 'main' }

function Shares({ rows, empty, tone }: SharesProps) {
  const [count, percent] = [useNumber(), useNumber(percentForm)]
  if (rows.length === 0) return <Text c="dimmed">{empty}</Text>
  return (
    <ul className={`shares ${tone}Shares`}>
      {rows.map(({ key, label, count: times, share, href }) => (
        <li key={key}>
          <MaybeLink {...(href && { href })}>{label}</MaybeLink>
          <span className="digits">
            {count(times)} · {percent(share)}
          </span>
          <span className="bar" aria-hidden="true">
            <span style={{ inlineSize: `${share * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function MaybeLink({ href, children }: { readonly href?: string; readonly children: ReactNode }) {
  return href ? <Link href={href}>{children}</Link> : children
}

export function RightNow({ work }: { readonly work: OpenWork }) {
  const say = useWords(todayWords)
  return (
    <Sheet title={say('now')}>
      <dl className="work">
        <Work title={say('openReversals')} work={work.reversals} tone="wait" />
        <Work title={say('notificationsWaiting')} work={work.notificationsWaiting} tone="wait" />
        <Work title={say('notificationsFailed')} work={work.notificationsFailed} tone="bad" />
      </dl>
    </Sheet>
  )
}

type WorkProps = { readonly title: string; readonly work: CountedWork; readonly tone: Tone }

function Work({ title, work: { count, isMore, since }, tone }: WorkProps) {
  const say = useWords(todayWords)
  const number = useNumber()
  const { short } = useTimeFormats()
  const text = isMore ? say('moreThan', { count }) : number(count)
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {since && <small>{say('since', { time: short(new Date(since)) })}</small>}
        <StatusBadge tone={count === 0 ? 'good' : tone}>{count === 0 ? say('none') : text}</StatusBadge>
      </dd>
    </div>
  )
}
