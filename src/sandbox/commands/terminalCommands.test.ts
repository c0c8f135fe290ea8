import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type CommandContext, emptyCommandContext } from '../../commands/context.ts'
import type { CommandResult } from '../../commands/output.ts'
import { plainPaint } from '../../commands/terminal.ts'
import { createProgram } from '../../composition/program.ts'
import { isObject } from '../../contract/kit/content.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { projectPath } from '../../platform/files.ts'
import { decipherBlocks } from '../../standards/dukpt/ciphers.ts'
import { workingKey } from '../../standards/dukpt/dukpt.ts'
import { readEmv } from '../../standards/emv.ts'
import { pinOf, pinOfAes } from '../../standards/pinBlock.ts'
import { readTrack1, readTrack2 } from '../../standards/tracks.ts'
import type { SealedReading } from '../../terminals/port.ts'
import { createTerminals } from '../../terminals/terminals.ts'
import { testBaseKeys } from '../terminal/testKeys.ts'
import { cardDataForms, cardDataPaddings } from '../terminal/testTerminal.ts'

const number = '5123450000000008'
const inSandbox: Pick<CommandContext, 'gateway' | 'defaults'> = {
  defaults: {
    ...emptyCommandContext.defaults,
    merchantId: () => 'TESTMERCHANT',
    shownPassword: () => '$PASSWORD',
  },
  gateway: async ({ gateway = 'http://127.0.0.1:8080' } = {}) => ({
    address: gateway,
    call: async () => {
      throw new Error('nobody is to be asked')
    },
  }),
}

/** What a line says to programs and to people. */
async function said(line: string, office: Partial<CommandContext> = inSandbox) {
  let shown: CommandResult | undefined
  const show: CommandContext['show'] = result => {
    if ('text' in result) shown = result
  }
  const program = createProgram({ ...emptyCommandContext, ...office, show }, '1.2.3')
  await program.parseAsync(['sandbox', ...line.split(' ')], { from: 'user' })
  return { json: Object(shown?.json), lines: shown?.text(plainPaint) ?? [] }
}

const [tdes, aes] = testBaseKeys
const terminals = createTerminals({
  keys: {
    find: async (_, ksn) => testBaseKeys.find(({ keySetId }) => ksn.startsWith(keySetId)) ?? 'unknown',
  },
  uses: { admit: async () => 'admitted' },
  hashKey: Buffer.alloc(32),
})

test.each(cardDataForms.flatMap(form => ['TDES', 'AES'].map(algorithm => [form, algorithm] as const)))(
  'what p2pe builds from %s by %s is opened',
  async (form, algorithm) => {
    const { json } = await said(`p2pe --form ${form} --algorithm ${algorithm} --counter 77 --card-bin`)
    const sealed: SealedReading = json.p2pe
    expect(sealed.cardBin).toBe('512345')
    expect(await terminals.open('SHOP', sealed, { kind: 'question' })).toMatchObject({ number })
    expect(json.request.sourceOfFunds.provided.card.p2pe).toEqual(sealed)
    expect(json.request.sourceOfFunds.provided.card).not.toHaveProperty('number')
  },
)

test.each(cardDataPaddings)(
  'padding %s, another vector and another device change nothing of the card',
  async padding => {
    const vector = '0011223344556677'
    const { json } = await said(`p2pe --form numberText --padding ${padding} --iv ${vector} --device 4`)
    expect(json.p2pe).toMatchObject({
      initializationVector: vector,
      keySerialNumber: 'FFFF9876540000400001',
    })
    expect(await terminals.open('SHOP', json.p2pe, { kind: 'question' })).toEqual({ number })
  },
)

test.each([
  ['p2pe --form emv --date 261115', 'FFFF9876543210E00001'],
  ['emv --date 261115 --entry CONTACTLESS --currency EUR --country DEU', 'DEU'],
  ['track', '%B5123450000000008^TEST/CARD^3901'],
  ['pin', 'FFFF9876543210E00001'],
])('%s says the same each time, in lines that fit', async (line, holds) => {
  const { json, lines } = await said(line)
  expect(await said(line)).toMatchObject({ json, lines })
  expect(lines.join('\n')).toContain(holds)
  const wide = lines.filter(one => one.length > 80 && !/^ +("\w+":|http)/.test(one))
  expect(wide).toEqual([])
  expect(lines.join('\n')).toContain('merchant.TESTMERCHANT:$PASSWORD')
})

