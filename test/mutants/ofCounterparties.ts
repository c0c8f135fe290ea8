// Mistakes in what speaks to acquirers and directory servers.

import { inFile, type Mutant } from './mutant.ts'

const link = 'src/acquirers/iso8583'
const schemes = 'src/threeDSecure/emv'

export const ofLink: readonly Mutant[] = [
  ...inFile(`${link}/link/matching.ts`, link, [
    [
      'the answer to a reversal counts for a payment',
      'type.slice(0, 2) + ((type.charCodeAt(2) - 0x30) >> 1) + identityOf(fields)',
      'identityOf(fields)',
    ],
    [
      'an answer about another amount is believed',
      'if (given === expected) return undefined',
      'if (given) return undefined',
    ],
    [
      'an answer without a response code is believed',
      "if (code === undefined || code.trim() === '') return 'has no response code'",
      'if (code === undefined) return undefined',
    ],
  ]),
  ...inFile(`${link}/codec/frames.ts`, `${link}/codec/frames.test.ts ${link}/link/link.test.ts`, [
    [
      'answers go back to where they came from',
      'header.subarray(3, 5), header.subarray(1, 3)',
      'header.subarray(1, 3), header.subarray(3, 5)',
    ],
    [
      'a frame of any length is set memory aside for',
      "if (length > longest) throw new IsoFormatError('the frame is too long')",
      '',
    ],
  ]),
  ...inFile(`${link}/codec/messageAuthentication.ts`, `${link} src/acquirerHost`, [
    [
      'a message with a wrong check value is believed',
      'if (!authentication.isRight(covered, ',
      'if (!authentication || !(covered, ',
    ],
    ['the key before is accepted for ever', 'clock.monotonicMs() < previous.untilMs &&', ''],
  ]),
  ...inFile(`${link}/link/waitingQuestion.ts`, link, [
    ['recovery floods a host that comes back', 'if (this.#allowed < 1) return false', ''],
  ]),
  ...inFile(`${link}/link/delivery.ts`, `${link}/link`, [
    ['an answer is taken for proof of what was asked after it', '.last <= number)', '.last <= number + 1)'],
    [
      'an original may arrive when it is long believed unheard-of',
      'if (unprovenMs < (',
      'if (inFlight >= 0 || unprovenMs < (',
    ],
  ]),
  ...inFile(`${link}/link/hostSocket.ts`, `${link}/link/hostSocket.test.ts`, [
    [
      'what a connection has not delivered when it ends is left to the system',
      '  wire.resetAndDestroy()\n',
      '',
    ],
  ]),
  ...inFile('src/platform/breaker.ts', `${link} src/platform/breaker.test.ts src/providers/link`, [
    [
      'a host that does not answer is asked on and on',
      'failures >= failuresMax)) open()',
      'failures < 0)) open()',
    ],
  ]),
  ...inFile(`${link}/messages/leases.ts`, `${link} src/store/traceNumbers.test.ts`, [
    [
      "a terminal's trace number comes twice a day",
      '24 * 60 * 60_000 + blockLifeMs.terminal',
      'blockLifeMs.terminal',
    ],
  ]),
]

export const ofThreeDSecure: readonly Mutant[] = [
  ...inFile(`${schemes}/results.ts`, schemes, [
    [
      'a result is acknowledged that was not recorded',
      'if (!(error instanceof StoreUnavailable)) throw error',
      "if (error) return rresOf(message, '01')",
    ],
    [
      'a second, other result is acknowledged',
      "if (state === 'other') return refuse(...unknownTransaction)",
      '',
    ],
    [
      'anybody speaks about what another one was asked',
      "if (state === 'refused') return refuse(...objectionTo(authentication, message, directoryServer))",
      '',
    ],
  ]),
  ...inFile(`${schemes}/serverTransactionId.ts`, schemes, [
    ['a result is not found in its cell', 'bytes.writeUInt16BE(cell, 0)', 'bytes.writeUInt16BE(0, 0)'],
  ]),
  ...inFile(`${schemes}/replies.ts`, schemes, [
    ['half a notice counts as read', 'Number(number) >= Number(total)', 'Number(number) <= Number(total)'],
  ]),
]
