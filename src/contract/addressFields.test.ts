import { expect, test } from 'vitest'
import { addressFields } from './addressFields.ts'
import { catalogue } from './catalogue.ts'
import { type FieldTree, isTree } from './fieldTree.ts'
import { requestAt } from './kit/operation.ts'
import { groupIn, type ResolvedGroup } from './kit/resolve.ts'
import { email, isAddressType, url } from './kit/scalars.ts'
import { versions } from './kit/versions.ts'
import { changedAt, list } from './kit/vocabulary.ts'

test('what is derived from an address is one, and so are lists of addresses', () => {
  const shorter = { ...url, max: 100 }
  const later = changedAt(60, shorter, url)
  const several = list(later)
  for (const type of [url, shorter, later, several]) expect(isAddressType(type)).toBe(true)
  expect(isAddressType(email)).toBe(false)
})

test('the addresses of every request that is recorded are on the tree', () => {
  const tree = addressFields()
  expect(tree).toMatchObject({ order: { notificationUrl: null }, browserPayment: { returnUrl: null } })
  for (const operation of catalogue.filter(({ role }) => role !== undefined))
    expect(missingFrom(tree, requestAt(operation, versions.last))).toEqual([])
})

function missingFrom(tree: FieldTree, { addressFields: fields }: ResolvedGroup): readonly string[] {
  return fields.flatMap(({ name, type }) => {
    const [known, group] = [tree[name], groupIn(type)]
    if (!group || !isTree(known)) return known === null ? [] : [name]
    return missingFrom(known, group).map(inner => `${name}.${inner}`)
  })
}