test('a line to paste is all there is where nothing else is wanted, and it is a whole request', async () => {
  const { lines } = await said("p2pe --curl --gateway https://test.example --cacert it's.pem")
  const curl = lines.join('\n')
  expect(curl).toMatch(
    /^curl -sS -i -w '\\n' --cacert 'it'\\''s\.pem' -X PUT \\\n {2}https:\/\/test\.example\//,
  )
  const body: unknown = JSON.parse(curl.slice(curl.indexOf('{'), curl.lastIndexOf('}') + 1))
  expect(isObject(body) && body.apiOperation).toBe('AUTHORIZE')
})

test('other requests are of other orders', async () => {
  const nameOf = async (line: string) => /order\/(try-\w+)/.exec((await said(line)).json.curl)?.[1]
  const names = await Promise.all(['track', 'track --amount 11.00', 'track --operation PAY'].map(nameOf))
  expect(new Set(names).size).toBe(3)
})

test('tags are told with what they mean and fill, and which never come back', async () => {
  const { json, lines } = await said('emv --amount 12.50 --currency EUR --country DEU --date 261115')
  expect(readEmv(json.emvRequest)).toHaveProperty('tags')
  const byTag = new Map(json.tags.map((told: { readonly tag: string }) => [told.tag, told]))
  expect(byTag.get('9F02')).toMatchObject({ meaning: '12.50 EUR', comesBack: true })
  expect(byTag.get('9F1A')).toMatchObject({ meaning: 'DEU', fills: 'posTerminal.address.country' })
  expect(byTag.get('57')).toMatchObject({ comesBack: false })
  expect(lines.filter(line => line.includes('comes back') || line.includes('never'))).not.toEqual([])
  expect(json.request.posTerminal).toEqual({ onlineReasonCode: 'FORCED_BY_TERMINAL' })
})

test('tracks are of the card', async () => {
  const { json } = await said('track --expiry 05/39')
  const track = { number, expiry: { month: '5', year: '39' } }
  expect([readTrack1(json.track1), readTrack2(json.track2)]).toMatchObject([track, track])
})

test('a PIN block opens under the key that is told', async () => {
  const blockOf = async (line: string) => {
    const { json } = await said(line)
    const { keySerialNumber, payload } = json.pin
    return [Buffer.from(keySerialNumber, 'hex'), Buffer.from(payload, 'hex')] as const
  }
  const [ksn, block] = await blockOf('pin --pin 4321')
  const key = workingKey(tdes?.key ?? block, ksn, 'pin')
  expect(pinOf(decipherBlocks('TDES', key, block), number)).toBe('4321')
  const [longKsn, longBlock] = await blockOf('pin --algorithm AES')
  expect(pinOfAes(longBlock, number, workingKey(aes?.key ?? longBlock, longKsn, 'pin'))).toBe('1234')
})

test.each([
  ['track --card 5123450000000009', /^--card must be 9 to 19 digits/],
  ['track --expiry 13/39', /^--expiry must be/],
  ['track --name X^Y', /^--name must be/],
  ['track --amount 1.234', /^--amount must be/],
  ['emv --country XX', /^--country must be/],
  ['emv --date 2026', /^A date has 6 digits/],
  ['p2pe --device 7', /must be even/],
  ['p2pe --counter 2097152', /^The counter must be/],
  ['p2pe --key-set ABCDE', /^--key-set must be 6 to 10/],
  ['pin --algorithm AES --key-set ABCDEF', /^--key-set must be 8/],
  ['p2pe --iv 00112233', /^--iv must be one block: 16/],
  ['pin --pin 12', /^--pin must be 4 to 12 digits/],
  ['emv --pin 123x', /^--pin must be/],
  ['p2pe --form emv --padding spaces', /^--padding must be zeros, marked or counted for --form emv/],
  ['p2pe --form number --padding marked', /^--padding is not for --form number/],
])('%s is refused in a sentence', async (line, sentence) => {
  const refusal = await said(line).then(
    () => undefined,
    error => error,
  )
  expect(refusal).toBeInstanceOf(StartRefusal)
  expect(refusal.message).toMatch(sentence)
  expect(refusal.message).not.toMatch(/[0-9]{12}/)
})

