import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { PackedRanges } from './packedRanges.ts'
import { readRangeAnswer } from './rangeAnswer.ts'

const id = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const card = '4000000000000002'
const range = { startRange: '4000000000000000', endRange: '4000000999999999' }
const second = { startRange: '5000000000000000', endRange: '5000000999999999' }
const spoken = { acsStartProtocolVersion: '2.1.0', acsEndProtocolVersion: '2.2.0' }
const frame22 = {
  ...{ messageType: 'PRes', messageVersion: '2.2.0', dsTransID: id, threeDSServerTransID: id },
  ...{ dsStartProtocolVersion: '2.1.0', dsEndProtocolVersion: '2.3.1', serialNum: '7' },
}
const { dsStartProtocolVersion: _, dsEndProtocolVersion: __, ...withoutVersions } = frame22
const frame231 = {
  ...{ ...withoutVersions, messageVersion: '2.3.1', readOrder: '01', dsProtocolVersions: ['2.2.0', '2.3.1'] },
}
const lists = (method?: string) => ({
  acsProtocolVersions: [
    { version: '2.3.1', acsInfoInd: ['01', '81'], ...(method && { threeDSMethodURL: method }) },
    { version: '2.9.0' },
    { version: '2.2.0', supportedMsgExt: [{ id: 'A', version: '1.0' }] },
  ],
})

async function* bodyOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
}

type Asked = { readonly serialNumber?: string; readonly base?: PackedRanges; readonly file?: object }

function answerTo(content: object | string, { serialNumber, base, file }: Asked = {}, isZipped = false) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const version = /"messageVersion":"2\.3\.1"/.test(text) ? '2.3.1' : '2.2.0'
  return readRangeAnswer(bodyOf(isZipped ? gzipSync(text) : Buffer.from(text)), {
    transactionId: id,
    question: { version, ...(serialNumber !== undefined && { serialNumber }) },
    base,
    openFile: () => bodyOf(gzipSync(JSON.stringify(file))),
  })
}

async function ranges(content: object, asked: Asked = {}) {
  const answer = await answerTo(content, asked)
  if (answer.outcome !== 'changed') throw new Error('unchanged')
  return answer.ranges
}

const refusal = (content: object | string, asked: Asked = {}) =>
  answerTo(content, asked).then(
    () => 'taken',
    ({ code, detail }) => (detail === undefined ? code : `${code} ${detail}`),
  )

const base = () => ranges({ ...frame22, cardRangeData: [{ ...range, ...spoken }] })

test('before 2.3.1 a range speaks from one version to another, with one method', async () => {
  const entry = { ...range, ...spoken, threeDSMethodURL: 'https://acs.example/m', acsInfoInd: ['01', '03'] }
  const found = (await ranges({ ...frame22, cardRangeData: [entry] })).find(card)
  const rest = { methodUrl: 'https://acs.example/m', abilities: ['01', '03'] }
  expect(found).toEqual([
    { version: '2.1.0', ...rest },
    { version: '2.2.0', ...rest },
  ])
})

test('what the directory server does not speak for a range is left out', async () => {
  const narrow = { ...range, ...spoken, dsStartProtocolVersion: '2.2.0', dsEndProtocolVersion: '2.2.0' }
  const versions = (found: readonly { version: string }[] | undefined) => found?.map(({ version }) => version)
  expect(versions((await ranges({ ...frame22, cardRangeData: [narrow] })).find(card))).toEqual(['2.2.0'])
  const all = { ...frame22, dsEndProtocolVersion: '2.1.0', cardRangeData: [{ ...range, ...spoken }] }
  expect(versions((await ranges(all)).find(card))).toEqual(['2.1.0'])
})

test('since 2.3.1 each version of a range has its own method, and an entry has many bounds', async () => {
  const entry = {
    ranges: [range, { start: '5000000000000000', end: '5000000999999999' }],
    ...lists('https://a.example'),
  }
  const made = await ranges({ ...frame231, cardRangeData: [entry] })
  const found = [
    { version: '2.2.0', abilities: [] },
    { version: '2.3.1', methodUrl: 'https://a.example', abilities: ['01', '81'] },
  ]
  expect(made.find(card)).toEqual(found)
  expect(made.find('5000000000000003')).toEqual(found)
})

test('the members of an answer may come in any order, zipped or not', async () => {
  const { messageType, messageVersion, ...rest } = { ...frame22, cardRangeData: [{ ...range, ...spoken }] }
  for (const isZipped of [false, true]) {
    const answer = await answerTo({ ...rest, messageType, messageVersion }, {}, isZipped)
    expect(answer).toMatchObject({ outcome: 'changed', isWhole: true })
  }
})

test('with the same serial number nothing has changed', async () => {
  expect(await answerTo(frame22, { serialNumber: '7', base: await base() })).toEqual({ outcome: 'unchanged' })
})

test('changes under the serial number from before are none', async () => {
  const asked = { serialNumber: '7', base: await base() }
  const added = { ...second, ...spoken }
  expect(await refusal({ ...frame22, cardRangeData: [added] }, asked)).toBe('203 cardRangeData')
  expect(await refusal({ ...frame22, cardRangeData: [added, added] }, asked)).toBe('205 cardRangeData')
})

test('changes are applied to the list from before, in the order that the answer says', async () => {
  const asked = { serialNumber: '7', base: await base() }
  const steps = [
    { ...range, actionInd: 'D' },
    { ...range, startRange: '4000000000000001', ...spoken },
  ]
  const found = (await ranges({ ...frame22, serialNum: '8', cardRangeData: steps }, asked)).facts
  expect(found.serialNumber).toBe('8')
  const entries = steps.map(({ startRange, endRange, ...entry }) => ({
    ...{ ranges: [{ startRange, endRange }], ...entry, ...lists() },
  }))
  const reversed = { ...frame231, serialNum: '8', readOrder: '02', cardRangeData: entries.toReversed() }
  expect((await ranges(reversed, asked)).find(card)).toBeDefined()
  expect(await refusal({ ...reversed, readOrder: '01' }, asked)).toBe('205 cardRangeData')
})

