import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAuthority } from '../../certificates/ownCertificates.ts'
import { checkDirectoryServers, readDirectoryServersFile } from './directoryServersFile.ts'

const server = {
  name: 'scheme-a',
  directoryServerId: 'A000000003',
  networks: ['NETWORK_A'],
  addresses: ['https://ds.scheme-a.example/3ds'],
  tls: { certificate: 'client.pem', key: 'client.key', authorities: 'scheme.pem' },
  results: {
    ...{ address: 'https://3ds.gateway.example/results', port: 8643 },
    ...{ certificate: 'server.pem', key: 'server.key' },
  },
}
const file = { referenceNumber: '3DS_LOA_SER_TEST', directoryServers: [server] }
const findings = (value: unknown) => {
  const checked = checkDirectoryServers(value)
  return 'findings' in checked ? checked.findings : []
}
const withServer = (change: object) => findings({ ...file, directoryServers: [{ ...server, ...change }] })

test('what an operator leaves out has the value that most schemes use', () => {
  expect(checkDirectoryServers(file)).toEqual({
    referenceNumber: '3DS_LOA_SER_TEST',
    versions: ['2.2.0', '2.3.1'],
    directoryServers: [
      {
        ...server,
        ...{ answerSeconds: 10, challengeMinutes: 20, refreshHours: 24, rangesAsFile: false },
        ...{ unknownRange: 'notEnrolled', exemptionReasons: [] },
      },
    ],
  })
})

test.each([
  [{ name: 'Scheme A' }, 'directoryServers[0].name: must be lower-case letters'],
  [{ addresses: ['http://ds.example'] }, 'directoryServers[0].addresses: must be a list'],
  [{ addresses: ['https://ds.example/?a=1'] }, 'directoryServers[0].addresses: must be a list'],
  [{ networks: ['NETWORK_Z'] }, 'directoryServers[0].networks: must be a list'],
  [{ tls: undefined }, 'directoryServers[0].tls: is missing'],
  [{ tls: { ...server.tls, key: 7 } }, 'directoryServers[0].tls.key: must be the path of a file'],
  [{ results: undefined }, 'directoryServers[0].results: is missing'],
  [{ refreshHours: 48 }, 'directoryServers[0].refreshHours: must be a whole number from 1 to 24'],
  [{ unknownRange: 'guess' }, 'directoryServers[0].unknownRange: must be one of notEnrolled, ask'],
  [{ exemptionReasons: ['8'] }, 'directoryServers[0].exemptionReasons: must be a list'],
  [{ adresses: [] }, 'directoryServers[0].adresses: is not known here; did you mean addresses?'],
])('%j is refused at its place', (change, finding) => {
  expect(withServer(change).join('\n')).toContain(finding)
})

const portTaken =
  'directoryServers[1].results.port: 8643 is that of scheme-a: each needs a port of its own, ' +
  'or a host name of its own in results.address'

test('two directory servers share no name; and a port only where each has a host name of its own', () => {
  const twice = findings({ ...file, directoryServers: [server, server] })
  expect(twice).toEqual(['directoryServers[1].name: there is a directory server scheme-a already', portTaken])
  const at = (address: string) => ({ ...server.results, address })
  const sharing = (one: string, other: string) =>
    findings({
      ...file,
      directoryServers: [
        { ...server, results: at(one) },
        { ...server, name: 'scheme-b', results: at(other) },
      ],
    })
  expect(sharing('https://a.gateway.example/r', 'https://b.gateway.example/r')).toEqual([])
  expect(sharing('https://a.gateway.example/1', 'https://A.gateway.example:8443/2')).toEqual([portTaken])
  expect(sharing('https://192.0.2.1/r', 'https://b.gateway.example/r')).toEqual([portTaken])
  expect(sharing('https://a.gateway.example/r', 'https://[2001:db8::1]/r')).toEqual([portTaken])
  expect(findings({ ...file, directoryServers: [] })).toEqual([
    'directoryServers: must have at least one directory server',
  ])
  expect(findings({ ...file, versions: ['2.3.0'] }).join()).toContain('one of 2.1.0, 2.2.0, 2.3.1')
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-directory-servers-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('certificates and keys are tried before anything starts', async () => {
  const { certificatePem, keyPem } = await testAuthority(folder, Date.now())
  const pem = { 'client.pem': certificatePem, 'client.key': keyPem, 'scheme.pem': certificatePem }
  for (const [name, text] of Object.entries({ ...pem, 'server.pem': certificatePem }))
    await writeFile(join(folder, name), text, { mode: 0o600 })
  const path = join(folder, 'directory-servers.json')
  await writeFile(path, JSON.stringify(file))
  await expect(readDirectoryServersFile(path)).rejects.toThrow(
    'directory server scheme-a, results.key: must be the path of the key',
  )
  await writeFile(join(folder, 'server.key'), keyPem, { mode: 0o600 })
  const { directoryServers } = await readDirectoryServersFile(path)
  expect(directoryServers[0]?.tls.key).toBe(join(folder, 'client.key'))
})