test('every step on the way is told, to people and to programs', async () => {
  const told = {
    baseKey: '0123456789ABCDEFFEDCBA9876543210',
    keySet: 'FFFF987654, TDES',
    keySerialNumber: 'FFFF9876543210E00001',
    initialKey: '6AC292FAA1315B4D858AB3A3D7D5933A',
    derivedKey: '042666B49184CFA368DE9628D0397BC9',
  }
  const sealed = await said('p2pe')
  expect(sealed.json.steps).toMatchObject({ ...told, dataKey: '448D3F076D8304036A55A3D7E0055A78' })
  const pin = await said('pin')
  expect(pin.json.steps).toEqual({
    ...told,
    pinKey: '042666B49184CF5C68DE9628D0397B36',
    ...{ pinField: '041234FFFFFFFFFF', numberField: '0000345000000000', plain: '041200AFFFFFFFFF' },
  })
  const long = await said('pin --algorithm AES')
  expect(long.json.steps).toMatchObject({
    pinField: matching(/^441234AAAAAAAAAA[0-9A-F]{16}$/),
    numberField: '45123450000000008000000000000000',
  })
  for (const { json, lines } of [sealed, pin, long])
    for (const digits of Object.values<string>(json.steps))
      expect(lines.join('\n').replace(/\n {5,}/g, '')).toContain(digits)
})

test('a key that was imported under another key set is told from the one of the sandbox', async () => {
  const { json } = await said('p2pe --key-set abcdef')
  expect(json.p2pe.keySerialNumber).toBe('ABCDEF00003210E00001')
  expect(json.steps.keySet).toBe('ABCDEF, TDES')
})

test('a PIN goes beside a chip, in plain or sealed', async () => {
  const { pin } = (await said('pin')).json
  const sentBy = async (line: string) => (await said(line)).json.request.sourceOfFunds.provided.card
  expect(await sentBy('emv --pin')).toMatchObject({ pin, emvRequest: matching(/^57/) })
  expect(await sentBy('p2pe --pin 1234 --form emv')).toMatchObject({ pin, p2pe: {} })
  expect(await sentBy('emv --pin 4321')).not.toMatchObject({ pin })
  expect((await said('p2pe --pin')).json.request.posTerminal).toHaveProperty('pinEntryCapability')
})

test('what will be refused says so beforehand', async () => {
  for (const [line, why] of [
    ['p2pe --counter 0', 'refused on p2pe.keySerialNumber'],
    ['p2pe --card-bin 400000', 'refused on p2pe.cardBin'],
    ['pin --counter 0', 'DECLINED_INVALID_PIN'],
  ] as const) {
    const { json, lines } = await said(line)
    expect(lines.join(' ')).toContain(why)
    expect(json.remarks.join()).toContain(why)
  }
  expect((await said('p2pe --card-bin')).json).not.toHaveProperty('remarks')
})

test('only what has keys speaks of keys', async () => {
  const opening = async (line: string) => (await said(line)).lines[0]
  expect(await opening('track')).toBe('For test cards and sandboxes only.')
  expect(await opening('emv')).toBe('For test cards and sandboxes only.')
  expect(await opening('pin')).toContain('knows these keys')
})

/** Left-out lines are marked there by one of dots. */
const samples = [
  ...readFileSync(projectPath('docs', 'terminals.md'), 'utf8').matchAll(
    /^```\n\$ npx tollgate sandbox (.*)\n([^`]*)^```$/gm,
  ),
].map(([, line = '', lines = '']) => ({ line, pieces: lines.split(/^…\n/m) }))

test.each(samples)('what docs/terminals.md shows of $line is what it says', async ({ line, pieces }) => {
  const whole = `${(await said(line)).lines.join('\n')}\n`
  let from = 0
  for (const piece of pieces) {
    const at = whole.indexOf(piece, from)
    expect(at, piece).toBeGreaterThanOrEqual(from)
    from = at + piece.length
  }
})

test('what docs/terminals.md has as JSON is what is built', async () => {
  expect(samples.length).toBeGreaterThanOrEqual(3)
  const page = readFileSync(projectPath('docs', 'terminals.md'), 'utf8')
  for (const line of ['p2pe', 'pin']) {
    const [, shown = ''] = new RegExp(`^[{].*"${line}": ([{][^}]*[}])`, 'm').exec(page) ?? []
    expect(JSON.parse(shown)).toEqual((await said(line)).json[line])
  }
})

const matching = (form: RegExp): unknown => expect.stringMatching(form)

test.each(['p2pe', 'emv', 'track', 'pin'])('%s is not for production', async line => {
  await expect(said(line, { ...inSandbox, defaults: emptyCommandContext.defaults })).rejects.toThrow(
    /production has neither/,
  )
})
