import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { versions } from '../kit/versions.ts'
import { clientContract, clientContractPath } from './clientContract.ts'

const written = readFileSync(clientContractPath, 'utf8')

test('the client library has the contract as it is now (npm run reference writes it)', () => {
  expect(clientContract(catalogue)).toBe(written)
})

test('versions that are equal share their types: it stays a file that an editor reads at once', () => {
  expect(written.match(/^export interface ContractSince/gm)?.length).toBeLessThan(versions.last / 5)
  expect(written).toContain(`  ${versions.last}: ContractSince`)
  expect(written.length).toBeLessThan(500_000)
})
