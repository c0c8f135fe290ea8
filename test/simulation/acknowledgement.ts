/** What an acquirer says when it has undone something; the amount is the ask's. */
export const acknowledgement = {
  outcome: 'approved',
  gatewayCode: 'APPROVED',
  acquirerCode: '00',
  acquirerMessage: 'APPROVED',
  authorizationCode: '000000',
  receipt: '000000000000',
  authorizationResponse: {},
  acquirer: { id: '', merchantId: '', batch: 1, date: '0101', timeZone: '+0000', transactionId: '1' },
} as const
