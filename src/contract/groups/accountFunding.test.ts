import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import { normalise } from '../kit/content.ts'
import { resolve } from '../kit/resolve.ts'
import { storable } from '../kit/storable.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { accountFunding, accountFundingAnswer } from './accountFunding.ts'

const number = '5123450000000008'
const transfer = {
  purpose: 'PAYROLL',
  recipient: {
    account: { fundingMethod: 'DEBIT', identifier: number, identifierType: 'CARD_NUMBER' },
    address: {
      city: 'Boston',
      country: 'USA',
      postCodeZip: '02101',
      stateProvinceCode: 'MA',
      street: 'Main St 1',
    },
    country: 'USA',
    dateOfBirth: '1990-02-28',
    firstName: 'Ada',
    identification: { country: 'USA', type: 'INDIVIDUAL_TAX_ID', value: '1' },
    lastName: 'Byron',
    middleName: 'K.',
    postCodeZip: '02101',
    stateProvinceCode: 'MA',
  },
  senderIsRecipient: false,
  senderType: 'PERSON',
} satisfies ValueOf<typeof accountFunding>

test('a transfer with every field is accepted, both ways of giving the country included', () => {
  expect(verdict(accountFunding.fields, transfer)).toBe('accepted')
})

test.each([
  [{ purpose: 'LOTTERY' }, 'INVALID purpose'],
  [{ senderIsRecipient: 'false' }, 'INVALID senderIsRecipient'],
  [{ recipient: { dateOfBirth: '1990-02-30' } }, 'INVALID recipient.dateOfBirth'],
  [{ recipient: { country: 'US' } }, 'INVALID recipient.country'],
  [{ recipient: { account: { identifier: 'x'.repeat(51) } } }, 'INVALID recipient.account.identifier'],
  [{ recipient: { address: { postCodeZip: '12345678901' } } }, 'INVALID recipient.address.postCodeZip'],
  [{ recipient: { address: { company: 'x' } } }, 'UNSUPPORTED recipient.address.company'],
  [{ reference: 'mine' }, 'UNSUPPORTED reference'],
])('%j → %s', (body, expected) => {
  expect(verdict(accountFunding.fields, body)).toBe(expected)
})

test('a card number that names an account is neither stored nor shown', () => {
  const resolved = resolve(accountFunding, 100)
  if (resolved.kind !== 'group') throw new Error('a group stays one')
  const { content, numbers } = storable(resolved, normalise(resolved, transfer))
  expect(JSON.stringify(content)).not.toContain(number)
  expect(numbers).toEqual([number])
  const shown = seen(accountFundingAnswer, { ...transfer, reference: 'R1' })
  expect(JSON.stringify(shown)).not.toContain(number)
  expect(shown).toMatchObject({
    recipient: { account: { identifier: '512345xxxxxx0008' } },
    reference: 'R1',
  })
})

test('types: the answer always has a reference', () => {
  // @ts-expect-error reference is missing
  const wrong: ValueOf<typeof accountFundingAnswer> = { purpose: 'OTHER' }
  expect(wrong).not.toHaveProperty('reference')
})
