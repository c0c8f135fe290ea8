/** Who calls, and where. */
export type FirstCall = {
  readonly merchantId: string
  /** Where the gateway is reached, without a slash at the end. */
  readonly origin: string
  readonly orderId: string
  /** As it may be shown: the one that everybody knows, or the name of a variable. */
  readonly password: string
  /** What a client has to be told to trust. */
  readonly certificatePath?: string | undefined
}

/** A newcomer's first request, as a line to paste: its parts, to be joined with spaces. */
export function firstCallLines(calling: FirstCall): readonly string[] {
  const { merchantId, origin, orderId, password, certificatePath } = calling
  const trust = certificatePath === undefined ? '' : ` --cacert '${certificatePath}'`
  const path = `/api/rest/version/100/merchant/${merchantId}/order/${orderId}/transaction/1`
  return [
    `curl -sS -i -w '\\n'${trust}`,
    `-X PUT ${origin}${path}`,
    `-u merchant.${merchantId}:${password}`,
    `-H 'Content-Type: application/json' -d '${JSON.stringify(firstCallBody)}'`,
  ]
}

const firstCallBody = {
  apiOperation: 'AUTHORIZE',
  order: { amount: '10.00', currency: 'USD' },
  sourceOfFunds: {
    type: 'CARD',
    provided: {
      card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' },
    },
  },
}
