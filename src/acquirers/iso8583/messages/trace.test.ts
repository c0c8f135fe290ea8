import { expect, test } from 'vitest'
import { type IsoTrace, readTrace, writeTrace } from './trace.ts'

const trace: IsoTrace = {
  ...{ link: 'first', type: '0100', traceNumber: '000042', reversalTraceNumber: '000043', forwarder: '99' },
  ...{ institution: '123456', terminal: 'TERM0001', acceptor: 'SHOP', reference: '632010000042' },
  ...{ processingCode: '000000', entryMode: '812', condition: '59', amount: '0' },
  transmittedAtMs: '1795000000000',
}

test('a trace is read as it was written', () => {
  expect(readTrace(writeTrace(trace))).toEqual(trace)
  const { reversalTraceNumber, forwarder, entryMode, condition, amount, transmittedAtMs, ...least } = trace
  expect(readTrace(writeTrace(least))).toEqual(least)
})

test('what is not a trace of a link is none', () => {
  const { traceNumber, ...without } = trace
  for (const text of [undefined, '', 'x', 'null', '7', '[]', JSON.stringify(without)])
    expect(readTrace(text)).toBeUndefined()
  expect(readTrace(JSON.stringify({ ...trace, terminal: 7 }))).toBeUndefined()
})
