// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they quote sources.

import { inFile, type Mutant } from './mutant.ts'
import { ofLink, ofThreeDSecure } from './ofCounterparties.ts'

const pipeline = 'src/operations/pipeline'
const recovery = 'src/operations/recovery'
const journal = 'src/store/journal'
const journalSuite = ['journal.test.ts', 'journal.faults.test.ts', 'journal.race.test.ts']
  .map(name => `${journal}/${name}`)
  .join(' ')
const logins = 'src/http/authentication'

const ofPipeline: readonly Mutant[] = [
  ...inFile(`${pipeline}/replay.ts`, `${pipeline} test/journeys/replay.test.ts`, [
    [
      'another request under a used id is answered as the first one',
      'prepared.isWhole && prepared.fingerprint.equals(fingerprint)',
      'prepared.isWhole && fingerprint.length > 0',
    ],
    [
      'a request with unknown fields counts as the same request',
      'prepared.isWhole && prepared.fingerprint.equals(fingerprint)',
      'prepared.fingerprint.equals(fingerprint)',
    ],
    [
      'a request that is under way is answered as if it were done',
      'if (known.outcome !== undefined)\n',
      'if (known)\n',
    ],
  ]),
  ...inFile(`${pipeline}/settle.ts`, `${pipeline} test/simulation/simulation.test.ts`, [
    ['an outcome is told that another node has overruled', "if (closed.state !== 'closed')", 'if (!closed)'],
  ]),
  ...inFile(`${pipeline}/execute.ts`, pipeline, [
    ['what a lost request took is not given back', '  await taken.giveBack()\n', ''],
  ]),
  ...inFile(`${pipeline}/assessRisk.ts`, `${pipeline} src/risk`, [
    ['what a rule rejects goes to the acquirer', '? blockedPlan(plan) : plan', '? plan : plan'],
  ]),
  ...inFile('src/operations/model/conclusions.ts', `src/operations test/journeys/acquirerTraces.test.ts`, [
    ['what was never sent is reversed', "if (answer.outcome === 'unsent') return notSent\n", ''],
    [
      'an approval of another amount stands',
      "if (concluded?.result === 'UNKNOWN') return {",
      'if (!concluded) return {',
    ],
    ['silence owes nothing', 'if (obligation) return { ...doubt, obligation, keepsOrderBusy }', ''],
  ]),
  ...inFile(`${journal}/begin.ts`, journalSuite, [
    [
      'two requests are under way on one order',
      'where o.version = excluded.version - 1 and o.open_id is null',
      'where o.version <= excluded.version',
    ],
    [
      'the row of another node counts as ours',
      'known?.is_running && known.known_attempt === intent.attempt',
      'known?.is_running',
    ],
  ]),
  ...inFile(`${journal}/settledRows.ts`, journalSuite, [
    [
      'an outcome is written whoever holds the transaction',
      "close: 'o.version = excluded.version - 1 and o.open_id = excluded.open_id'",
      "close: 'true'",
    ],
  ]),
  ...inFile(`${journal}/recordedBefore.ts`, journalSuite, [
    [
      'another outcome under the same fence counts as ours',
      'row?.result === result && row.gateway_code === gatewayCode && row.outcome === outcome',
      'row !== undefined',
    ],
  ]),
  ...inFile(`${journal}/groupCommit.ts`, `${journal}/groupCommit.test.ts ${journalSuite}`, [
    [
      'a commit whose answer was lost counts as failed',
      "isUnsure ||= failure === 'unsure'",
      'isUnsure ||= false',
    ],
    [
      'one row that cannot be stored fails its whole group',
      "if (failureOf(done.error) === 'culprit' && items.length > 1)",
      'if (items.length > 1_000)',
    ],
    [
      'the first look after a lost commit is believed',
      'const isDue = isUnsure && verdicts.some(verdict => verdict !== undefined && isDoubtful(verdict))',
      'const isDue = false',
    ],
  ]),
  ...inFile('src/store/connection/statement.ts', 'src/store/connection/statement.test.ts', [
    [
      'a transaction whose commit was lost counts as failed',
      'if (!isCommitSent && error instanceof Error)',
      'if (error instanceof Error)',
    ],
    [
      'a transaction that was lost before its commit counts as unknown',
      'if (!isCommitSent && error instanceof Error)',
      'if (!error)',
    ],
  ]),
]

