// What can be done with an order: a button for each action that its status admits.

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OrderAction, ShownOrder } from '../../api/payments.ts'
import { useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { useShortcut } from '../shell/shortcuts.tsx'
import { ActionDialog } from './actionDialog.tsx'
import { orderWords } from './orderWords.ts'

type OrderActionsProps = { readonly merchantId: string; readonly order: ShownOrder }

export function OrderActions({ merchantId, order }: OrderActionsProps) {
  const say = useWords(orderWords)
  const who = useConsoleQuery('whoAmI', {})
  const [open, setOpen] = useState<OrderAction>()
  const mayAct = who.data?.permissions.includes('payments.act') ?? false
  const actions = mayAct ? possibleActions(order) : []
  return (
    <>
      {actions.map(action => (
        <ActionButton
          key={action}
          {...{ action, isFirst: action === actions[0] }}
          onOpen={() => setOpen(action)}
        />
      ))}
      {mayAct && actions.length === 0 && <span className="soft">{say('noActions')}</span>}
      {open && <ActionDialog {...{ merchantId, order, action: open, onClose: () => setOpen(undefined) }} />}
    </>
  )
}

type ActionButtonProps = {
  readonly action: OrderAction
  readonly isFirst: boolean
  readonly onOpen: () => void
}

function ActionButton({ action, isFirst, onOpen }: ActionButtonProps) {
  const say = useWords(orderWords)
  useShortcut(keys[action], say(action), onOpen)
  return (
    <Button variant={isFirst ? 'filled' : 'default'} onClick={onOpen} aria-keyshortcuts={keys[action]}>
      {say(action)}
    </Button>
  )
}

const keys = { CAPTURE: 'c', REFUND: 'r', VOID: 'v', UPDATE_AUTHORIZATION: 'u' } as const satisfies Record<
  OrderAction,
  string
>

/** What the status admits and what there is something left for. */
function possibleActions({ actions, money, transactions }: ShownOrder): readonly OrderAction[] {
  const isLeft = (amount: string) => /[1-9]/.test(amount)
  return actions.filter(action => {
    if (action === 'CAPTURE') return isLeft(money.leftToCapture)
    if (action === 'REFUND') return isLeft(money.leftToRefund)
    return action !== 'VOID' || transactions.some(({ isVoidable }) => isVoidable)
  })
}
