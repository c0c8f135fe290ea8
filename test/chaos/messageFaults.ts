import type { ProviderFaults } from '../providers/providerProcess.ts'
import type { DirectoryFaults } from '../threeDSecure/directoryProcess.ts'

/** What directory server and issuers do wrong, with about one message of five. */
export const directoryFaults: DirectoryFaults = {
  'drop-request': { probability: 0.02 },
  'drop-answer': { probability: 0.03 },
  'cut-answer': { probability: 0.02 },
  slow: { probability: 0.02, ms: 3_000 },
  erro: { probability: 0.02 },
  'http-error': { probability: 0.02 },
  'not-json': { probability: 0.01 },
  'ares-wrong-id': { probability: 0.01 },
  'ares-missing': { probability: 0.01 },
  'rreq-twice': { probability: 0.05 },
  'rreq-contradicted': { probability: 0.05 },
  'rreq-after-return': { probability: 0.05, ms: 1_000 },
  'rreq-never': { probability: 0.03 },
  'rreq-other-ids': { probability: 0.03 },
  'rreq-wrong-certificate': { probability: 0.03 },
}

/** What a provider does wrong with calls and notices, in about one of five; and payers who pay in an app. */
export const callFaults: ProviderFaults = {
  'drop-request': { probability: 0.02 },
  'http-error': { probability: 0.01 },
  'try-again': { probability: 0.02 },
  silence: { probability: 0.02 },
  'drop-answer': { probability: 0.03 },
  'cut-answer': { probability: 0.02 },
  slow: { probability: 0.02, ms: 2_500 },
  'broken-json': { probability: 0.01 },
  unsigned: { probability: 0.01 },
  'wrong-signature': { probability: 0.01 },
  'old-signature': { probability: 0.01 },
  'other-call': { probability: 0.01 },
  'wrong-payment': { probability: 0.01 },
  'app-push': { probability: 0.3 },
  'slow-parts': { probability: 0.1 },
  'notice-never': { probability: 0.2 },
  'notice-twice': { probability: 0.1 },
  'notice-early': { probability: 0.05 },
  'notice-unknown': { probability: 0.05 },
  'notice-forged': { probability: 0.05 },
}