const ofRecovery: readonly Mutant[] = [
  ...inFile(`${recovery}/nextAttempt.ts`, recovery, [
    ['a reversal that overtook its payment is believed', '+ wayMaxMs', '- 2 * wayMaxMs'],
    [
      'the few repeats that a host allows are spent at once',
      '0: 900_000, 1: 900_000, 2: 300_000',
      '0: 60_000, 1: 60_000, 2: 60_000',
    ],
    [
      'what was not sent counts as a repeat',
      "await journal.postponeUnsent(due, goesOn ? 'alarm' : 'soon')",
      'await Promise.resolve()',
    ],
  ]),
  ...inFile(`${recovery}/obligationOutcomes.ts`, recovery, [
    [
      '"no such payment" is believed while it may be on its way',
      "received.answer.outcome === 'noOriginal' && !isEarly",
      "received.answer.outcome === 'noOriginal' && !!isEarly",
    ],
    [
      'a host that says yes before it looks is believed at once',
      '(!received.answer.isBlind || !isEarly(received.due, received.patienceMs))',
      'true',
    ],
    [
      'a payment is left standing that nobody wanted',
      'answer.stands === true && !isCharge(known)',
      'answer.stands === true',
    ],
    [
      'a late approval is kept beside another payment',
      'if (!isApprovalWanted(received.order.transactions, received.known))',
      'if (!received)',
    ],
    ['an acquirer that cannot tell is asked for ever', 'due.nowMs - due.owedAtMs > hourMs', 'due.nowMs < 0'],
    [
      'a declined advice is not reversed',
      'return { ...toBeReversed(received), concluded, isAnswered: true }',
      'return { concluded, isAnswered: true }',
    ],
  ]),
  ...inFile(`${recovery}/takeOver.ts`, `${recovery} ${pipeline}`, [
    [
      'what was never sent is reversed after a crash',
      ': known.trace === nothingAssigned',
      ': known.trace === nothingAssigned && !known',
    ],
    ['what a crashed node left open owes nothing', '...(obligation && { obligation, keepsOrderBusy })', ''],
  ]),
]

const ofNotifications: readonly Mutant[] = [
  ...inFile('src/notifications/outcome.ts', 'src/notifications', [
    ['a redirect counts as delivered', 'status >= 200 && status < 300', 'status >= 200 && status < 400'],
    ['a receiver that wants no more is asked again', "if (status === 410) return { kind: 'gone' }\n", ''],
    [
      'a receiver that asks for time gets none',
      'return Math.max(scheduled, Math.min(retryAfterMs, retryAfterMaxMs))',
      'return scheduled',
    ],
    [
      'a receiver may ask for more time than there is',
      'Math.min(retryAfterMs, retryAfterMaxMs)',
      'retryAfterMs',
    ],
  ]),
  ...inFile('src/notifications/envelope.ts', 'src/notifications', [
    [
      'the shared secret goes over plain HTTP',
      "url?.protocol === 'https:' ? url.origin : undefined",
      'url?.origin',
    ],
    ['every server gets the shared secret', 'origin === secureOrigin(home)', 'origin !== secureOrigin(home)'],
  ]),
  ...inFile('src/notifications/delivery.ts', 'src/notifications', [
    [
      'an attempt that we broke off counts against the receiver',
      'outcome.isBrokenOff ? ',
      'outcome.isBrokenOff && false ? ',
    ],
    [
      'a notification ends by what a cache says',
      'await profileOf(claim.merchantId, true)',
      'await profileOf(claim.merchantId)',
    ],
  ]),
  ...inFile('src/store/notifications/claim.ts', 'src/store/notifications', [
    ['a notification overtakes the one before it', 'and (attempts > 0 or (${predecessor()}) is null)', ''],
    [
      'two nodes send the same notification',
      'leased_until is null or leased_until <=',
      'leased_until is null or leased_until >=',
    ],
  ]),
  ...inFile('src/store/notifications/takeIn.ts', 'src/store/notifications', [
    [
      'numbers of the feed become visible out of order',
      'pg_try_advisory_xact_lock(${feedLock}, $1::int4)',
      'true',
    ],
    [
      'numbers of the feed are not in the order of changes',
      'from decided order by next_at, merchant_id, order_no, sequence',
      'from decided order by sequence desc',
    ],
  ]),
]

