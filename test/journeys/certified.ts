import { issueClientCertificate, testAuthority } from '../../src/certificates/ownCertificates.ts'
import { granted, openAdministrator } from './administrator.ts'
import type { Client } from './client.ts'
import type { TestGateway } from './gateway.ts'

/** TESTMERCHANT at the gateway's listener for certificates, with one of the test authority's, bound to it. */
export async function openCertified(gateway: TestGateway, dataDirectory: string): Promise<Client> {
  const authority = await testAuthority(dataDirectory, Date.now())
  const pair = await issueClientCertificate(authority, { name: 'TESTMERCHANT', nowMs: Date.now() })
  const administrator = await openAdministrator(gateway.database.logins)
  granted(await administrator.certificates.bind('TESTMERCHANT', pair.certificatePem))
  await administrator.close()
  return gateway.certified(pair)
}
