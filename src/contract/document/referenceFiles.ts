import type { Operation } from '../kit/operation.ts'
import type { Component } from './components.ts'

/** Where the pages of the reference are, seen from its index. */

export const operationFile = ({ name }: Operation): string => `${slug(name.toLowerCase())}.md`
export const groupFile = ({ name }: Component): string => `groups/${slug(name)}.md`

/** 'OrderSubMerchant' and 'Order sub merchant' → order-sub-merchant. */
export const slug = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^0-9A-Za-z]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
