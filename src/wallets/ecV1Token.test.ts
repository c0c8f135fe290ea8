import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysTrusting, walletChain } from '../../test/support/wallets/chain.ts'
import published from '../../test/support/wallets/publishedToken.json' with { type: 'json' }
import { inEachTier } from '../../test/tier.ts'
import { testSigner, testWalletKeys } from '../sandbox/wallet/testKeys.ts'
import { type EcV1Token, makeToken, type TokenOptions } from '../sandbox/wallet/testWallet.ts'
import { type EcV1Keys, openEcV1Token } from './ecV1Token.ts'

const nowMs = Date.parse('2026-11-18T12:00:00Z')
const agreed = {
  number: '5123450000000008',
  expiry: { month: '01', year: '39' },
  minor: 1_250n,
  currency: 'USD',
}
const tokenWith = (options: Partial<TokenOptions> = {}) =>
  makeToken(agreed, { signedAtMs: nowMs - 1_000, ...options })
const open = (token: unknown, keys: EcV1Keys = testWalletKeys) => openEcV1Token(token, keys, nowMs)

test('a token is opened to number, date, cryptogram and price', async () => {
  const token = tokenWith()
  expect(await open(token)).toEqual({
    tokenId: token.header.transactionId,
    number: agreed.number,
    expiry: agreed.expiry,
    cryptogram: expect.stringMatching(/^[\w+/]{27}=$/),
    eci: '05',
    price: { minor: 1_250n, currency: 'USD' },
  })
})

const bytes = (text: string) => Buffer.from(text, 'base64')
const realKeys: EcV1Keys = {
  privateKeys: [createPrivateKey({ key: bytes(published.privateKey), type: 'pkcs8', format: 'der' })],
  signer: {
    root: new X509Certificate(bytes(published.root)),
    leafMarker: published.leafMarker,
    intermediateMarker: published.intermediateMarker,
  },
  partyU: bytes(published.partyU).toString(),
  merchantIdentifier: bytes(published.merchantIdentifier).toString(),
}
const openReal = (keys: EcV1Keys, afterMs = 20_000) =>
  openEcV1Token(published.token, keys, Date.parse(published.signedAt) + afterMs)

test('so is one that a real wallet made and signed', async () => {
  const opened = await openReal(realKeys)
  expect(opened).toMatchObject({
    number: expect.stringMatching(/^5353\d{8}1169$/),
    expiry: { month: '09', year: '24' },
    cryptogram: 'AMwBRjPWDnAgAA7Rls7mAoABFA==',
    price: { minor: 100n, currency: 'USD' },
  })
  expect(opened).not.toHaveProperty('eci')
})

test('a real one is refused by another root, with other markers, for another merchant, later', async () => {
  const { signer } = realKeys
  const withSigner = (change: object) => openReal({ ...realKeys, signer: { ...signer, ...change } })
  for (const change of [
    { root: testWalletKeys.signer.root },
    { leafMarker: '2.999.1' },
    { intermediateMarker: '2.999.2' },
    // Each certificate has a part of its own.
    { leafMarker: published.intermediateMarker, intermediateMarker: published.leafMarker },
  ])
    expect(await withSigner(change)).toEqual({ flaw: 'unsigned' })
  expect(await openReal({ ...realKeys, merchantIdentifier: 'another' })).toEqual({ flaw: 'unreadable' })
  expect(await openReal({ ...realKeys, partyU: 'another' })).toEqual({ flaw: 'unreadable' })
  expect(await openReal({ ...realKeys, privateKeys: testWalletKeys.privateKeys })).toEqual({
    flaw: 'unknownKey',
  })
  expect(await openReal(realKeys, 301_000)).toEqual({ flaw: 'outOfTime' })
})

test('it is opened with whichever of the keys it is for', async () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const both = { ...testWalletKeys, privateKeys: [other, ...testWalletKeys.privateKeys] }
  expect(await open(tokenWith(), both)).toHaveProperty('number')
  expect(await open(tokenWith({ keys: { ...testWalletKeys, privateKeys: [other] } }), both)).toHaveProperty(
    'number',
  )
})

test.each([
  [-300_001, false],
  [-299_000, true],
  [59_000, true],
  [61_000, false],
])('signed %i ms from now, it is timely: %s', async (fromNowMs, isTimely) => {
  const opened = await open(tokenWith({ signedAtMs: nowMs + fromNowMs }))
  expect('number' in opened).toBe(isTimely)
  if (!isTimely) expect(opened).toEqual({ flaw: 'outOfTime' })
})

test('nobody but the certified signer makes tokens', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const forger = { ...testSigner, key: privateKey }
  expect(await open(tokenWith({ signer: forger }))).toEqual({ flaw: 'unsigned' })
  // The intermediate's certificate in the leaf's place is no signer's.
  const swapped = { ...testSigner, certificate: testSigner.intermediate }
  expect(await open(tokenWith({ signer: swapped }))).toEqual({ flaw: 'unsigned' })
})

