// The fields of the 1987 standard. Every dialect of that generation declares all of them; what a host writes
// otherwise, its dialect replaces.

import type { FieldForm } from '../dialect.ts'
import { additional1987, address1987, networkData1987, private1987, results1987 } from './parts1987.ts'

type Fields = { readonly [number: string]: FieldForm }

/** The numbers from one to the other, each with the same reserved form. */
export const reserved = (from: number, to: number, format = 'LLL ans..999'): Fields =>
  Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, index) => [String(from + index), { name: 'reserved', format }]),
  )

const shown = { show: 'whole' } as const

const aboutThePayment: Fields = {
  '2': {
    name: 'account number',
    format: 'LL n..19',
    meaning: 'accountNumber',
    show: 'firstSixLastFour',
  },
  '3': { name: 'processing code', format: 'n 6', meaning: 'processingCode', ...shown },
  '4': { name: 'amount', format: 'n 12', meaning: 'amount', ...shown },
  '5': { name: 'amount at settlement', format: 'n 12', ...shown },
  '6': { name: "amount in the payer's currency", format: 'n 12', ...shown },
  '7': { name: 'transmission time', format: 'n 10', meaning: 'transmissionTime', ...shown },
  '8': { name: 'billing fee', format: 'n 8', ...shown },
  '9': { name: 'rate at settlement', format: 'n 8', ...shown },
  '10': { name: "rate in the payer's currency", format: 'n 8', ...shown },
  '11': { name: 'trace number', format: 'n 6', meaning: 'traceNumber', ...shown },
  '12': { name: 'local time', format: 'n 6', meaning: 'localTime', ...shown },
  '13': { name: 'local date', format: 'n 4', meaning: 'localDate', ...shown },
  '14': { name: 'expiry', format: 'n 4', meaning: 'expiry' },
  '15': { name: 'settlement date', format: 'n 4', meaning: 'settlementDate', ...shown },
  '16': { name: 'conversion date', format: 'n 4', ...shown },
  '17': { name: 'capture date', format: 'n 4', ...shown },
  '18': { name: 'merchant category', format: 'n 4', meaning: 'category', ...shown },
  '19': { name: "acquirer's country", format: 'n 3', meaning: 'acquirerCountry', ...shown },
  '20': { name: 'country of the account number', format: 'n 3', ...shown },
  '21': { name: "forwarder's country", format: 'n 3', ...shown },
  '22': { name: 'entry mode', format: 'n 3', meaning: 'entryMode', ...shown },
  '23': { name: 'card sequence number', format: 'n 3', meaning: 'cardSequenceNumber', ...shown },
  '24': { name: 'network international identifier', format: 'n 3', ...shown },
  '25': { name: 'condition', format: 'n 2', meaning: 'condition', ...shown },
  '26': { name: 'PIN capture code', format: 'n 2', meaning: 'pinCaptureCode', ...shown },
  '27': { name: 'length of the authorization code', format: 'n 1', ...shown },
  '28': { name: 'transaction fee', format: 'x+n 8', ...shown },
  '29': { name: 'settlement fee', format: 'x+n 8', ...shown },
  '30': { name: 'transaction processing fee', format: 'x+n 8', ...shown },
  '31': { name: 'settlement processing fee', format: 'x+n 8', ...shown },
}

const aboutTheParties: Fields = {
  '32': { name: 'acquiring institution', format: 'LL n..11', meaning: 'institution', ...shown },
  '33': { name: 'forwarding institution', format: 'LL n..11', meaning: 'forwarder', ...shown },
  '34': { name: 'extended account number', format: 'LL ns..28' },
  '35': { name: 'track 2', format: 'LL z..37', meaning: 'track2' },
  '36': { name: 'track 3', format: 'LLL n..104' },
  '37': { name: 'retrieval reference', format: 'an 12', meaning: 'reference', ...shown },
  '38': { name: 'authorization code', format: 'an 6', meaning: 'authorizationCode', ...shown },
  '39': { name: 'response code', format: 'an 2', meaning: 'responseCode', ...shown },
  '40': { name: 'service restriction', format: 'an 3', ...shown },
  '41': { name: 'terminal', format: 'ans 8', meaning: 'terminal', ...shown },
  '42': { name: 'card acceptor', format: 'ans 15', meaning: 'acceptor', ...shown },
  '43': { name: 'name and place', format: 'ans 40', meaning: 'nameAndPlace', ...shown },
  '44': { name: 'additional response data', format: 'LL ans..25', parts: results1987 },
  '45': { name: 'track 1', format: 'LL ans..76', meaning: 'track1' },
  '46': { name: 'additional data of the standard', format: 'LLL ans..999' },
  '47': { name: 'additional national data', format: 'LLL ans..999' },
  '48': { name: 'additional private data', format: 'LLL ans..999', parts: additional1987 },
  '49': { name: 'currency', format: 'n 3', meaning: 'currency', ...shown },
  '50': { name: 'currency at settlement', format: 'n 3', meaning: 'settlementCurrency', ...shown },
  '51': { name: "the payer's currency", format: 'n 3', ...shown },
  '52': { name: 'PIN block', format: 'b 64', meaning: 'pinBlock' },
  '53': { name: 'security control', format: 'n 16' },
  '54': { name: 'additional amounts', format: 'LLL an..120', meaning: 'additionalAmounts', ...shown },
  '55': { name: 'chip data', format: 'LLL b..255', meaning: 'chipData' },
  ...reserved(56, 60),
  '61': { name: 'point-of-service data', format: 'LLL ans..999', meaning: 'posData', ...shown },
  '62': { name: 'network data', format: 'LLL ans..999', parts: networkData1987 },
  '63': { name: 'private data', format: 'LLL ans..999', parts: private1987 },
  '64': { name: 'check value', format: 'b 64', meaning: 'checkValue' },
}

