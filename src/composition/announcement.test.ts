import { expect, test, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { announce } from './announcement.ts'

function printedWith(host: string): string {
  const settings = { TOLLGATE_HOST: host, TOLLGATE_SANDBOX_PASSWORD: '00112233445566778899aabbccddeeff' }
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  announce({
    ...{ config: readConfig(settings), release: '1.0.0', port: 8080, merchantId: 'TESTMERCHANT' },
    ...{ startedAtMs: 0, isPretty: false, transport: {}, log: { info: () => undefined } },
  })
  const text = write.mock.calls.map(([line]) => line).join('')
  write.mockRestore()
  return text
}

test('what listens everywhere is told by an address that can be called', () => {
  const lines = printedWith('0.0.0.0').split('\n')
  const base = 'http://127.0.0.1:8080/api/rest/version/100'
  expect(lines).toContain(`  Base address   ${base}, at every address of this machine`)
  expect(lines).toContain('  Docs           http://127.0.0.1:8080/docs')
  expect(printedWith('127.0.0.1').split('\n')).toContain(`  Base address   ${base}`)
})
