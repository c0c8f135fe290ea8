import { type Content, isObject } from '../contract/kit/normalise.ts'

/** What follows from what the merchant sent (spec 2.3, 2.7); given values stay. */
export function derivedFields(request: Content): Content {
  const { shipping, billing, order } = request
  return {
    ...(isObject(shipping) && { shipping: derivedShipping(shipping, isObject(billing) ? billing : {}) }),
    ...(isObject(order) &&
      isObject(order.valueTransfer) && { order: { valueTransfer: derivedTransfer(order) } }),
  }
}

function derivedShipping(shipping: Content, billing: Content): Content {
  const address = isObject(shipping.address) ? shipping.address : {}
  const contact = isObject(shipping.contact) ? shipping.contact : undefined
  return {
    address: {
      sameAsBilling: address.sameAsBilling ?? compareAddresses(withoutNotes(address), billing.address),
    },
    ...(contact && { contact: { sameAsBilling: contact.sameAsBilling ?? 'UNKNOWN' } }),
  }
}

function compareAddresses(shipping: Content, billing: unknown): 'DIFFERENT' | 'SAME' | 'UNKNOWN' {
  if (!isObject(billing) || Object.keys(shipping).length === 0) return 'UNKNOWN'
  return comparable(shipping) === comparable(billing) ? 'SAME' : 'DIFFERENT'
}

/** Only letters and digits count when two addresses are compared. */
const comparable = (address: Content): string =>
  Object.entries(address)
    .map(([name, value]) => `${name}=${String(value).replace(/[^\p{L}\p{N}]/gu, '')}`)
    .filter(part => !part.endsWith('='))
    .sort()
    .join('\n')

const withoutNotes = ({ sameAsBilling: _, source: __, ...address }: Content): Content => address

function derivedTransfer({ currency, valueTransfer }: Content): Content {
  if (!isObject(valueTransfer)) return {}
  const cards = valueTransfer.accountType === 'PREPAID_LOAD' ? 1 : 0
  return {
    currency: valueTransfer.currency ?? currency,
    numberOfCards: valueTransfer.numberOfCards ?? cards,
  }
}
