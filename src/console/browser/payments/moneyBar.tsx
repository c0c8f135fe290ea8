// The money of an order as a bar, drawn to scale, with its amounts below.

import { Stack, Text } from '@mantine/core'
import type { ShownOrder } from '../../api/payments.ts'
import { useMoney, useWords } from '../language.tsx'
import { moneyPictureOf } from './moneyPicture.ts'
import { orderWords } from './orderWords.ts'

export function MoneyBar({ order }: { readonly order: ShownOrder }) {
  const say = useWords(orderWords)
  const money = useMoney()
  const { parts, measures } = moneyPictureOf(order)
  const text = (amount: string) => money(amount, order.currency)
  if (parts.length === 0) return <Text c="dimmed">{say('noMoney')}</Text>
  const spoken = parts.map(({ name, amount }) => `${say(name)} ${text(amount)}`).join(', ')
  return (
    <Stack gap="md">
      <svg
        {...{ className: 'moneyBar', width: '100%', role: 'img', height: 26 + measures.length * 8 }}
        aria-label={say('moneySaid', { amount: text(order.amount), parts: spoken })}
      >
        {parts.map(({ name, from, width }) => (
          <rect
            key={name}
            {...{ x: `${from}%`, y: 0, width: `${width}%`, height: 26 }}
            className={`part ${name}`}
          />
        ))}
        {measures.map(({ name, width }, index) => (
          <g key={name} className={`measure ${name}`}>
            <rect {...{ x: 0, y: 32 + index * 8, width: `${width}%`, height: 4, rx: 2 }} />
          </g>
        ))}
      </svg>
      <dl className="legend">
        {measures.map(({ name, amount }) => (
          <Entry key={name} {...{ name: say(name), amount: text(amount), className: `measure ${name}` }} />
        ))}
        {parts.map(({ name, amount }) => (
          <Entry key={name} {...{ name: say(name), amount: text(amount), className: `part ${name}` }} />
        ))}
      </dl>
    </Stack>
  )
}

type EntryProps = { readonly name: string; readonly amount: string; readonly className: string }

function Entry({ name, amount, className }: EntryProps) {
  return (
    <div>
      <dt>
        <svg width="12" height="12" aria-hidden="true" className="moneyBar">
          <g className={className}>
            <rect width="12" height="12" rx="3" className={className} />
          </g>
        </svg>
        {name}
      </dt>
      <dd className="digits">{amount}</dd>
    </div>
  )
}
