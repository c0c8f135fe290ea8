// Chargebacks and fees, which operators hear of from acquirers and enter here.

import { Button, Fieldset, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { admits } from '../../../orders/admission.ts'
import { orderStatuses } from '../../../standards/paymentCodes.ts'
import { enteredOperations } from '../../api/disputes.ts'
import type { ShownOrder, ShownTransaction } from '../../api/payments.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { useLocale, useMoney, useWords } from '../language.tsx'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { AmountField, useAmountReading } from './amountField.tsx'
import { createAttempts, staysLost } from './attempts.ts'
import { useApiCodeName, useCodeName } from './codeText.tsx'
import { disputeWords } from './disputeWords.ts'
import { orderWords } from './orderWords.ts'
import { useAttempt, useDoubtText } from './useAttempt.ts'
import { type WrittenAmount, writeAmount } from './writtenAmount.ts'

type EnteredOperation = (typeof enteredOperations)[number]
type EnterActionsProps = { readonly merchantId: string; readonly order: ShownOrder }

export function EnterActions({ merchantId, order }: EnterActionsProps) {
  const say = useWords(disputeWords)
  const who = useConsoleQuery('whoAmI', {})
  const [open, setOpen] = useState<EnteredOperation>()
  const status = orderStatuses.find(known => known === order.status)
  if (!status || !who.data?.permissions.includes('disputes.enter')) return null
  return (
    <>
      {enteredOperations
        .filter(operation => admits(status, operation))
        .map(operation => (
          <Button key={operation} variant="subtle" px="sm" onClick={() => setOpen(operation)}>
            {say(operation)}
          </Button>
        ))}
      {open && <EnterDialog {...{ merchantId, order, operation: open, onClose: () => setOpen(undefined) }} />}
    </>
  )
}

type EnterDialogProps = EnterActionsProps & {
  readonly operation: EnteredOperation
  readonly onClose: () => void
}

function EnterDialog(props: EnterDialogProps) {
  const { order, operation, onClose } = props
  const [say, sayOrder] = [useWords(disputeWords), useWords(orderWords)]
  const name = useApiCodeName()
  const { attempt, change, enter, amountTrouble, submit } = useEntering(props)
  const { form } = attempt
  const doubt = useDoubtText(attempt, enter.error)
  const { result, gatewayCode = '' } = enter.data ?? {}
  const isRefused = result === 'FAILURE' && !staysLost(attempt, gatewayCode)
  const refused = isRefused
    ? sayOrder('didFAILURE', { action: say(operation), reason: name(gatewayCode) })
    : undefined
  return (
    <ConfirmDialog
      {...{ isOpen: true, title: say(operation), confirm: say(operation), isBusy: enter.isPending, onClose }}
      error={refused ?? doubt ?? enter.errorBeside(...errorFields)}
      onConfirm={submit}
    >
      <Fieldset variant="unstyled" disabled={doubt !== undefined && !isRefused}>
        <Stack>
          <EnterFields
            {...{ order, operation, form, onChange: change, errorOf: enter.errorOf, amountTrouble }}
          />
        </Stack>
      </Fieldset>
    </ConfirmDialog>
  )
}

/** What is entered as it is sent, and sent again. */
function useEntering({ merchantId, order, operation, onClose }: EnterDialogProps) {
  const say = useWords(disputeWords)
  const announce = useAnnounce()
  const locale = useLocale()
  const { orderId, currency } = order
  const { read, troubleOf } = useAmountReading(currency)
  const { attempt, ...asked } = useAttempt(attempts, { merchantId, orderId, action: operation }, () => ({
    amount: writeAmount(operation === 'ENTER_CHARGEBACK' ? order.money.captured : '', locale),
    ...{ target: '', case: '' },
  }))
  const { form, transactionId } = attempt
  const enter = useConsoleMutation('enterTransaction', {
    invalidates: ['orderShown', 'explainOrder', 'findOrders'],
    onError: asked.fail,
    onSuccess(answer) {
      asked.hear(answer.gatewayCode)
      if (answer.result === 'FAILURE') return
      announce(say('done', { action: say(operation) }))
      onClose()
    },
  })
  const submit = () => {
    const amount = read(form.amount)
    if (amount === undefined) return
    asked.send()
    enter.mutate({
      ...{ merchantId, orderId, transactionId, operation },
      ...{ amount, currency },
      ...(form.target !== '' && { targetTransactionId: form.target }),
      ...(form.case.trim() !== '' && { reference: form.case.trim() }),
    })
  }
  return { attempt, change: asked.change, enter, amountTrouble: troubleOf(form.amount), submit }
}

const attempts = createAttempts<EnterForm>()

const errorFields = ['transaction.amount', 'transaction.targetTransactionId', 'transaction.reference']

type EnterForm = { readonly amount: WrittenAmount; readonly target: string; readonly case: string }
type EnterFieldsProps = Pick<EnterDialogProps, 'operation' | 'order'> & {
  readonly form: EnterForm
  readonly onChange: (form: EnterForm) => void
  readonly errorOf: (field: string) => string | undefined
  readonly amountTrouble: string | undefined
}

function EnterFields({ order, operation, form, onChange, errorOf, amountTrouble }: EnterFieldsProps) {
  const [say, sayOrder] = [useWords(disputeWords), useWords(orderWords)]
  const targets = useTargets(order.transactions)
  return (
    <>
      <Text>{say(`hint${operation}`)}</Text>
      {operation === 'ENTER_CHARGEBACK' && (
        <NativeSelect
          {...{ label: say('about'), value: form.target, data: targets }}
          error={errorOf('transaction.targetTransactionId')}
          onChange={({ currentTarget: { value } }) => onChange({ ...form, target: value })}
        />
      )}
      <AmountField
        {...{ amount: form.amount, currency: order.currency }}
        error={amountTrouble ?? errorOf('transaction.amount')}
        onChange={amount => onChange({ ...form, amount })}
      />
      <TextInput
        {...{ label: `${say('case')} (${sayOrder('optional')})`, value: form.case, maxLength: 40 }}
        error={errorOf('transaction.reference')}
        onChange={({ currentTarget: { value } }) => onChange({ ...form, case: value })}
      />
    </>
  )
}

/** A capture or payment that was charged back, or a chargeback that is taken back. */
function useTargets(transactions: readonly ShownTransaction[]) {
  const say = useWords(disputeWords)
  const name = useCodeName()
  const money = useMoney()
  const chargebacks = new Set(transactions.filter(isChargeback).map(({ transactionId }) => transactionId))
  const possible = transactions.filter(
    ({ type, result, targetTransactionId = '' }) =>
      result === 'SUCCESS' && targetTypes.has(type) && !chargebacks.has(targetTransactionId),
  )
  return [
    { value: '', label: say('wholeOrder') },
    ...possible.map(one => {
      const { amount, currency, transactionId: value, type } = one
      const much = amount === undefined || currency === undefined ? '' : money(amount, currency)
      const label = [name(type), much, `(${value})`].join(' ')
      return { value, label: isChargeback(one) ? say('reversalOf', { name: label }) : label }
    }),
  ]
}

const isChargeback = ({ type }: ShownTransaction): boolean => type === 'CHARGEBACK'
const targetTypes: ReadonlySet<string> = new Set(['CAPTURE', 'PAYMENT', 'CHARGEBACK'])
