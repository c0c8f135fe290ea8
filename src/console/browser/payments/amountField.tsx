// The field of an amount, and what is said at it when it cannot be read.

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { toDecimal } from '../../../orders/money.ts'
import { currencyExponent } from '../../../standards/currencies.ts'
import { useLocale, useMoney, useWords } from '../language.tsx'
import { amountWords } from './amountWords.ts'
import { orderWords } from './orderWords.ts'
import { type AmountTrouble, readAmount, type WrittenAmount, writeAmount } from './writtenAmount.ts'

type AmountFieldProps = {
  readonly amount: WrittenAmount
  readonly currency: string
  readonly error: string | undefined
  readonly onChange: (amount: WrittenAmount) => void
}

export function AmountField({ amount, currency, error, onChange }: AmountFieldProps) {
  const say = useWords(orderWords)
  const locale = useLocale()
  return (
    <TextInput
      {...{ label: say('amount'), value: amount.text, inputMode: 'decimal', required: true, error }}
      data-autofocus
      rightSection={<span className="soft">{currency}</span>}
      rightSectionWidth={52}
      onChange={({ currentTarget: { value: text } }) => onChange({ text, locale })}
    />
  )
}

/** `read` when the form is sent; where it cannot be, `troubleOf` says why until the amount is changed. */
export function useAmountReading(currency: string | undefined) {
  const text = useTroubleText(currency)
  const [refused, setRefused] = useState<{
    readonly written: WrittenAmount
    readonly trouble: AmountTrouble
  }>()
  return {
    read(written: WrittenAmount): string | undefined {
      const found = readAmount(written, currency)
      if ('amount' in found) return found.amount
      setRefused({ written, trouble: found.trouble })
      return undefined
    },
    troubleOf: (written: WrittenAmount): string | undefined =>
      refused?.written === written ? text(written, refused.trouble) : undefined,
  }
}

function useTroubleText(
  currency: string | undefined,
): (written: WrittenAmount, trouble: AmountTrouble) => string {
  const say = useWords(amountWords)
  const money = useMoney()
  const locale = useLocale()
  const number = new Intl.NumberFormat(locale)
  return ({ text: written }, trouble) => {
    const example = writeAmount(exampleIn(currency), locale).text
    if (trouble.name === 'ambiguous') {
      const { whole: plain } = trouble
      const whole = currency === undefined ? number.format(BigInt(plain)) : money(plain, currency)
      return say('ambiguous', { written, plain, whole, example })
    }
    if (currency === undefined) return say('notAnAmount', { example })
    return say(trouble.name, { example, currency, count: exponentOf(currency) })
  }
}

const exponentOf = (currency: string): number => currencyExponent(currency) ?? 2

const exampleIn = (currency: string | undefined): string =>
  currency === undefined
    ? '1234.50'
    : toDecimal((12345n * 10n ** BigInt(exponentOf(currency))) / 10n, currency)
