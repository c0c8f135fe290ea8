// The calls about one user: those of a merchant's administrators, or those among operators.

import type { ShownLink } from '../../api/users.ts'
import type { MerchantRole } from '../../permissions.ts'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'

type WhichUser = { readonly merchantId: string | undefined; readonly userId: string }
type UserCallOptions = {
  readonly onLink: (link: ShownLink) => void
  readonly onChanged: () => void
}
type WantedChange = {
  readonly role?: MerchantRole
  readonly isDisabled?: boolean
  readonly isWithdrawal?: boolean
}

export function useUserCalls({ merchantId, userId }: WhichUser, { onLink, onChanged }: UserCallOptions) {
  const ofMerchant = useMerchantCalls(merchantId ?? '', userId, { onLink, onChanged })
  const ofGateway = useOperatorCalls(userId, { onLink, onChanged })
  const isOperator = merchantId === undefined
  const theirs = useConsoleQuery(
    'userSessions',
    { merchantId: merchantId ?? '', userId },
    { isEnabled: !isOperator },
  )
  const peers = useConsoleQuery('operatorSessions', { userId }, { isEnabled: isOperator })
  return {
    ...(isOperator ? ofGateway : ofMerchant),
    sessions: (isOperator ? peers : theirs).data?.sessions,
  }
}

function useMerchantCalls(merchantId: string, userId: string, { onLink, onChanged }: UserCallOptions) {
  const which = { merchantId, userId }
  const change = useConsoleMutation('changeUser', { invalidates: ['users'], onSuccess: onChanged })
  const reset = useConsoleMutation('resetUser', { invalidates: ['users'], onSuccess: onLink })
  const end = useConsoleMutation('endUserSessions', { invalidates: ['users', 'userSessions'] })
  return {
    ...stateOf([change, reset, end]),
    change: (wanted: WantedChange) => change.mutate({ ...which, ...wanted }),
    reset: () => reset.mutate(which),
    endSession: (sessionId: string) => end.mutate({ ...which, sessionId }),
    endSessions: () => end.mutate(which),
  }
}

function useOperatorCalls(userId: string, { onLink, onChanged }: UserCallOptions) {
  const change = useConsoleMutation('changeOperator', { invalidates: ['operators'], onSuccess: onChanged })
  const reset = useConsoleMutation('resetOperator', { invalidates: ['operators'], onSuccess: onLink })
  const end = useConsoleMutation('endOperatorSessions', { invalidates: ['operators', 'operatorSessions'] })
  return {
    ...stateOf([change, reset, end]),
    change: ({ role: _, ...wanted }: WantedChange) => change.mutate({ userId, ...wanted }),
    reset: () => reset.mutate({ userId }),
    endSession: (sessionId: string) => end.mutate({ userId, sessionId }),
    endSessions: () => end.mutate({ userId }),
  }
}

type CallState = { readonly isPending: boolean; readonly error: Error | null }

const stateOf = (calls: readonly CallState[]) => ({
  isBusy: calls.some(({ isPending }) => isPending),
  error: calls.find(({ error }) => error)?.error?.message,
})
