/** The requests of the bench, of a size that shops send. */
export const merchantId = 'TESTMERCHANT'

const version = '/api/rest/version/73'

export const orderPath = (orderId: string): string => `${version}/merchant/${merchantId}/order/${orderId}`

export const transactionPath = (orderId: string, transactionId: string): string =>
  `${orderPath(orderId)}/transaction/${transactionId}`

/** The card that pays, as it is sealed. */
export const payingCard = {
  number: '5123450000000008',
  expiry: { month: 1, year: 39 },
  nameOnCard: 'Pat Payer',
} as const

const first = {
  correlationId: 'bench',
  order: {
    amount: '100.00',
    currency: 'USD',
    reference: 'R-4711',
    description: 'Two tickets and a programme',
  },
  sourceOfFunds: {
    type: 'CARD',
    provided: {
      card: {
        nameOnCard: payingCard.nameOnCard,
        number: payingCard.number,
        expiry: { month: '1', year: '39' },
        securityCode: '100',
      },
    },
  },
  billing: {
    address: {
      street: '1 Alpha St',
      city: 'Town',
      stateProvince: 'Region',
      postcodeZip: '12345',
      country: 'USA',
    },
  },
  customer: { email: 'payer@example.com', firstName: 'Pat', lastName: 'Payer', phone: '+1 5550100' },
  device: { browser: 'Browser/1.0 (system; rv:1.0) Engine/20260101', ipAddress: '127.0.0.1' },
  transaction: { reference: 'T-4711', source: 'INTERNET' },
}
const later = {
  correlationId: 'bench',
  transaction: { amount: '100.00', currency: 'USD', reference: 'T-4712' },
}

/** The request that every contender gets. */
export const authorization = JSON.stringify({ apiOperation: 'AUTHORIZE', ...first })
export const payment = JSON.stringify({ apiOperation: 'PAY', ...first })
export const declinedPayment = payment.replace('"month":"1"', '"month":"2"')
export const capture = JSON.stringify({ apiOperation: 'CAPTURE', ...later })
export const refund = JSON.stringify({ apiOperation: 'REFUND', ...later })
export const voiding = JSON.stringify({
  apiOperation: 'VOID',
  correlationId: 'bench',
  transaction: { targetTransactionId: '1', reference: 'T-4712' },
})