test('a broken change is refused whole: the list from before is as it was', async () => {
  const asked = { serialNumber: '7', base: await base() }
  const before = Buffer.from(asked.base.bytes).toString('hex')
  const broken = (...cardRangeData: readonly object[]) => ({ ...frame22, serialNum: '8', cardRangeData })
  const added = { ...second, ...spoken }
  expect(await refusal(broken(added, { ...range, ...spoken }), asked)).toBe('205 cardRangeData')
  const unknown = { ...second, actionInd: 'D' }
  expect(await refusal(broken({ ...range, actionInd: 'D' }, unknown), asked)).toBe(
    '206 cardRangeData.actionInd',
  )
  const moved = { ...range, endRange: '4000000999999998', actionInd: 'M', ...spoken }
  expect(await refusal(broken(added, moved), asked)).toBe('206 cardRangeData.actionInd')
  expect(Buffer.from(asked.base.bytes).toString('hex')).toBe(before)
  expect(asked.base.find('5000000000000003')).toBeUndefined()
})

test('an answer without a serial number replaces everything', async () => {
  const { serialNum: _, ...bare } = { ...frame22, cardRangeData: [{ ...second, ...spoken }] }
  const answer = await answerTo(bare, { serialNumber: '7', base: await base() })
  if (answer.outcome !== 'changed') throw new Error('unchanged')
  expect(answer.isWhole).toBe(true)
  expect(answer.ranges.find(card)).toBeUndefined()
  expect(answer.ranges.facts.serialNumber).toBeUndefined()
})

test('the list may be in a file, which is the whole list and has no serial number', async () => {
  const answer = { ...frame231, cardRangeDataFileURL: 'https://ds.example/file' }
  const entry = { ranges: [second], ...lists() }
  for (const file of [[entry], { cardRangeData: [entry] }]) {
    const made = await ranges(answer, { serialNumber: '7', base: await base(), file })
    expect([made.count, made.facts.serialNumber]).toEqual([1, undefined])
    expect(made.find('5000000000000003')).toBeDefined()
  }
  expect(await refusal(answer, { file: [] })).toBe('201 cardRangeData')
})

test('addresses of the directory server are told with the list, and forgotten without', async () => {
  const dsUrlList = [{ url: 'https://one.example/' }, { url: 'https://two.example/', country: '276' }]
  const data = [{ ranges: [range], ...lists() }]
  const made = await ranges({ ...frame231, dsUrlList, cardRangeData: data })
  expect(made.facts.addresses).toEqual(['https://one.example/', 'https://two.example/'])
  const later = await ranges(frame231, { serialNumber: '7', base: made })
  expect([later.facts.addresses, later.count]).toEqual([[], 1])
})

test('an error of the directory server is told by its code, without numbers that it may quote', async () => {
  const erro = {
    messageType: 'Erro',
    errorCode: '307',
    errorDescription: `no ${card}`,
    errorDetail: 'serialNum',
  }
  await expect(answerTo(erro)).rejects.toMatchObject({ code: '307' })
  await expect(answerTo(erro)).rejects.not.toThrow(card)
})

const otherId = id.replace('8a', '9a')
const entry = { ...range, ...spoken }
const whole = (change: object) => ({ ...frame22, cardRangeData: [{ ...entry, ...change }] })
test.each<readonly [string, object | string, string]>([
  ['no JSON', 'nothing', '101 cardRangeData'],
  ['another message', { ...frame22, messageType: 'ARes' }, '101 messageType'],
  ['another version', { ...whole({}), messageVersion: '2.1.0' }, '203 messageVersion'],
  ['no id', { ...whole({}), dsTransID: undefined }, '201 dsTransID'],
  ['the id of another question', { ...whole({}), threeDSServerTransID: otherId }, '301 threeDSServerTransID'],
  ['no versions', { ...whole({}), dsEndProtocolVersion: undefined }, '201 dsEndProtocolVersion'],
  ['no order', { ...frame231, readOrder: undefined }, '201 readOrder'],
  ['no list', frame22, '201 cardRangeData'],
  ['an empty list', { ...frame22, cardRangeData: [] }, '201 cardRangeData'],
  ['a bound that is missing', whole({ endRange: undefined }), '201 cardRangeData.endRange'],
  ['a bound that is a number', whole({ endRange: 4_000_000_999_999_999 }), '203 cardRangeData.endRange'],
  ['a bound that is short', whole({ startRange: '400000000000' }), '203 cardRangeData.startRange'],
  ['an unknown action', whole({ actionInd: 'X' }), '203 cardRangeData.actionInd'],
  [
    'a method that is no address',
    whole({ threeDSMethodURL: 'javascript:1' }),
    '203 cardRangeData.threeDSMethodURL',
  ],
  ['a serial number that is none', { ...whole({}), serialNum: '#' }, '203 serialNum'],
  ['the same range twice', { ...frame22, cardRangeData: [entry, entry] }, '205 cardRangeData'],
])('%s is refused', async (_name, content, code) => {
  expect(await refusal(content)).toBe(code)
})

test('a refusal names fields and never a bound', async () => {
  const error = await answerTo({ ...frame22, cardRangeData: [entry, entry] }).catch(caught => caught)
  expect(`${error.message}`).not.toMatch(/\d{6}/)
})
