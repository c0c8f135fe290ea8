/** The types fields have, by the name tables show (spec 2.2); a test holds them against the contract. */
export const dataTypes: Readonly<Record<string, string>> = {
  'ASCII Text': 'Printable ASCII characters.',
  Alphanumeric: '0-9, a-z and A-Z.',
  'Alphanumeric + additional': '0-9, a-z, A-Z and the further characters named with the field.',
  Base64: 'Base64 as RFC 4648 has it, padded.',
  Boolean: 'JSON true or false.',
  'Comma separated enumeration': 'Values of a list, separated by commas, each at most once.',
  Country: 'ISO 3166-1 alpha-3 code in upper case: `USA`.',
  Currency:
    'ISO 4217 alpha code in upper case: `USD`. Codes of funds, metals and tests are refused, and of money ' +
    'that has gone.',
  Date: 'A day of the calendar, `yyyy-mm-dd`.',
  DateTime: 'A moment in UTC, `YYYY-MM-DDThh:mm:ss.SSSZ`.',
  Decimal:
    'In requests text of digits with at most one point, `"100.00"`; in answers a JSON number. ' +
    'Amounts are at most 14 characters and at most 1000000000000, in every currency, and have at most the ' +
    'decimals of their currency. Leading zeros mean nothing.',
  Digits: 'Text of 0-9. As a JSON number only as far as one carries it exactly, about 15 digits: use quotes.',
  Email: 'An e-mail address of at most 320 characters.',
  Enumeration: 'One of the values listed, in exactly that spelling.',
  Hex: 'Hexadecimal digits, two for each byte.',
  Integer: 'A JSON number without fraction.',
  'JSON Text': 'Text that is itself JSON.',
  'Language Tag': 'A language as RFC 5646 names it: `en`, `pt-BR`.',
  'Masked digits': "Digits, some of them replaced by 'x'.",
  Regex: 'Text of the form described with the field.',
  String:
    'Text. Lengths count code points. No text of any type may hold card data: a card number, track data, ' +
    'or a security code that is called one.',
  'Telephone Number':
    "'+', country code, a space, national number; 15 digits at most: `+61 2 5550 1234`. " +
    'A number without a country code is kept, but neither passed on nor shown.',
  Time: 'A time of day with its offset: `hh:mm[:ss]Z` or `hh:mm[:ss]+hh[:mm]`.',
  'Time Offset': 'An offset from UTC: `+hhmm` or `-hhmm`.',
  'Track 1 Data': 'Track 1 of the stripe as ISO 7811-2 lays it out.',
  'Track 2 Data': 'Track 2 of the stripe as ISO 7811-2 lays it out.',
  'Upper case alphabetic text': 'A-Z.',
  Url:
    'An address of at most 2048 characters that begins with `https://` and a host; in the sandbox also ' +
    'with `http://`, on loopback only.',
}
