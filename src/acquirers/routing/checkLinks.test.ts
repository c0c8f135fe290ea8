import { expect, test } from 'vitest'
import { iso1987Ascii } from '../iso8583/dialects/shipped/iso1987Ascii.ts'
import { checkLinks, type DialectSource } from './checkLinks.ts'

const dialectOf: DialectSource = word =>
  word === 'iso1987-ascii' ? iso1987Ascii : { findings: [`"${word}" is not known`] }

const link = {
  ...{ name: 'first-bank', dialect: 'iso1987-ascii', addresses: ['acquirer.example:8583', '[::1]:8584'] },
  ...{ institution: '123456', country: 'DE', timeZone: '+0100' },
}
const merchant = {
  ...{ merchantId: 'SHOP', link: 'first-bank', acceptor: 'SHOP0001', terminals: ['TERM0001'] },
  ...{ category: '5999', name: 'A Shop', city: 'Berlin', country: 'DE' },
}
const route = { to: ['first-bank'] }
const file = { links: [link], merchants: [merchant], routes: [route] }

const findingsIn = (value: unknown): readonly string[] => {
  const checked = checkLinks(value, dialectOf)
  return 'findings' in checked ? checked.findings : []
}
const withLink = (change: object) => ({ ...file, links: [{ ...link, ...change }] })
const withMerchant = (change: object) => ({ ...file, merchants: [{ ...merchant, ...change }] })
const withRoute = (change: object) => ({ ...file, routes: [{ ...route, ...change }] })

test('a whole file is taken, with the usual figures where it has none', () => {
  expect(checkLinks(file, dialectOf)).toEqual({
    links: [
      {
        ...{
          name: 'first-bank',
          dialect: iso1987Ascii,
          institution: '123456',
          country: 'DE',
          timeZone: '+0100',
        },
        addresses: [
          { host: 'acquirer.example', port: 8583 },
          { host: '::1', port: 8584 },
        ],
        ...{ connections: 2, window: 100, backlogPerSecond: 20 },
      },
    ],
    merchants: [merchant],
    routes: [{ to: [{ link: 'first-bank', weight: 1 }] }],
  })
})

test('links without weights are an order, with weights they are shares', () => {
  const links = [link, { ...link, name: 'second' }]
  const merchants = [merchant, { ...merchant, link: 'second' }]
  const routesOf = (to: unknown) => {
    const checked = checkLinks({ links, merchants, routes: [{ to }] }, dialectOf)
    return 'findings' in checked ? checked.findings : checked.routes
  }
  expect(routesOf(['second', 'first-bank'])).toMatchObject([
    {
      to: [
        { link: 'second', weight: 1 },
        { link: 'first-bank', weight: 0 },
      ],
    },
  ])
  const shares = [
    { link: 'first-bank', weight: 70 },
    { link: 'second', weight: 30 },
  ]
  expect(routesOf(shares)).toEqual([{ to: shares }])
  expect(routesOf(['first-bank', { link: 'second', weight: 1 }])).toEqual([
    'routes[0].to[0]: must be an object with link, weight',
  ])
})