const ofVault: readonly Mutant[] = [
  ...inFile('src/vault/merchantBox.ts', 'src/vault src/platform src/store/keys', [
    [
      'a sealed card opens in the row of another transaction',
      '\\n${merchantId}\\n${identity}`',
      '\\n${merchantId}`',
    ],
    ['a sealed card opens at another merchant', '\\n${merchantId}\\n${identity}`', '\\n${identity}`'],
  ]),
  ...inFile('src/vault/cards.ts', 'src/vault src/operations/pipeline', [
    [
      'a security code is sealed with the card',
      'nameOnCard }: KeptCard): string {\n  return JSON.stringify({ number,',
      'nameOnCard, ...more }: KeptCard): string {\n  return JSON.stringify({ ...more, number,',
    ],
  ]),
  ...inFile('src/platform/secretBox.ts', 'src/platform src/vault', [
    [
      'a nonce is used twice',
      'return nonces.subarray(noncesUsed - nonceBytes, noncesUsed)',
      'return nonces.subarray(0, nonceBytes)',
    ],
    ['a box that somebody changed opens', '  } catch {\n    throw new BoxBroken()\n  }', '  } catch {}'],
    [
      'long values are hashed without the key',
      'hashOf(Buffer.concat([inner, Buffer.from(value)]))',
      'hashOf(Buffer.from(value))',
    ],
  ]),
]

const ofCredentials: readonly Mutant[] = [
  ...inFile('src/http/api/requestPipeline.ts', 'src/http/api/revokedMeanwhile.test.ts', [
    [
      'a password that is retired while the body comes counts',
      'const current = isLate ?',
      'const current = isLate && routed.merchant === undefined ?',
    ],
  ]),
  ...inFile(`${logins}/credentials.ts`, `${logins} test/journeys/passwords.test.ts`, [
    [
      "a password opens another merchant's path",
      'login.user === `merchant.${merchantId}` ? access',
      'login.user ? access',
    ],
    [
      'a page of another origin may use a password',
      'if (sessionId === undefined && isOfForeignPage) return notForPages',
      '',
    ],
    ['the second password is refused', 'return isFirst || isSecond', 'return isFirst && !isSecond'],
    [
      'a new password is refused while the old one is cached',
      'return compared(await directory.find(merchantId, cameAtMs))',
      'return remembered',
    ],
  ]),
  ...inFile(`${logins}/failedLogins.ts`, logins, [
    ['guessing passwords is not slowed down', 'count >= failuresMax && hasRoom(pair)', 'count < 0'],
  ]),
  ...inFile(`${logins}/browserSession.ts`, logins, [
    ['a session opens another order', 'if (ownOrderId !== orderId) return ofAnotherOrder', ''],
    [
      "a browser changes the merchant's amount",
      '  if (refused) return refused\n  const completed',
      '  const completed',
    ],
  ]),
  ...inFile('src/platform/limits/tokenBuckets.ts', 'src/http/policy src/platform/limits', [
    ['nothing limits the requests of a merchant', 'bucket.tokens--', ''],
  ]),
]

export const mutants: readonly Mutant[] = [
  ...ofPipeline,
  ...ofRecovery,
  ...ofNotifications,
  ...ofVault,
  ...ofCredentials,
  ...ofLink,
  ...ofThreeDSecure,
]
