// The fields of the 1993 standard: those of 1987, and what it changed.

import type { FieldForm } from '../dialect.ts'
import { fields1987, reserved } from './fields1987.ts'
import { private1993 } from './parts1993.ts'

type Fields = { readonly [number: string]: FieldForm }

const shown = { show: 'whole' } as const

const aboutThePayment: Fields = {
  '12': { name: 'local date and time', format: 'n 12', meaning: 'localDateAndTime', ...shown },
  '13': { name: 'effective date', format: 'n 4' },
  '15': { name: 'settlement date', format: 'n 6', meaning: 'settlementDate', ...shown },
  '18': { name: 'merchant type', format: 'n 4', ...shown },
  '22': { name: 'point of service', format: 'an 12', meaning: 'pointOfService', ...shown },
  '24': { name: 'function code', format: 'n 3', meaning: 'functionCode', ...shown },
  '25': { name: 'reason', format: 'n 4', meaning: 'reason', ...shown },
  '26': { name: 'merchant category', format: 'n 4', meaning: 'category', ...shown },
  '28': { name: 'reconciliation date', format: 'n 6', ...shown },
  '29': { name: 'reconciliation indicator', format: 'n 3', ...shown },
  '30': { name: 'original amounts', format: 'n 24', meaning: 'originalAmounts', ...shown },
  '31': { name: 'acquirer reference', format: 'LL ans..99', ...shown },
  '36': { name: 'track 3', format: 'LLL z..104' },
  '39': { name: 'action code', format: 'n 3', meaning: 'responseCode', ...shown },
  '40': { name: 'service code', format: 'n 3', ...shown },
  '43': { name: 'name and place', format: 'LL ans..99', meaning: 'nameAndPlace', ...shown },
  '44': { name: 'additional response data', format: 'LL ans..99', meaning: 'responseText', ...shown },
  '46': { name: 'fees', format: 'LLL ans..204' },
  '48': { name: 'additional private data', format: 'LLL ans..999' },
  '53': { name: 'security control', format: 'LL b..48' },
  '54': { name: 'additional amounts', format: 'LLL ans..120', meaning: 'additionalAmounts', ...shown },
  '56': { name: 'original data', format: 'LL n..35', meaning: 'originalData', ...shown },
  '57': { name: 'authorization life cycle', format: 'n 3', ...shown },
  '58': { name: 'authorizing agent', format: 'LL n..11', ...shown },
  '61': { name: 'reserved', format: 'LLL ans..999' },
  '62': { name: 'what the host remembers', format: 'LLL ans..999', meaning: 'hostMemory' },
  '63': { name: 'private data', format: 'LLL ans..999', parts: private1993 },
}

const aboutTheLink: Fields = {
  '66': { name: 'original fees', format: 'LLL ans..204' },
  '70': { name: "payee's country", format: 'n 3', ...shown },
  '71': { name: 'message number', format: 'n 8', ...shown },
  '72': { name: 'data record', format: 'LLL ans..999' },
  '82': { name: 'inquiries reversed, number', format: 'n 10', ...shown },
  '83': { name: 'payments, number', format: 'n 10', ...shown },
  '84': { name: 'payments reversed, number', format: 'n 10', ...shown },
  '85': { name: 'fee collections, number', format: 'n 10', ...shown },
  '90': { name: 'authorizations reversed, number', format: 'n 10', ...shown },
  '91': { name: "destination's country", format: 'n 3', ...shown },
  '92': { name: "originator's country", format: 'n 3', ...shown },
  '93': { name: 'destination institution', format: 'LL n..11', ...shown },
  '94': { name: 'originator institution', format: 'LL n..11', ...shown },
  '95': { name: "issuer's reference", format: 'LL ans..99' },
  '96': { name: 'key management data', format: 'LLL b..999' },
  '99': { name: 'settlement institution', format: 'LL an..11', ...shown },
  '105': { name: 'credits, chargebacks, amount', format: 'n 16', ...shown },
  '106': { name: 'debits, chargebacks, amount', format: 'n 16', ...shown },
  '107': { name: 'credits, chargebacks, number', format: 'n 10', ...shown },
  '108': { name: 'debits, chargebacks, number', format: 'n 10', ...shown },
  '109': { name: 'credits, fees', format: 'LL ans..84' },
  '110': { name: 'debits, fees', format: 'LL ans..84' },
  ...reserved(111, 127),
}

export const fields1993: Fields = { ...fields1987, ...aboutThePayment, ...aboutTheLink }
