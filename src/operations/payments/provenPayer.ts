import type { AskedAuthentication } from '../../acquirers/port.ts'
import { type Content, isObject } from '../../contract/kit/content.ts'
import type { AuthenticationStatus } from '../../orders/transaction.ts'
import type { RegisteredLegacyEnrolment } from '../../threeDSecure/port.ts'
import { valueIn } from '../model/documents.ts'
import type { PlanContext } from '../model/flow.ts'
import { type Proving, proofNamed } from './payerProof.ts'

/** What the acquirer is told of the payer's authentication, and what the answer shows of it. */
export function provenBy({ authentication }: Proving, past: PlanContext): Proof {
  if (past.enrolment) return provenByIssuer(past.enrolment)
  const id = authentication?.transactionId
  const proof = id === undefined ? undefined : proofNamed(id, past)
  const told = proof ? contentOf(valueIn(proof.outcome ?? '{}', 'authentication')) : (authentication ?? {})
  const first = contentOf(told['3ds'])
  const second = contentOf(told['3ds2'])
  const asked = askedOf(first, second)
  if (!proof && Object.keys(asked).length === 0) return {}
  const { version } = told
  const shown = {
    ...(proof && {
      authentication: { ...keptOf(told), ...(version !== undefined && { version }) },
      transaction: { authenticationStatus: proof.authenticationStatus },
    }),
    '3DSecure': olderForm(first, second.transactionStatus, proof?.authenticationStatus),
  }
  return { proof: shown, ...(Object.keys(asked).length > 0 && { asked: { authentication: asked } }) }
}

/** As an older integration went about it. */
function provenByIssuer({ found, payerResult: word, amount }: RegisteredLegacyEnrolment): Proof {
  const { acsEci, authenticationToken, paResStatus, xid } = word ?? {}
  const first = {
    ...(acsEci !== undefined && { acsEci }),
    ...(authenticationToken !== undefined && { authenticationToken }),
    ...(xid !== undefined && { transactionId: xid }),
  }
  const { enrollmentStatus } = found
  const proof = {
    '3DSecure': { ...olderForm(first, paResStatus, undefined), enrollmentStatus },
    // The check is no transaction of the order: what it was about is kept with what relies on it.
    consulted: { checkedAmount: String(amount) },
  }
  if (!word) return { proof }
  return { proof, asked: { authentication: askedOf(first, { transactionStatus: paResStatus }) } }
}

function askedOf(
  { acsEci, authenticationToken, transactionId }: Content,
  second: Content,
): AskedAuthentication {
  const { dsTransactionId, transactionStatus, protocolVersion } = second
  const id = dsTransactionId ?? transactionId
  return {
    ...(typeof acsEci === 'string' && { eci: acsEci }),
    ...(typeof authenticationToken === 'string' && { token: authenticationToken }),
    ...(typeof id === 'string' && { transactionId: id }),
    ...(typeof transactionStatus === 'string' && { transactionStatus }),
    ...(typeof protocolVersion === 'string' && { protocolVersion }),
  }
}

type Proof = {
  readonly proof?: Content
  readonly asked?: { readonly authentication: AskedAuthentication }
}

const keptOf = ({ '3ds': first, '3ds2': second }: Content): Content => ({
  ...(first !== undefined && { '3ds': first }),
  ...(second !== undefined && { '3ds2': second }),
})

/** As the first generation told it (spec 2.12); its identifier has a form of its own. */
function olderForm(
  { acsEci, authenticationToken, transactionId }: Content,
  transactionStatus: unknown,
  status: AuthenticationStatus | undefined,
): Content {
  const isXid = typeof transactionId === 'string' && /^[0-9A-Za-z+/]{27}=$/.test(transactionId)
  const authenticationStatus = olderStatuses.get(transactionStatus)
  return {
    enrollmentStatus: status === undefined ? 'ENROLLED' : enrolments[status],
    ...(acsEci !== undefined && { acsEci }),
    ...(authenticationToken !== undefined && { authenticationToken }),
    ...(authenticationStatus && { authenticationStatus }),
    ...(isXid && { xid: transactionId }),
  }
}

const olderStatuses: ReadonlyMap<unknown, string> = new Map([
  ['Y', 'AUTHENTICATION_SUCCESSFUL'],
  ['A', 'AUTHENTICATION_ATTEMPTED'],
  ['U', 'AUTHENTICATION_NOT_AVAILABLE'],
])

const enrolments = {
  AUTHENTICATION_ATTEMPTED: 'ENROLLED',
  AUTHENTICATION_AVAILABLE: 'ENROLLED',
  AUTHENTICATION_EXEMPT: 'ENROLLED',
  AUTHENTICATION_FAILED: 'ENROLLED',
  AUTHENTICATION_NOT_SUPPORTED: 'NOT_ENROLLED',
  AUTHENTICATION_PENDING: 'ENROLLED',
  AUTHENTICATION_REJECTED: 'ENROLLED',
  AUTHENTICATION_SUCCESSFUL: 'ENROLLED',
  AUTHENTICATION_UNAVAILABLE: 'ENROLLMENT_STATUS_UNDETERMINED',
} as const satisfies Record<AuthenticationStatus, string>

const contentOf = (value: unknown): Content => (isObject(value) ? value : {})
