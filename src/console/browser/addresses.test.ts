import { expect, test } from 'vitest'
import { addressed, gatewayAddress, merchantAddress, orderAddress, ownAddress } from './addresses.ts'

test('a merchant may be called like a page, or like a part of an address', () => {
  const names = ['SHOP', 'gateway', 'account', 'preferences', 'm', 'api', 'assets', 'enter', 'export']
  const others = [ownAddress('account'), ownAddress('preferences'), gatewayAddress('merchants')]
  for (const merchantId of names) {
    const address = merchantAddress(merchantId, 'payments')
    expect(addressed(address)).toEqual({ merchantId, page: 'payments', id: '' })
    expect(others.some(other => address.startsWith(other))).toBe(false)
  }
})

test('ids come out of an address as they went in, also such that look encoded', () => {
  for (const orderId of ['order-1', 'a/b', '100%25', '%', 'ü'])
    expect(addressed(orderAddress('SHOP', orderId))).toEqual({
      merchantId: 'SHOP',
      page: 'order',
      id: orderId,
    })
})

test('pages above merchants and of the user have no merchant', () => {
  expect(addressed(gatewayAddress('merchant/SHOP'))).toEqual({ page: 'merchant', id: 'SHOP' })
  expect(addressed(ownAddress('account'))).toEqual({ id: '' })
  expect(addressed('/console')).toEqual({ id: '' })
})