test.each([
  ['a name with a slip', { ...file, route: [] }, ['route: is not known here; did you mean routes?']],
  ['no list', { links: {}, merchants: [], routes: [] }, ['links: must be a list']],
  ['no link', { links: [], merchants: [], routes: [] }, ['links: must have at least one link']],
  ['nothing at all', null, ['must be an object with links, merchants, routes']],
  [
    'a key that is nearly right',
    withLink({ adresses: 1 }),
    ['links[0].adresses: is not known here; did you mean addresses?'],
  ],
  [
    'a name in capitals',
    { links: [{ ...link, name: 'Bank' }], merchants: [], routes: [] },
    [expect.stringContaining('links[0].name: must be lower-case')],
  ],
  ['a dialect nobody speaks', withLink({ dialect: 'klingon' }), ['links[0].dialect: "klingon" is not known']],
  [
    'an address without a port',
    withLink({ addresses: ['host'] }),
    [expect.stringContaining('links[0].addresses: must be')],
  ],
  [
    'a port beyond all',
    withLink({ addresses: ['host:70000'] }),
    [expect.stringContaining('links[0].addresses')],
  ],
  ['twelve digits', withLink({ institution: '123456789012' }), [expect.stringContaining('up to 11 digits')]],
  [
    'a number where digits are text',
    withLink({ institution: 123456 }),
    [expect.stringContaining('links[0].institution')],
  ],
  ['three letters', withLink({ country: 'DEU' }), [expect.stringContaining('two letters')]],
  ['letters of no country', withLink({ country: 'XX' }), [expect.stringContaining('two letters')]],
  ['an offset of nowhere', withLink({ timeZone: 'CET' }), [expect.stringContaining('offset from UTC')]],
  ['no window', withLink({ window: 0 }), ['links[0].window: must be a whole number from 1 to 10000']],
  [
    'no time before the next sign-on',
    withLink({ signOnAgainSeconds: 0 }),
    ['links[0].signOnAgainSeconds: must be a whole number from 1 to 3600'],
  ],
  [
    'a certificate alone',
    withLink({ tls: { certificate: 'c.pem' } }),
    [expect.stringContaining('links[0].tls.key: is missing')],
  ],
  [
    'a key alone',
    withLink({ tls: { key: 'k.pem' } }),
    [expect.stringContaining('links[0].tls.certificate: is missing')],
  ],
  [
    'two of one name',
    { ...file, links: [link, link] },
    ['links[1].name: there is a link first-bank already'],
  ],
  [
    'the same merchant twice',
    { ...file, merchants: [merchant, merchant] },
    [expect.stringContaining('SHOP at first-bank stands here a second time')],
  ],
  [
    'a merchant at a link that is not there',
    withMerchant({ link: 'last' }),
    ['merchants[0].link: must be one of the links: first-bank'],
  ],
  [
    'sixteen characters',
    withMerchant({ acceptor: 'SHOP-OF-A-SHOP-1' }),
    [
      'merchants[0].acceptor: "SHOP-OF-A-SHOP-1" does not fit into field 42 (ans 15) of the dialect ' +
        'iso1987-ascii',
    ],
  ],
  [
    'a terminal of seven',
    withMerchant({ terminals: ['TERM001'] }),
    ['merchants[0].terminals: "TERM001" must have exactly 8 characters'],
  ],
  [
    'one terminal twice',
    withMerchant({ terminals: ['TERM0001', 'TERM0001'] }),
    [expect.stringContaining('without repetitions')],
  ],
  ['no terminal', withMerchant({ terminals: [] }), [expect.stringContaining('at least one')]],
  ['a category of three', withMerchant({ category: '599' }), [expect.stringContaining('four digits')]],
  [
    'an umlaut',
    withMerchant({ name: 'Bäcker' }),
    ['merchants[0].name: has "ä", which no message can carry: write "Bäcker" with A to Z and digits'],
  ],
  [
    'another alphabet',
    withMerchant({ city: '東京' }),
    [expect.stringContaining('merchants[0].city: has "東"')],
  ],
  [
    'a long name',
    withMerchant({ name: 'A'.repeat(26) }),
    ['merchants[0].name: has 26 characters, and messages have room for 25'],
  ],
  [
    'a long city',
    withMerchant({ city: 'B'.repeat(14) }),
    ['merchants[0].city: has 14 characters, and messages have room for 13'],
  ],
  [
    'a route to nowhere',
    withRoute({ to: ['first-bnak'] }),
    expect.arrayContaining(['routes[0].to: there is no link "first-bnak"; did you mean first-bank?']),
  ],
  ['one link twice', withRoute({ to: ['first-bank', 'first-bank'] }), ['routes[0].to: has first-bank twice']],
  [
    'only weights of nothing',
    withRoute({ to: [{ link: 'first-bank', weight: 0 }] }),
    ['routes[0].to: must have a link whose weight is more than 0'],
  ],
  [
    'a weight below nothing',
    withRoute({ to: [{ link: 'first-bank', weight: -1 }] }),
    ['routes[0].to[0].weight: must be a whole number from 0 to 1000'],
  ],
  [
    'money of nowhere',
    withRoute({ currencies: ['EURO'] }),
    ['routes[0].currencies: "EURO" is not known; did you mean EUR?'],
  ],
  [
    'a brand of nobody',
    withRoute({ brands: ['NETWORK_Z'] }),
    [expect.stringContaining('routes[0].brands: "NETWORK_Z" is not known')],
  ],
  [
    'a channel of nobody',
    withRoute({ channels: ['INTERNETT'] }),
    ['routes[0].channels: "INTERNETT" is not known; did you mean INTERNET?'],
  ],
  [
    'an amount of any money',
    withRoute({ amountFrom: '10.00' }),
    ['routes[0].currencies: must be exactly one where a route goes by the amount'],
  ],
  [
    'an amount of two moneys',
    withRoute({ amountFrom: '10', currencies: ['EUR', 'USD'] }),
    [expect.stringContaining('exactly one')],
  ],
  [
    'parts of a yen',
    withRoute({ amountFrom: '10.5', currencies: ['JPY'] }),
    ['routes[0].amountFrom: "10.5" is not an amount of JPY'],
  ],
  [
    'from more to less',
    withRoute({ amountFrom: '10', amountUpTo: '9.99', currencies: ['EUR'] }),
    ['routes[0].amountUpTo: is less than amountFrom'],
  ],
  [
    'a merchant that the link does not know',
    withRoute({ merchants: ['SHOP', 'OTHER'] }),
    ['routes[0].merchants: OTHER has no identity at first-bank: add it to "merchants"'],
  ],
] as const)('refuses %s', (_, value, findings) => {
  expect(findingsIn(value)).toEqual(findings)
})

