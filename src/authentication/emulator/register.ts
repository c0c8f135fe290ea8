import { createHash } from 'node:crypto'
import { maskedNumber } from '../../standards/maskedNumber.ts'
import type {
  EnrolmentCheck,
  EnrolmentName,
  EnrolmentRegister,
  IssuerWord,
  RegisteredEnrolment,
} from '../port.ts'
import type { LegacyIssuer } from './legacy.ts'
import type { InteractionShelf } from './shelf.ts'

/** Checks as the simulated issuers answer them, remembered on their shelf. */
export function createEnrolmentRegister({ shelf, issuer }: RegisterParts): EnrolmentRegister {
  const find = async (name: EnrolmentName): Promise<Kept | undefined> => {
    const found = await shelf.find(idOf(name))
    if (!found) return undefined
    const kept: Omit<Kept, 'word'> = JSON.parse(found.asked)
    const word: IssuerWord | undefined = found.decision === undefined ? undefined : JSON.parse(found.decision)
    return { ...kept, ...(word && { word }) }
  }
  return {
    find,
    async check(ask) {
      const found = issuer.enrolment(ask)
      const asked = askedOf(ask)
      const kept = { found, maskedNumber: maskedNumber(ask.cardNumber), asked }
      await shelf.add({ id: idOf(ask), kind: 'challenge', asked: JSON.stringify(kept) })
      const first = await find(ask)
      return first?.asked === asked ? first.found : undefined
    },
    async conclude(name, paRes) {
      const kept = await find(name)
      const word = kept && 'xid' in kept.found ? issuer.result(paRes, kept.found.xid) : undefined
      if (!word) return undefined
      await shelf.decide(idOf(name), JSON.stringify(word))
      return (await find(name))?.word
    },
  }
}

type RegisterParts = {
  readonly shelf: InteractionShelf
  readonly issuer: Pick<LegacyIssuer, 'enrolment' | 'result'>
}

type Kept = RegisteredEnrolment & {
  /** What tells the check from another under the same name. */
  readonly asked: string
}

const idOf = ({ merchantId, threeDSecureId }: EnrolmentName): string =>
  `REG${createHash('sha256').update(`${merchantId}\n${threeDSecureId}`).digest('hex').slice(0, 32)}`

/** The number itself is not kept, and cannot be found by trying: the amount beside it tells as much. */
const askedOf = ({ cardNumber, amount, currency }: EnrolmentCheck): string =>
  [maskedNumber(cardNumber), amount, currency].join(' ')
