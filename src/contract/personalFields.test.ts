import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import type { FieldTree } from './fieldTree.ts'
import type { FieldType } from './kit/vocabulary.ts'
import { personalFields } from './personalFields.ts'

const tree = personalFields()

/** What is at a path: undefined where nothing of it is personal. */
const at = (path: string): FieldTree[string] | undefined =>
  path
    .split('.')
    .reduce<FieldTree[string] | undefined>(
      (found, name) => (typeof found === 'object' && found !== null ? found[name] : found),
      tree,
    )

/** Every value of the groups that are about people, and of those beside them which may name one. */
const paths = new Set(
  catalogue
    .filter(({ role }) => role !== undefined)
    .flatMap(({ request, response }) => [...valuesIn(request, ''), ...valuesIn(response, '')]),
)

function valuesIn(type: FieldType, path: string): readonly string[] {
  switch (type.kind) {
    case 'group':
      return Object.entries(type.fields).flatMap(([name, field]) =>
        valuesIn(field.type, path === '' ? name : `${path}.${name}`),
      )
    case 'list':
      return valuesIn(type.each, path)
    case 'versioned':
      return type.forms.flatMap(form => valuesIn(form.type, path))
    default:
      return [path]
  }
}
test('in the groups about people everything is personal but what is named here, on purpose', () => {
  const aboutPeople =
    /^(customer|billing|shipping|device|accountFunding\.recipient|(airline|cruise)\.passenger)\./
  const kept = [...paths].filter(path => aboutPeople.test(path) && at(path) === undefined)
  expect(kept.sort()).toEqual([
    'accountFunding.recipient.account.fundingMethod',
    'accountFunding.recipient.account.identifierType',
    'accountFunding.recipient.address.country',
    'accountFunding.recipient.country',
    'billing.address.country',
    'shipping.address.country',
    'shipping.address.sameAsBilling',
    'shipping.address.source',
    'shipping.contact.sameAsBilling',
    'shipping.method',
    'shipping.origin.postcodeZip',
  ])
})

test('elsewhere, what sounds like a person is personal or about somebody else', () => {
  const soundsLikeAPerson = /name|email|phone|holder|street|birth|note|identification|ipaddress|accountid/i
  const kept = [...paths].filter(path => {
    const last = path.split('.').at(-1) ?? ''
    return soundsLikeAPerson.test(last) && at(path) === undefined
  })
  expect(kept.sort()).toMatchInlineSnapshot(`
    [
      "agreement.retailer.abbreviatedTradingName",
      "agreement.retailer.tradingName",
      "airline.ticket.issue.carrierName",
      "airline.ticket.issue.travelAgentName",
      "authentication.3ds2.cardholderInfo",
      "authentication.3ds2.requestorName",
      "cruise.company.contact.companyPhone",
      "cruise.company.contact.customerServicePhone",
      "cruise.departurePort.address.street",
      "cruise.departurePort.address.street2",
      "cruise.shipName",
      "cruise.travelAgentName",
      "order.item.name",
      "order.statementDescriptor.address.street",
      "order.statementDescriptor.address.street2",
      "order.statementDescriptor.name",
      "order.statementDescriptor.phone",
      "order.subMerchant.address.street",
      "order.subMerchant.address.street2",
      "order.subMerchant.disputeContactPhone",
      "order.subMerchant.email",
      "order.subMerchant.phone",
      "order.subMerchant.registeredName",
      "order.subMerchant.tradingName",
      "posTerminal.address.street",
      "posTerminal.address.street2",
      "posTerminal.cardholderActivated",
      "posTerminal.name",
      "posTerminal.store.name",
      "response.risk.review.note",
      "response.risk.rule.name",
      "transaction.item.name",
      "transaction.merchantNote",
    ]
  `)
})

test('nothing of money, results, ids or the masked card is personal', () => {
  const needed =
    /amount|currency|result|gatewayCode|acquirerCode|authorizationCode|\.number$|brand|expiry|(^|\.)id$|time/i
  const lost = [...paths].filter(path => needed.test(path) && at(path) !== undefined)
  expect(lost).toEqual(['device.browserDetails.timeZone'])
})

test('a field that is required keeps a text in its place', () => {
  expect(at('sourceOfFunds.provided.sepa.bankAccountHolder')).toBe('ERASED')
  expect(at('sourceOfFunds.provided.providerB.accountEmail')).toBe('erased@erased.invalid')
  expect(at('customer.email')).toBeNull()
})
