// An attempt as a dialogue has it, and what the dialogue says while nobody knows what became of it.

import { useState } from 'react'
import { useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { shellWords } from '../words/shell.ts'
import { type Attempt, type createAttempts, isInDoubt, lastWords } from './attempts.ts'
import { orderWords } from './orderWords.ts'

type Which = { readonly merchantId: string; readonly orderId: string; readonly action: string }

/** `attempts` are kept beside the component: closing it must not forget them. */
export function useAttempt<Form>(
  attempts: ReturnType<typeof createAttempts<Form>>,
  { merchantId, orderId, action }: Which,
  first: () => Form,
) {
  const { data: who } = useConsoleQuery('whoAmI', {})
  const key = JSON.stringify([who?.userId, merchantId, orderId, action])
  const [attempt, setAttempt] = useState(() => attempts.begin(key, first))
  return {
    attempt,
    change: (form: Form) => setAttempt({ ...attempt, form }),
    send: () => attempts.send(key, attempt),
    hear: (gatewayCode: string | undefined) => attempts.hear(key, attempt, gatewayCode),
    fail: (error: Error) => setAttempt(attempts.fail(key, attempt, error)),
  }
}

/** Undefined where there is no doubt. */
export function useDoubtText(attempt: Attempt<unknown>, error: Error | null): string | undefined {
  const [say, sayOrder] = [useWords(shellWords), useWords(orderWords)]
  if (!isInDoubt(attempt, error)) return undefined
  const { why, code } = lastWords(error)
  const words = [why, say('unheard'), sayOrder('againSame'), code && say('supportCode', { code })]
  return words.filter(Boolean).join(' ')
}