const aboutTheLink: Fields = {
  '66': { name: 'settlement code', format: 'n 1', meaning: 'settlementCode', ...shown },
  '67': { name: 'extended payment code', format: 'n 2', ...shown },
  '68': { name: "receiver's country", format: 'n 3', ...shown },
  '69': { name: "settler's country", format: 'n 3', ...shown },
  '70': { name: 'network management code', format: 'n 3', meaning: 'networkCode', ...shown },
  '71': { name: 'message number', format: 'n 4', ...shown },
  '72': { name: 'last message number', format: 'n 4', ...shown },
  '73': { name: 'action date', format: 'n 6', ...shown },
  '74': { name: 'credits, number', format: 'n 10', meaning: 'creditsCount', ...shown },
  '75': { name: 'credits reversed, number', format: 'n 10', meaning: 'creditsReversedCount', ...shown },
  '76': { name: 'debits, number', format: 'n 10', meaning: 'debitsCount', ...shown },
  '77': { name: 'debits reversed, number', format: 'n 10', meaning: 'debitsReversedCount', ...shown },
  '78': { name: 'transfers, number', format: 'n 10', ...shown },
  '79': { name: 'transfers reversed, number', format: 'n 10', ...shown },
  '80': { name: 'inquiries, number', format: 'n 10', ...shown },
  '81': { name: 'authorizations, number', format: 'n 10', ...shown },
  '82': { name: 'credits, processing fee', format: 'n 12', ...shown },
  '83': { name: 'credits, transaction fee', format: 'n 12', ...shown },
  '84': { name: 'debits, processing fee', format: 'n 12', ...shown },
  '85': { name: 'debits, transaction fee', format: 'n 12', ...shown },
  '86': { name: 'credits, amount', format: 'n 16', meaning: 'creditsAmount', ...shown },
  '87': { name: 'credits reversed, amount', format: 'n 16', meaning: 'creditsReversedAmount', ...shown },
  '88': { name: 'debits, amount', format: 'n 16', meaning: 'debitsAmount', ...shown },
  '89': { name: 'debits reversed, amount', format: 'n 16', meaning: 'debitsReversedAmount', ...shown },
  '90': { name: 'original data', format: 'n 42', meaning: 'originalData', ...shown },
  '91': { name: 'file update code', format: 'an 1', ...shown },
  '92': { name: 'file security code', format: 'an 2' },
  '93': { name: 'response indicator', format: 'an 5', ...shown },
  '94': { name: 'service indicator', format: 'an 7', ...shown },
  '95': { name: 'replacement amounts', format: 'an 42', meaning: 'replacementAmounts', ...shown },
  '96': { name: 'message security code', format: 'b 64' },
  '97': { name: 'net settlement', format: 'x+n 16', meaning: 'netAmount', ...shown },
  '98': { name: 'payee', format: 'ans 25' },
  '99': { name: 'settlement institution', format: 'LL n..11', ...shown },
  '100': { name: 'receiving institution', format: 'LL n..11', ...shown },
  '101': { name: 'file name', format: 'LL ans..17' },
  '102': { name: 'account from', format: 'LL ans..28' },
  '103': { name: 'account to', format: 'LL ans..28' },
  '104': { name: 'description', format: 'LLL ans..100' },
  ...reserved(105, 119),
  '120': { name: 'address', format: 'LLL ans..999', parts: address1987 },
  ...reserved(121, 126),
  '127': { name: 'what the host remembers', format: 'LLL ans..999', meaning: 'hostMemory' },
  '128': { name: 'second check value', format: 'b 64', meaning: 'checkValue' },
}

export const fields1987: Fields = { ...aboutThePayment, ...aboutTheParties, ...aboutTheLink }
