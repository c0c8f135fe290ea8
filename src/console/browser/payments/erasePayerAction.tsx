// From an order to erasing its payer.

import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { ShownOrder } from '../../api/payments.ts'
import { merchantAddress } from '../addresses.ts'
import { useWords } from '../language.tsx'
import { useConsoleQuery } from '../queries.ts'
import { payerWords } from './payerWords.ts'

type ErasePayerProps = { readonly merchantId: string; readonly order: ShownOrder }

export function ErasePayerAction({ merchantId, order: { orderId, erased } }: ErasePayerProps) {
  const say = useWords(payerWords)
  const who = useConsoleQuery('whoAmI', {})
  if (erased || !who.data?.permissions.includes('payers.erase')) return null
  const address = merchantAddress(merchantId, `payers?order=${encodeURIComponent(orderId)}`)
  return (
    <Button component={Link} href={address} variant="subtle" color="bad" px="sm">
      {say('eraseData')}
    </Button>
  )
}