test('an unbroken chain of authorities leads from the signer to the root', async () => {
  const openedWith = async (faults: Parameters<typeof walletChain>[0]) => {
    const { root, signer } = await walletChain(faults)
    return await open(tokenWith({ signer }), keysTrusting(testWalletKeys, root))
  }
  expect(await openedWith({})).toHaveProperty('number')
  for (const fault of [
    { isLeafAuthority: true },
    { isIntermediateAuthority: false },
    { isLeafOfOthers: true },
    { isIntermediateOfOthers: true },
    { leafIssuer: 'CN=Somebody' },
  ])
    expect(await openedWith(fault), JSON.stringify(fault)).toEqual({ flaw: 'unsigned' })
})

/** With other bytes in the place of the first ones that are found; as many of them. */
function withBytes(token: EcV1Token, found: string, other: string): EcV1Token {
  const hex = Buffer.from(token.signature, 'base64').toString('hex')
  expect(hex).toContain(found)
  const at = hex.lastIndexOf(found)
  const changed = hex.slice(0, at) + other + hex.slice(at + found.length)
  return { ...token, signature: Buffer.from(changed, 'hex').toString('base64') }
}

test('it is signed with SHA-256 and ECDSA, and nothing follows the signature', async () => {
  // The last of each names the algorithm of the signer.
  for (const [found, other] of [
    ['608648016503040201', '608648016503040202'],
    ['2a8648ce3d040302', '2a8648ce3d040303'],
  ] as const)
    expect(await open(withBytes(tokenWith(), found, other))).toEqual({ flaw: 'unsigned' })
  const token = tokenWith()
  const longer = Buffer.concat([Buffer.from(token.signature, 'base64'), Buffer.of(5, 0)])
  expect(await open({ ...token, signature: longer.toString('base64') })).toEqual({ flaw: 'unsigned' })
})

test('certificates must have been valid when it was signed', async () => {
  for (const at of ['2019-12-31T00:00:00Z', '2100-01-02T00:00:00Z']) {
    const signedAtMs = Date.parse(at)
    const opened = await openEcV1Token(tokenWith({ signedAtMs }), testWalletKeys, signedAtMs)
    expect(opened).toEqual({ flaw: 'unsigned' })
  }
})

test.each([
  { paymentDataType: 'EMV' },
  { paymentData: {} },
  { applicationPrimaryAccountNumber: '12' },
  { applicationExpirationDate: '3901' },
  { currencyCode: '999' },
  { transactionAmount: 12.5 },
  { transactionAmount: undefined },
])('a payment with %j cannot be made', async changed => {
  expect(await open(tokenWith({ changed }))).toEqual({ flaw: 'unsupported' })
})

test.each([
  undefined,
  null,
  'EC_v1',
  [],
  {},
  { ...tokenWith(), version: 'RSA_v1' },
  { ...tokenWith(), header: undefined },
  { ...tokenWith(), data: `${tokenWith().data} ` },
  { ...tokenWith(), data: 'A'.repeat(8_000) },
])('what has another form is no token (%#)', async token => {
  expect(await open(token)).toEqual({ flaw: 'malformed' })
})

/** The bytes of one part of the token, with one of them changed. */
function flipped(token: EcV1Token, part: Part, at: number, bit: number): EcV1Token {
  const [holder, encoding] = places[part]
  const text = holder === 'header' ? token.header[part] : token[holder]
  const changed = Buffer.from(text ?? '', encoding)
  const index = at % changed.length
  changed[index] = (changed[index] ?? 0) ^ (1 << bit)
  const written = changed.toString(encoding)
  return holder === 'header'
    ? { ...token, header: { ...token.header, [part]: written } }
    : { ...token, [holder]: written }
}
type Part = keyof typeof places
const places = {
  data: ['data', 'base64'],
  signature: ['signature', 'base64'],
  ephemeralPublicKey: ['header', 'base64'],
  publicKeyHash: ['header', 'base64'],
  transactionId: ['header', 'hex'],
} as const
const numRuns = inEachTier({ short: 60, long: 600 })
const anyFlip = (...parts: Part[]) =>
  fc.tuple(fc.constantFrom(...parts), fc.nat({ max: 4_096 }), fc.nat({ max: 7 }))

test('with any bit flipped it is refused', async () => {
  const token = tokenWith()
  const signed = anyFlip('data', 'ephemeralPublicKey', 'publicKeyHash', 'transactionId')
  await fc.assert(
    fc.asyncProperty(signed, async ([part, at, bit]) => {
      expect(await open(flipped(token, part, at, bit))).toHaveProperty('flaw')
    }),
    { numRuns },
  )
})

test('a flipped bit of the signature is refused, or changes nothing', async () => {
  const token = tokenWith()
  const opened = await open(token)
  let refused = 0
  await fc.assert(
    fc.asyncProperty(anyFlip('signature'), async ([part, at, bit]) => {
      const now = await open(flipped(token, part, at, bit))
      if ('flaw' in now) refused++
      else expect(now).toEqual(opened)
    }),
    { numRuns },
  )
  expect(refused).toBeGreaterThan(numRuns / 2)
})
