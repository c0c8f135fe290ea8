import type { Counterparties } from '../../../src/operations/model/counterparties.ts'
import type { DirectoryClient } from '../../../src/threeDSecure/emv/directoryClient.ts'
import type { AuthenticationRecords } from '../../../src/threeDSecure/emv/records.ts'
import type { ResultsReceiver } from '../../../src/threeDSecure/emv/results.ts'

/** Ways to be wrong about results of challenges; see breakages.ts. */

/** Whoever comes back from a challenge says that it went well. */
export function believingBrowsers(counterparts: Counterparties): Counterparties {
  const { authenticator } = counterparts
  return {
    ...counterparts,
    authenticator: {
      ...authenticator,
      async send(ask, deadline) {
        const answer = await authenticator.send(ask, deadline)
        if (ask.verb !== 'challenge' || !ask.isReturning || answer.outcome !== 'undecided') return answer
        const ids = { acsTransactionId: ask.acsTransactionId, dsTransactionId: ask.acsTransactionId }
        return { outcome: 'judged', transactionStatus: 'Y', eci: '05', protocolVersion: '2.2.0', ...ids }
      },
    },
  }
}

/** That it fits, and that there is none yet, is looked up; the commit is under way, and may fail. */
export const acknowledgingFirst = (records: AuthenticationRecords): AuthenticationRecords => ({
  ...records,
  async deliver(result) {
    const known = await records.find(result.serverTransactionId)
    const isFit =
      known?.answer?.acsTransactionId === result.acsTransactionId &&
      known.answer.dsTransactionId === result.dsTransactionId &&
      known.directoryServer === result.directoryServer
    if (!isFit || known.result) return await records.deliver(result)
    void records.deliver(result).catch(() => undefined)
    return { state: 'recorded', authentication: known }
  },
})

/** Whichever directory server says it, it is the one that was asked. */
export const believingAnybody = (records: AuthenticationRecords): AuthenticationRecords => ({
  ...records,
  async deliver(result) {
    const { directoryServer, version } = (await records.find(result.serverTransactionId)) ?? result
    return await records.deliver({ ...result, directoryServer, version })
  },
})

/** Under whatever ids of the challenge it comes, it is about this one. */
export const overlookingIds = (
  receiver: ResultsReceiver,
  records: AuthenticationRecords,
): ResultsReceiver => ({
  async receive(text) {
    const message: Readonly<Record<string, unknown>> = JSON.parse(text)
    const known = await records.find(String(message.threeDSServerTransID))
    const { acsTransactionId, dsTransactionId } = known?.answer ?? {}
    const ids = { acsTransID: acsTransactionId, dsTransID: dsTransactionId }
    return await receiver.receive(known?.answer ? JSON.stringify({ ...message, ...ids }) : text)
  },
})

/** What other nodes have received is found by nobody here, and neither what a former life has. */
export function keepingToItself(records: AuthenticationRecords): AuthenticationRecords {
  const received = new Set<string>()
  return {
    ...records,
    async find(id) {
      const known = await records.find(id)
      if (!known || received.has(known.serverTransactionId)) return known
      const { result: _, ...rest } = known
      return rest
    },
    async deliver(result) {
      received.add(result.serverTransactionId)
      return await records.deliver(result)
    },
  }
}

/** Nothing is held against the answer that asked for the challenge, because nobody remembers it. */
export const forgettingIds = (records: AuthenticationRecords): AuthenticationRecords => ({
  ...records,
  answered: async () => ({}),
})

/** Silence is taken for a message that was lost. */
export const askingAgain = (client: DirectoryClient): DirectoryClient => ({
  ...client,
  async ask(text, options) {
    const answer = await client.ask(text, options)
    return answer.state === 'silent' ? await client.ask(text, options) : answer
  },
})
