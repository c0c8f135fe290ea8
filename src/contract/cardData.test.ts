import { expect, test } from 'vitest'
import { rejectionOf } from '../orders/rejection.ts'
import { catalogue } from './catalogue.ts'
import { type Content, normalise } from './kit/content.ts'
import { requestAt } from './kit/operation.ts'
import type { Resolved, ResolvedGroup } from './kit/resolve.ts'
import { fieldFindings } from './kit/validate.ts'

type Place = { readonly path: string; readonly lengthMax: number; readonly body: (value: string) => Content }

/** Every place of a request where a text is kept as it came, found in the contract: nobody lists them. */
function placesIn(
  group: ResolvedGroup,
  at = '',
  wrap: (content: Content) => Content = content => content,
): Place[] {
  return group.fields
    .filter(({ secret, field }) => secret === undefined && !field.transient)
    .flatMap(({ name, type }) =>
      placesOf(type, at + name, value => wrap(Object.assign(Object.create(null), { [name]: value }))),
    )
}

function placesOf(type: Resolved, path: string, body: (value: unknown) => Content): Place[] {
  switch (type.kind) {
    case 'scalar':
      if (type.scalar.json !== 'string' || type.values) return []
      return [{ path, lengthMax: type.scalar.max ?? Infinity, body }]
    case 'group':
      return placesIn(type, `${path}.`, body)
    case 'list':
      return placesOf(type.each, `${path}[0]`, value => body([value]))
    case 'dictionary':
      return placesOf(type.each, `${path}.some`, value => body({ some: value }))
  }
}

const versions = [1, 48, 57, 73, 100]
const writings = [
  '4508750015741019',
  'paid by 4508.7500.1574.1019',
  'cvv: 7341',
  ';4508750015741019=39011010000000000?',
]

for (const operation of catalogue) {
  test(`${operation.name}: card data is refused in every text, by its name and without its value`, () => {
    for (const version of versions) {
      const request = requestAt(operation, version)
      for (const { path, lengthMax, body } of placesIn(request)) {
        for (const text of writings.filter(each => each.length <= lengthMax)) {
          const content = normalise(request, body(text))
          const finding = fieldFindings(operation, version, content).find(({ field }) => field === path)
          expect(finding, `${path} ${text}`).toMatchObject({ validationType: 'INVALID' })
          expect(JSON.stringify(finding && rejectionOf(finding)), path).not.toMatch(/4508|1019|7341/)
        }
      }
    }
  })
}

test('there is something to look at', () => {
  const [first] = catalogue.filter(({ name }) => name === 'AUTHORIZE')
  expect(first && placesIn(requestAt(first, 100)).length).toBeGreaterThan(150)
})