test('a route for everybody must be of use to everybody it is left to', () => {
  const links = [link, { ...link, name: 'second' }]
  const merchants = [merchant, { ...merchant, merchantId: 'OTHER', link: 'second' }]
  const own = { merchants: ['OTHER'], to: ['second'] }
  expect(findingsIn({ links, merchants, routes: [route] })).toEqual([
    'routes[0].to: leads OTHER to links where it has no identity: add one, or a route before it',
  ])
  expect(findingsIn({ links, merchants, routes: [{ ...own, currencies: ['EUR'] }, route] })).toHaveLength(1)
  expect(findingsIn({ links, merchants, routes: [own, route] })).toEqual([])
  expect(findingsIn({ links, merchants, routes: [{ to: ['first-bank', 'second'] }] })).toEqual([])
})

test('two merchants under one acceptor and terminal of a link are refused, with both places', () => {
  const other = { ...merchant, merchantId: 'OTHER' }
  const findings = (more: object) =>
    findingsIn({ ...file, merchants: [merchant, { ...other, ...more }], routes: [route] })
  expect(findings({ terminals: ['TERM0002', 'TERM0001'] })).toEqual([
    'merchants[1].terminals: "TERM0001" of the acceptor "SHOP0001" is at merchants[0] already, for SHOP: ' +
      'the host of first-bank could not tell the merchants apart',
  ])
  expect(findings({ terminals: ['TERM0002'] })).toEqual([])
  expect(findings({ acceptor: 'SHOP0002' })).toEqual([])
})

const card = '5123450000000008'
const key = '0123456789ABCDEFFEDCBA9876543210'
const password = 'Correct1Horse2Battery3Staple4Of5A6Shop'

test.each([
  ['a name of a link', withLink({ name: card }), card],
  [
    'two links',
    {
      ...file,
      links: [
        { ...link, name: card },
        { ...link, name: card },
      ],
    },
    card,
  ],
  ['an address', withLink({ addresses: [`user:${password}@host:1`] }), password],
  ['an institution', withLink({ institution: card }), card],
  ['a member', withLink({ [card]: 1 }), card],
  ['a number in groups', withMerchant({ acceptor: '5123 4500 0000 0008' }), '4500'],
  ['a track', withMerchant({ acceptor: `${card}=39052010000` }), '3905'],
  ['a terminal', withMerchant({ terminals: [card] }), card],
  ['a name', withMerchant({ name: `Ä ${card}` }), card],
  [
    'a merchant twice',
    { ...file, merchants: [card, card].map(merchantId => ({ ...merchant, merchantId })) },
    card,
  ],
  ['a merchant of a route', withRoute({ merchants: [card] }), card],
  ['a key for a merchant', withRoute({ merchants: [password] }), password],
  ['a link of a route', withRoute({ to: [key] }), key],
  ['a brand', withRoute({ brands: [card] }), card],
  ['an amount', withRoute({ amountFrom: '51234500000000.08', currencies: ['JPY'] }), '512345'],
])('what may be card data or a key is not quoted: %s', (_, value, secret) => {
  const findings = findingsIn(value)
  expect(findings).not.toEqual([])
  expect(findings.join('\n')).not.toContain(secret)
})

test('all mistakes are told at once', () => {
  const links = [{ ...link, institution: 'x', window: 'y' }]
  const merchants = [{ ...merchant, name: 'Ä', terminals: ['T'] }]
  expect(findingsIn({ links, merchants, routes: [{ to: ['none'] }], more: 1 })).toHaveLength(6)
})
