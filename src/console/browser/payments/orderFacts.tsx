// What an order is: amount, card, customer, when.

import type { ReactNode } from 'react'
import type { ShownOrder } from '../../api/payments.ts'
import { Money } from '../components/money.tsx'
import { Sheet } from '../components/sheet.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import { pageNames } from '../words/pageNames.ts'
import { useApiCodeName } from './codeText.tsx'
import { readable } from './codeWords.ts'
import { orderWords } from './orderWords.ts'
import { payerWords } from './payerWords.ts'

export function OrderFacts({ order }: { readonly order: ShownOrder }) {
  const [say, name, sayPayer] = [useWords(orderWords), useWords(pageNames), useWords(payerWords)]
  const { amount, currency, card, customer, reference, description, createdAt, changedAt, erased } = order
  const person = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ')
  return (
    <Sheet title={name('order')}>
      <dl className="facts">
        <Fact name={say('amount')}>
          <strong>
            <Money {...{ amount, currency }} />
          </strong>
        </Fact>
        {card && <Fact name={say('card')}>{<CardFacts card={card} />}</Fact>}
        {(person !== '' || customer?.email !== undefined) && (
          <Fact name={say('customer')}>
            {person} {customer?.email !== undefined && <span className="soft">{customer.email}</span>}
          </Fact>
        )}
        {erased && (
          <Fact name={sayPayer('personalData')}>
            {sayPayer('erasedBy', { by: erased.by })} <Timestamp at={erased.at} />
          </Fact>
        )}
        {reference !== undefined && <Fact name={say('reference')}>{reference}</Fact>}
        {description !== undefined && <Fact name={say('description')}>{description}</Fact>}
        <Fact name={say('created')}>
          <Timestamp at={createdAt} />
        </Fact>
        <Fact name={say('changed')}>
          <Timestamp at={changedAt} />
        </Fact>
      </dl>
    </Sheet>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CardFacts({ card }: { readonly card: NonNullable<ShownOrder['card']> }) {
  const say = useWords(orderWords)
  const name = useApiCodeName()
  const { brand, number, expiry, nameOnCard, fundingMethod, isOnFile } = card
  const validity = expiry && say('expires', { expiry })
  const about = [nameOnCard, fundingMethod && name(fundingMethod), validity, isOnFile && say('onFile')]
  return (
    <>
      {brand !== undefined && `${readable(brand)} `}
      <span className="digits" dir="ltr">
        {number}
      </span>{' '}
      <span className="soft">{about.filter(Boolean).join(', ')}</span>
    </>
  )
}
