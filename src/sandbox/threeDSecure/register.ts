import { createHash } from 'node:crypto'
import { keyedHash } from '../../platform/secretBox.ts'
import type {
  LegacyEnrolmentKey,
  LegacyEnrolmentRegister,
  LegacyPayerResult,
  RegisteredLegacyEnrolment,
} from '../../threeDSecure/port.ts'
import type { InteractionStore } from '../interactions.ts'
import type { LegacyIssuer } from './legacy.ts'

/** Checks as the simulated issuers answer them, remembered on their shelf. */
export function createLegacyEnrolmentRegister({
  shelf,
  issuer,
  key,
}: LegacyRegisterOptions): LegacyEnrolmentRegister {
  const hashOf = (cardNumber: string) => keyedHash(key, cardNumber).toString('base64')
  const find = async (
    name: LegacyEnrolmentKey,
  ): Promise<(RegisteredLegacyEnrolment & Pick<StoredEnrolment, 'asked'>) | undefined> => {
    const found = await shelf.find(idOf(name))
    if (!found) return undefined
    const kept: StoredEnrolment = JSON.parse(found.asked)
    const word: LegacyPayerResult | undefined =
      found.decision === undefined ? undefined : JSON.parse(found.decision)
    const isFor = (cardNumber: string) => hashOf(cardNumber) === kept.cardHash
    const amount = BigInt(kept.asked.split(' ')[1] ?? 0)
    return { found: kept.found, asked: kept.asked, isFor, amount, ...(word && { payerResult: word }) }
  }
  return {
    find,
    async check(ask) {
      const found = issuer.enrolment(ask)
      const cardHash = hashOf(ask.cardNumber)
      const asked = [cardHash, ask.amount, ask.currency].join(' ')
      const kept: StoredEnrolment = { found, cardHash, asked }
      await shelf.add({ id: idOf(ask), kind: 'challenge', asked: JSON.stringify(kept) })
      const first = await find(ask)
      return first?.asked === asked ? first.found : undefined
    },
    async conclude(name, paRes) {
      const kept = await find(name)
      const word = kept && 'xid' in kept.found ? issuer.result(paRes, kept.found.xid) : undefined
      if (!word) return undefined
      await shelf.decide(idOf(name), JSON.stringify(word))
      return (await find(name))?.payerResult
    },
  }
}

type LegacyRegisterOptions = {
  readonly shelf: InteractionStore
  readonly issuer: Pick<LegacyIssuer, 'enrolment' | 'result'>
  /** Under which card numbers are remembered. */
  readonly key: Buffer
}

type StoredEnrolment = Pick<RegisteredLegacyEnrolment, 'found'> & {
  readonly cardHash: string
  /** What tells the check from another under the same name. */
  readonly asked: string
}

const idOf = ({ merchantId, threeDSecureId }: LegacyEnrolmentKey): string =>
  `REG${createHash('sha256').update(`${merchantId}\n${threeDSecureId}`).digest('hex').slice(0, 32)}`
