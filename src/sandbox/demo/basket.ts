/** What the demo shop sells. Prices are texts, as the API takes them: they are only ever passed on. */
export const product = {
  name: 'Morning cup',
  description: 'Stoneware, thrown by hand, 300 ml',
  price: '18.00',
  shipping: '4.00',
  total: '22.00',
  /** The payer may still change their mind about the delivery at a provider that lets the shop confirm. */
  expressShipping: '9.00',
  expressTotal: '27.00',
  currency: 'USD',
} as const

export const shopName = 'The Demo Pottery'

export type DemoDelivery = 'standard' | 'express'

/** The order group of every payment in the demo. */
export function basket(delivery: DemoDelivery = 'standard') {
  const isExpress = delivery === 'express'
  return {
    amount: isExpress ? product.expressTotal : product.total,
    currency: product.currency,
    description: product.description,
    item: [{ name: product.name, quantity: '1', unitPrice: product.price }],
    itemAmount: product.price,
    shippingAndHandlingAmount: isExpress ? product.expressShipping : product.shipping,
  }
}
