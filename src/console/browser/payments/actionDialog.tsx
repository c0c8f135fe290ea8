// The dialogue of one action. Its transaction id is made once, when it opens: pressing twice, or again after
// the answer was lost, is the same request to the gateway, which does it once.

import { Button, Fieldset, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { ActionAnswer, OrderAction, ShownOrder } from '../../api/payments.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { StatusBadge } from '../components/statusBadge.tsx'
import { useLocale, useMoney, useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import type { ConsoleLocale } from '../words/consoleLocales.ts'
import { AmountField, useAmountReading } from './amountField.tsx'
import { createAttempts, staysLost } from './attempts.ts'
import { useApiCodeName, useCodeName } from './codeText.tsx'
import { orderWords } from './orderWords.ts'
import { useAttempt, useDoubtText } from './useAttempt.ts'
import { resultTone } from './why.ts'
import { type WrittenAmount, writeAmount } from './writtenAmount.ts'

type ActionDialogProps = {
  readonly merchantId: string
  readonly order: ShownOrder
  readonly action: OrderAction
  readonly onClose: () => void
}

export function ActionDialog(props: ActionDialogProps) {
  const { order, action, onClose } = props
  const say = useWords(orderWords)
  const { act, attempt, change, errorOf, submit } = useAction(props)
  const doubt = useDoubtText(attempt, act.error)
  if (act.data?.result === 'FAILURE' && !staysLost(attempt, act.data.gatewayCode))
    return <RefusedDialog {...{ action, answer: act.data, onClose }} />
  return (
    <ConfirmDialog
      {...{
        isOpen: true,
        title: say(`title${action}`),
        confirm: say(action),
        isBusy: act.isPending,
        onClose,
      }}
      isDangerous={action === 'VOID'}
      error={doubt ?? act.errorBeside(...errorFields)}
      onConfirm={submit}
    >
      <Fieldset variant="unstyled" disabled={doubt !== undefined}>
        <Stack>
          <ActionFields {...{ order, action, form: attempt.form, onChange: change, errorOf }} />
        </Stack>
      </Fieldset>
    </ConfirmDialog>
  )
}

/** The action as it is asked for, and asked for again. */
function useAction({ merchantId, order, action, onClose }: ActionDialogProps) {
  const announce = useAnnounce()
  const outcomeText = useOutcomeText(action)
  const locale = useLocale()
  const { currency, orderId } = order
  const { read, troubleOf } = useAmountReading(currency)
  const { attempt, change, send, hear, fail } = useAttempt(attempts, { merchantId, orderId, action }, () =>
    formOf(order, action, locale),
  )
  const act = useConsoleMutation('actOnOrder', {
    invalidates: ['orderShown', 'explainOrder', 'findOrders'],
    onError: fail,
    onSuccess(answer) {
      hear(answer.gatewayCode)
      if (answer.result === 'FAILURE') return
      announce(outcomeText(answer), resultTone(answer.result))
      onClose()
    },
  })
  const submit = () => {
    const { transactionId, form } = attempt
    const note = form.note.trim()
    const amount = action === 'VOID' ? undefined : read(form.amount)
    if (action !== 'VOID' && amount === undefined) return
    send()
    act.mutate({
      ...{ merchantId, orderId, transactionId, action },
      ...(amount === undefined ? { targetTransactionId: form.target } : { amount, currency }),
      ...(note !== '' && { merchantNote: note }),
    })
  }
  const errorOf = (field: string) =>
    (field === amountName ? troubleOf(attempt.form.amount) : undefined) ?? act.errorOf(field)
  return { act, attempt, change, errorOf, submit }
}

const attempts = createAttempts<ActionForm>()

type ActionForm = { readonly amount: WrittenAmount; readonly target: string; readonly note: string }

const amountName = 'transaction.amount'
const errorFields = [amountName, 'transaction.targetTransactionId', 'transaction.merchantNote']

/** What is left is what is usually meant. */
function formOf({ money, transactions }: ShownOrder, action: OrderAction, locale: ConsoleLocale): ActionForm {
  const amounts = {
    CAPTURE: money.leftToCapture,
    REFUND: money.leftToRefund,
    VOID: '',
    UPDATE_AUTHORIZATION: money.authorized,
  } as const satisfies Record<OrderAction, string>
  const target = transactions.findLast(({ isVoidable }) => isVoidable)?.transactionId ?? ''
  return { amount: writeAmount(amounts[action], locale), target, note: '' }
}

type ActionFieldsProps = Pick<ActionDialogProps, 'action' | 'order'> & {
  readonly form: ActionForm
  readonly onChange: (form: ActionForm) => void
  readonly errorOf: (field: string) => string | undefined
}

function ActionFields({ order, action, form, onChange, errorOf }: ActionFieldsProps) {
  const say = useWords(orderWords)
  const money = useMoney()
  const targets = useTargets(order)
  const { currency } = order
  const left = action === 'CAPTURE' ? order.money.leftToCapture : order.money.leftToRefund
  return (
    <>
      <Text>{say(`hint${action}`, { left: money(left, currency) })}</Text>
      {action === 'VOID' ? (
        <NativeSelect
          {...{ label: say('target'), value: form.target, data: targets }}
          data-autofocus
          error={errorOf('transaction.targetTransactionId')}
          onChange={({ currentTarget: { value } }) => onChange({ ...form, target: value })}
        />
      ) : (
        <AmountField
          {...{ amount: form.amount, currency, error: errorOf(amountName) }}
          onChange={amount => onChange({ ...form, amount })}
        />
      )}
      {(action === 'CAPTURE' || action === 'REFUND') && (
        <TextInput
          {...{ label: `${say('note')} (${say('optional')})`, value: form.note, maxLength: 250 }}
          error={errorOf('transaction.merchantNote')}
          onChange={({ currentTarget: { value } }) => onChange({ ...form, note: value })}
        />
      )}
    </>
  )
}

function useTargets({ transactions }: ShownOrder) {
  const name = useCodeName()
  const money = useMoney()
  return transactions
    .filter(({ isVoidable }) => isVoidable)
    .map(({ transactionId, type, amount, currency }) => ({
      value: transactionId,
      label: [
        name(type),
        amount === undefined || currency === undefined ? '' : money(amount, currency),
        `(${transactionId})`,
      ].join(' '),
    }))
}

function useOutcomeText(action: OrderAction): (answer: ActionAnswer) => string {
  const say = useWords(orderWords)
  const name = useApiCodeName()
  return ({ result, gatewayCode = result, acquirerMessage, kind }) => {
    const values = { action: say(action), reason: acquirerMessage ?? name(gatewayCode) }
    if (kind === 'replayed') return `${say(didWord(result), values)} ${say('sentOnce')}`
    return say(didWord(result), values)
  }
}

function didWord(result: string): 'didFAILURE' | 'didPENDING' | 'didSUCCESS' {
  if (result === 'SUCCESS') return 'didSUCCESS'
  return result === 'FAILURE' ? 'didFAILURE' : 'didPENDING'
}

type RefusedDialogProps = Pick<ActionDialogProps, 'action' | 'onClose'> & { readonly answer: ActionAnswer }

/** It was declined, or not begun: who tries again opens the dialogue anew, which is another transaction. */
function RefusedDialog({ action, answer, onClose }: RefusedDialogProps) {
  const say = useWords(orderWords)
  const text = useOutcomeText(action)
  const name = useCodeName()
  return (
    <Modal
      opened
      {...{ onClose, title: say(`title${action}`) }}
      closeButtonProps={{ 'aria-label': say('close') }}
    >
      <Stack>
        <Text role="alert">
          <StatusBadge tone="bad">{name(answer.result)}</StatusBadge> {text(answer)}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {say('close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
