/** What every contender is asked: one AUTHORIZE of a shop that sends what shops send. */
export const merchantId = 'TESTMERCHANT'

export const paymentPath = (orderId: string): string =>
  `/api/rest/version/73/merchant/${merchantId}/order/${orderId}/transaction/1`

export const paymentBody = JSON.stringify({
  apiOperation: 'AUTHORIZE',
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
        nameOnCard: 'Pat Payer',
        number: '5123450000000008',
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
})
