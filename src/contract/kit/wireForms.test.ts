import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Content, normalise } from './content.ts'
import { operation, requestAt, requestModelAt } from './operation.ts'
import { digits, integer, text } from './scalars.ts'
import { validate } from './validate.ts'
import { group, list, optional, required } from './vocabulary.ts'
import { lower, lowerPath, movedInto, raise, raisePath, renamed, retyped, split } from './wireForms.ts'

/** A contract whose newer versions write some of its fields otherwise. */
const purchase = operation({
  name: 'PURCHASE',
  title: 'Purchase',
  method: 'PUT',
  path: '/purchase',
  versions: [1],
  doc: 'Buys.',
  request: {
    order: required(
      group({
        reference: optional(text(1, 40), 'Reference.', {
          wire: [renamed('merchantReference', { since: 3 })],
        }),
        contactName: optional(text(1, 40), 'Name.', { wire: [movedInto('contact', { since: 3 })] }),
        contact: optional(group({ phone: optional(text(1, 20), 'Phone.') }), 'Contact.'),
        payments: optional(digits(1, 2), 'How many.', {
          wire: [
            retyped(integer(0, 99), {
              since: 3,
              raise: value => (typeof value === 'number' ? String(value) : value),
              lower: value => (typeof value === 'string' ? Number(value) : value),
            }),
          ],
        }),
        expiry: optional(text(5, 5), 'MM/YY.', {
          wire: [
            split(
              { month: optional(text(2, 2), 'Month.'), year: optional(text(2, 2), 'Year.') },
              {
                since: 3,
                raise: ({ month, year }) => `${month ?? ''}/${year ?? ''}`,
                lower: value => {
                  const [month = '', year = ''] = String(value).split('/')
                  return { ...(month && { month }), ...(year && { year }) }
                },
              },
            ),
          ],
        }),
        item: optional(
          list(group({ sku: optional(text(1, 9), 'Sku.', { wire: [renamed('code', { since: 3 })] }) })),
          'Items.',
        ),
      }),
      'The order.',
    ),
  },
  response: {},
})

const asWritten = requestAt(purchase, 3)
const read = (version: number, body: Content) => {
  const wire = requestAt(purchase, version)
  return raise(wire, normalise(wire, body))
}
const fieldOf = (version: number, body: Content) => validate(purchase, version, read(version, body))?.field

const model = {
  order: {
    reference: 'R-1',
    contactName: 'Ada',
    contact: { phone: '1' },
    payments: '7',
    expiry: '01/39',
    item: [{ sku: 'A' }, { sku: 'B' }],
  },
}
const written = {
  order: {
    merchantReference: 'R-1',
    contact: { name: undefined, phone: '1', contactName: 'Ada' },
    payments: 7,
    month: '01',
    year: '39',
    item: [{ code: 'A' }, { code: 'B' }],
  },
}

test('renamed, moved, retyped, split and listed fields are raised to the one model, in its order', () => {
  expect(JSON.stringify(read(3, written))).toBe(JSON.stringify(model))
  expect(JSON.stringify(read(2, model))).toBe(JSON.stringify(model))
})

test('a version that writes everything as the model does costs nothing: the very same object', () => {
  const content = normalise(requestAt(purchase, 2), model)
  expect(raise(requestAt(purchase, 2), content)).toBe(content)
  expect(lower(requestAt(purchase, 2), content)).toBe(content)
})

const name = fc.constantFrom('reference', 'merchantReference', 'contactName', 'sku', 'code', 'unheardOf')
const anyOrder = fc.record(
  {
    merchantReference: fc.string({ minLength: 1 }),
    contact: fc.record(
      { phone: fc.string({ minLength: 1 }), contactName: fc.string({ minLength: 1 }) },
      { requiredKeys: [] },
    ),
    payments: fc.nat(99),
    month: fc.stringMatching(/^[01]\d$/),
    year: fc.stringMatching(/^\d\d$/),
    item: fc.array(fc.record({ code: fc.string({ minLength: 1 }) })),
  },
  { requiredKeys: [] },
)

test('lowering what was raised gives back what was written, fields that nobody knows included', () => {
  fc.assert(
    fc.property(anyOrder, fc.dictionary(name, fc.string({ minLength: 1 })), (known, others) => {
      const content = normalise(asWritten, { order: { ...others, ...known } })
      expect(lower(asWritten, raise(asWritten, content))).toEqual(content)
    }),
    { numRuns: 500 },
  )
})

test('raising what was lowered gives back the model', () => {
  fc.assert(
    fc.property(anyOrder, known => {
      const raised = raise(asWritten, normalise(asWritten, { order: known }))
      expect(raise(asWritten, lower(asWritten, raised))).toEqual(raised)
    }),
    { numRuns: 500 },
  )
})

test('findings name fields as the version writes them', () => {
  expect(fieldOf(2, { order: { reference: 'x'.repeat(41) } })).toBe('order.reference')
  expect(fieldOf(3, { order: { merchantReference: 'x'.repeat(41) } })).toBe('order.merchantReference')
  expect(fieldOf(3, { order: { item: [{ code: 'A' }, { code: 'x'.repeat(10) }] } })).toBe(
    'order.item[1].code',
  )
  expect(fieldOf(3, { order: { payments: 100 } })).toBe('order.payments')
})

test('the name of another version is unknown, and does not pass for the field', () => {
  expect(fieldOf(3, { order: { reference: 'R-1' } })).toBe('order.reference')
  expect(fieldOf(3, { order: { merchantReference: 'R-1', reference: 'R-2' } })).toBe('order.reference')
  expect(fieldOf(2, { order: { merchantReference: 'R-1' } })).toBe('order.merchantReference')
  expect(fieldOf(3, { order: { contactName: 'Ada' } })).toBe('order.contactName')
})

test('paths of the model are told as a version writes them', () => {
  expect(lowerPath(asWritten, 'order.reference')).toBe('order.merchantReference')
  expect(lowerPath(asWritten, 'order.contactName')).toBe('order.contact.contactName')
  expect(lowerPath(asWritten, 'order.item[12].sku')).toBe('order.item[12].code')
  expect(lowerPath(asWritten, 'order.expiry')).toBe('order.month')
  expect(lowerPath(asWritten, 'transactionid')).toBe('transactionid')
  expect(requestModelAt(purchase, 3).isRewritten).toBe(false)
})

test('and back again', () => {
  const paths = ['order.reference', 'order.contactName', 'order.contact.phone', 'order.item[3].sku', 'order']
  for (const path of paths) expect(raisePath(asWritten, lowerPath(asWritten, path))).toBe(path)
})
