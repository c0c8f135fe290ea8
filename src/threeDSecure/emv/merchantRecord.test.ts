import { describe, expect, test } from 'vitest'
import { numberOfCountry } from '../../standards/countries.ts'
import {
  type MerchantFieldName,
  type MerchantRecord,
  merchantFieldNames,
  objectionTo,
  readStoredRecord,
} from './merchantRecord.ts'
import { areqRows } from './messages/areq.ts'
import { protocolVersions } from './settings.ts'

const record: MerchantRecord = {
  requestorId: '10056231*SHOP',
  requestorName: 'Shop of Lyon',
  requestorUrl: 'https://shop.example',
  acquirerBin: '412345',
  acquirerMerchantId: '000123456789',
  acquirerCountry: 'FRA',
  category: '5411',
  country: 'FRA',
  name: 'SHOP LYON',
}

/** The longest, and others at the edge of what is taken. */
const taken: Readonly<Record<MerchantFieldName, readonly string[]>> = {
  requestorId: ['x', 'x'.repeat(35), 'a b~!'],
  requestorName: ['x', 'é'.repeat(40), '😀'.repeat(40)],
  requestorUrl: ['http://shop.example/care?lang=fr', `https://shop.example/${'x'.repeat(2_027)}`],
  acquirerBin: ['1', '12345678901'],
  acquirerMerchantId: ['x'.repeat(35)],
  acquirerCountry: ['ABW', 'ZWE'],
  category: ['0000', '9999'],
  country: ['USA'],
  name: ['x', 'Café "Ü" & Söhne', '名'.repeat(40)],
}

const refused: Readonly<Record<MerchantFieldName, readonly unknown[]>> = {
  requestorId: ['', 'x'.repeat(36), ' x', 'x ', 'é', 'a\nb', 12, null],
  requestorName: ['', ' x', 'x\u00a0', 'a\u0000b', 'a\u202eb', 'x'.repeat(41), '\ud800'],
  requestorUrl: ['', 'shop.example', 'ftp://shop.example', 'https://a:b@shop.example', 'https://é.example'],
  acquirerBin: ['', '123456789012', '41234x', '٤١٢'],
  acquirerMerchantId: ['', 'x'.repeat(36)],
  acquirerCountry: ['', 'fra', 'FR', '250', 'XXX', 'EUR'],
  category: ['', '541', '54111', 'abcd'],
  country: ['XKX', 'UK'],
  name: ['', 'x'.repeat(41), 'two\nlines'],
}

describe.each(merchantFieldNames)('%s', field => {
  test.each(taken[field])('can be %j, and a request can hold that in every version', value => {
    expect(objectionTo(field, value)).toBeUndefined()
    for (const version of protocolVersions) {
      const { name, sent } = inRequest(field, value)
      areqRows[name].form.compile({ version, isStrict: true })(sent, name, (code, path) => {
        throw new Error(`${version}: ${code} ${path}`)
      })
    }
  })

  test.each(refused[field])('cannot be %j', value => {
    expect(objectionTo(field, value)).toMatch(/^must be /)
  })
})

const rows = {
  requestorId: 'threeDSRequestorID',
  requestorName: 'threeDSRequestorName',
  requestorUrl: 'threeDSRequestorURL',
  acquirerBin: 'acquirerBIN',
  acquirerMerchantId: 'acquirerMerchantID',
  acquirerCountry: 'acquirerCountryCode',
  category: 'mcc',
  country: 'merchantCountryCode',
  name: 'merchantName',
} as const satisfies Readonly<Record<MerchantFieldName, keyof typeof areqRows>>

const inRequest = (field: MerchantFieldName, value: string) => ({
  name: rows[field],
  sent: /[cC]ountry$/.test(field) ? numberOfCountry(value) : value,
})

test.each(['requestorId', 'requestorName', 'acquirerMerchantId', 'name'] as const)(
  '%s is never a card number',
  field => {
    expect(objectionTo(field, '5123450000000008')).toBe('must not hold card data')
  },
)

describe('what is stored', () => {
  test('is a record where every field is there and fit; those of a newer release do no harm', () => {
    const found = readStoredRecord(JSON.stringify({ ...record, later: 7 }))
    expect(found).toMatchObject({ record, missing: [], unfit: [] })
  })

  test('is told field by field where it is no record', () => {
    const { name: _, ...without } = record
    const found = readStoredRecord(JSON.stringify({ ...without, category: 5411, country: 'XXX' }))
    expect(found).toMatchObject({ missing: ['name'], unfit: ['category', 'country'] })
    expect(found).not.toHaveProperty('record')
  })

  test.each(['', 'no JSON', 'null', '7', '[]', '"text"', '{'])('may be %j', content => {
    const found = readStoredRecord(content)
    expect(found).toEqual({ values: {}, missing: merchantFieldNames, unfit: [] })
  })
})
