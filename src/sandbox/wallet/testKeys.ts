// The keys of the simulated wallet: published here, so only a sandbox knows them.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { EcV1Keys } from '../../wallets/ecV1Token.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64')
const privateKey = (text: string): KeyObject =>
  createPrivateKey({ key: bytes(text), type: 'pkcs8', format: 'der' })

/** Signs tokens, as the wallet's server would. */
export const testSigner = {
  key: privateKey(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCqevVuVkTtzkqnbRkt25PVRei1aaiGA533sVyoHozbShRANC' +
      'AASjJgwJxZyHpdKhqr6jqwHNE72knd+BWMXJ5YspJ8yIk9peeCLubufZyTBq3gy1wlJXJiZGwYorsRN9PMwhIv/R',
  ),
  certificate: bytes(
    'MIIBYzCCAQqgAwIBAgIBAzAKBggqhkjOPQQDAjApMScwJQYDVQQDDB5Ub2xsZ2F0ZSB0ZXN0IHdhbGxldCBhdXRob3JpdHkw' +
      'IBcNMjAwMTAxMDAwMDAwWhgPMjA5OTEyMzEwMDAwMDBaMB8xHTAbBgNVBAMMFFRvbGxnYXRlIHRlc3Qgd2FsbGV0MFkwEwYH' +
      'KoZIzj0CAQYIKoZIzj0DAQcDQgAEoyYMCcWch6XSoaq+o6sBzRO9pJ3fgVjFyeWLKSfMiJPaXngi7m7n2ckwat4MtcJSVyYm' +
      'RsGKK7ETfTzMISL/0aMrMCkwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwCQYDiDcBBAIFADAKBggqhkjOPQQDAgNH' +
      'ADBEAiB/xhli/PfgspgIbjmP6qixGO2tF+84s9hbPdEwAga2DwIgSt0UyquQU1TYTMhH0WDLFvRSksA9gApVY7q+4nrDTAs=',
  ),
  intermediate: bytes(
    'MIIBbTCCARKgAwIBAgIBAjAKBggqhkjOPQQDAjAkMSIwIAYDVQQDDBlUb2xsZ2F0ZSB0ZXN0IHdhbGxldCByb290MCAXDTIw' +
      'MDEwMTAwMDAwMFoYDzIwOTkxMjMxMDAwMDAwWjApMScwJQYDVQQDDB5Ub2xsZ2F0ZSB0ZXN0IHdhbGxldCBhdXRob3JpdHkw' +
      'WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQHAuuxLsaV5wGe7VTDKxog3LkHXChRDEADWC1NOyHtbB4qHuYT5EcTdr6Y6FMz' +
      'AJrANCQcWYZ2PY0Q4h2AB2btoy4wLDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAJBgOINwIEAgUAMAoGCCqG' +
      'SM49BAMCA0kAMEYCIQDBRXjw1a8WbbyMpFJgffAMB4qj9VBdcEqEP+VP8F+WSQIhAK7iJGHXa889tlbn0n90lk2eT/kLSCa2' +
      'rdupXqM8GBcT',
  ),
}

/** What an operator would configure to open them. The object identifiers are those for examples. */
export const testWalletKeys: EcV1Keys = {
  privateKeys: [
    privateKey(
      'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgscGD65YxK4FrRxbF8sAgFJflXMYFAnyEQdn+NNENxZ2hRANC' +
        'AAQQG3ntTCCn26XWhr2YSb5MwHhWBgAyrXJA2BDQ9JwKY3pAzHJnE1fhtbQr0DfEO+TXLLH6M0g0thxd5H/VHlrS',
    ),
  ],
  signer: {
    root: new X509Certificate(
      bytes(
        'MIIBXDCCAQKgAwIBAgIBATAKBggqhkjOPQQDAjAkMSIwIAYDVQQDDBlUb2xsZ2F0ZSB0ZXN0IHdhbGxldCByb290MCAXDTIw' +
          'MDEwMTAwMDAwMFoYDzIwOTkxMjMxMDAwMDAwWjAkMSIwIAYDVQQDDBlUb2xsZ2F0ZSB0ZXN0IHdhbGxldCByb290MFkwEwYH' +
          'KoZIzj0CAQYIKoZIzj0DAQcDQgAET25q7Ejs896Dm8vhO3aOU6D44vZGRsoG2tavpRIvmqAcPmKPnMsOSmK/J8mA8GObV0HG' +
          'HAJg0RhYvL2fJz6xeqMjMCEwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwCgYIKoZIzj0EAwIDSAAwRQIhAOke' +
          '+SzqhnJmtDEQb1qHooX3T1+sEzLKeedsxWFReKbFAiBN4NlN7aIoBQ4xAC38FggYWFQ0dcqpUg3NRTqEz8uNlg==',
      ),
    ),
    leafMarker: '2.999.1',
    intermediateMarker: '2.999.2',
  },
  partyU: 'Sandbox',
  merchantIdentifier: 'merchant.sandbox.example',
}
