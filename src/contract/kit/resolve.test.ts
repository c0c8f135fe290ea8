import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { requestAt, responseAt } from './operation.ts'
import { versions } from './versions.ts'
import { existsAt } from './vocabulary.ts'

const everyVersion = Array.from({ length: versions.last }, (_, index) => index + versions.first)

test('versions between which nothing changes share what was made of the contract', () => {
  const made = new Set(
    catalogue.flatMap(operation =>
      everyVersion.flatMap(version => [requestAt(operation, version), responseAt(operation, version)]),
    ),
  )
  expect(made.size).toBeLessThan(catalogue.length * 2 * 12)
})

test('and what they share is right for each of them', () => {
  for (const operation of catalogue)
    for (const version of everyVersion) {
      const names = Object.entries(operation.response.fields)
        .filter(([, field]) => existsAt(field, version) && field.wire === undefined)
        .map(([name]) => name)
      expect([...responseAt(operation, version).names.keys()]).toEqual(expect.arrayContaining(names))
    }
})
