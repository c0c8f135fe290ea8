import { afterEach, beforeEach, expect, test } from 'vitest'
import { rangeRequest } from '../../test/support/directoryServer/requests.ts'
import { openTestGateway, type TestGateway } from '../../test/support/directoryServer/testGateway.ts'
import type { BookedChange } from './cardRanges.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await openTestGateway({ schemes: ['scheme-a'], moreRanges: 2_000 })
})
afterEach(() => gateway.close())

const newer = { messageVersion: '2.3.1' } as const
const change = (action: BookedChange['action'], start: string): BookedChange => ({
  ...{ action, range: { start, end: `${start.slice(0, -3)}999`, versions: ['2.2.0'] } },
})

test('what has changed since a serial number, in order, and nothing where nothing has', async () => {
  const { control } = gateway.server
  expect((await gateway.ask(rangeRequest({ serialNum: '1000' }))).json).not.toHaveProperty('cardRangeData')
  control.changeRanges('scheme-a', [change('A', '5200000000000000'), change('M', '5200000000000000')])
  control.changeRanges('scheme-a', [change('D', '5200000000000000')])
  const since = async (serialNum: string) => {
    const { json } = await gateway.ask(rangeRequest({ serialNum }))
    const entries = Array.isArray(json.cardRangeData) ? json.cardRangeData : []
    return { serialNum: json.serialNum, actions: entries.map(({ actionInd }) => actionInd).join('') }
  }
  expect(await since('1000')).toEqual({ serialNum: '1002', actions: 'AMD' })
  expect(await since('1001')).toEqual({ serialNum: '1002', actions: 'D' })
  expect(await since('1002')).toEqual({ serialNum: '1002', actions: '' })
  for (const serialNum of ['999', '1003', 'abc'])
    expect((await gateway.ask(rangeRequest({ serialNum }))).json).toMatchObject({ errorCode: '307' })
})

test('a list that comes compressed is the same list', async () => {
  const request = rangeRequest(newer)
  const plain = await gateway.ask(request)
  const packed = await gateway.ask(request, { headers: { 'accept-encoding': 'gzip' } })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip' })
  expect(packed.json.cardRangeData).toEqual(plain.json.cardRangeData)
  expect(packed.json.cardRangeData).toHaveLength(2_010)
})

test('the list as a file, whole and in parts', async () => {
  const { json } = await gateway.ask(rangeRequest({ ...newer, cardRangeDataDownloadInd: 'Y' }))
  expect(json).not.toHaveProperty('serialNum')
  expect(json).not.toHaveProperty('cardRangeData')
  const path = new URL(String(json.cardRangeDataFileURL)).pathname
  const get = (headers = {}) => gateway.ask('', { method: 'GET', path, headers })
  const whole = await get()
  expect(JSON.parse(whole.text).cardRangeData).toHaveLength(2_010)
  const first = await get({ range: 'bytes=0-999' })
  expect(first).toMatchObject({ status: 206, headers: { 'content-length': '1000' } })
  const rest = await get({ range: 'bytes=1000-' })
  expect(first.text + rest.text).toBe(whole.text)
  expect(await get({ range: 'bytes=99999999-' })).toMatchObject({ status: 416 })
})

test('lists that cannot be applied', async () => {
  const { control } = gateway.server
  const next = async (
    fault: Parameters<typeof control.fault>[0],
    request = rangeRequest({ serialNum: '1000' }),
  ) => {
    control.fault(fault, { next: 1 })
    return (await gateway.ask(request)).json
  }
  expect((await next('pres-overlap')).cardRangeData).toMatchObject([
    { startRange: '8100000000000000', endRange: '8199999999999999', actionInd: 'A' },
    { startRange: '8150000000000000', endRange: '8159999999999999', actionInd: 'A' },
  ])
  expect((await next('pres-delete-unknown')).cardRangeData).toMatchObject([{ actionInd: 'D' }])
  expect((await next('pres-broken')).cardRangeData).toEqual([{ actionInd: 'A' }])
  expect(await next('pres-unknown-serial')).toMatchObject({ errorCode: '307' })
  const request = rangeRequest()
  const { threeDSServerTransID } = await next('pres-other-id', request)
  expect(threeDSServerTransID).not.toBe(request.threeDSServerTransID)
  expect((await gateway.ask(rangeRequest({ serialNum: '1000' }))).json).not.toHaveProperty('cardRangeData')
})

test('a request for ranges is checked as well', async () => {
  expect((await gateway.ask(rangeRequest({ serialNum: '' }))).json).toMatchObject({ errorCode: '203' })
  expect((await gateway.ask(rangeRequest({ threeDSServerOperatorID: undefined }))).json).toMatchObject({
    ...{ errorCode: '201', errorDetail: 'threeDSServerOperatorID' },
  })
  expect((await gateway.ask(rangeRequest({ threeDSServerOperatorID: 'ANOTHER' }))).json).toMatchObject({
    ...{ errorCode: '303', errorDetail: 'threeDSServerOperatorID' },
  })
  expect((await gateway.ask(rangeRequest({ messageVersion: '2.1.0' }))).json).toMatchObject({
    ...{ errorCode: '102', errorDetail: '2.2.0,2.3.1' },
  })
  expect(await gateway.ask('no message')).toMatchObject({ status: 400, json: { errorCode: '101' } })
  expect((await gateway.ask(rangeRequest({ messageType: 'RReq' }))).json).toMatchObject({ errorCode: '101' })
  const twice = JSON.stringify(rangeRequest()).replace('{', '{"messageType":"PReq",')
  expect((await gateway.ask(twice)).json).toMatchObject({ errorCode: '204', errorDetail: 'messageType' })
})
