import { triggersByExpiry } from '../acquirerHost/testCards.ts'
import type { SandboxCards } from '../console/api/sandbox.ts'
import type { ActDependencies } from '../console/server/actOnOrder.ts'
import { createAuditHandlers } from '../console/server/auditHandlers.ts'
import { createDeveloperHandlers } from '../console/server/developerHandlers.ts'
import { createDisputeHandlers } from '../console/server/disputeHandlers.ts'
import { createDoctorHandlers } from '../console/server/doctorHandlers.ts'
import { createOperatorHandlers } from '../console/server/operatorHandlers.ts'
import { createPayerHandlers } from '../console/server/payerHandlers.ts'
import { createSandboxBooksHandlers } from '../console/server/sandboxBooksHandlers.ts'
import { createSandboxControlHandlers } from '../console/server/sandboxControlHandlers.ts'
import { createSandboxHandlers } from '../console/server/sandboxHandlers.ts'
import type { SandboxCorner } from '../console/server/sandboxPort.ts'
import type { Gateway } from '../operations/gateway.ts'
import { notifiedRecordOf } from '../operations/record/record.ts'
import type { GatewayEnvironment } from '../platform/environment.ts'
import type { Log } from '../platform/log.ts'
import { brandOf } from '../standards/cardBrands.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'
import { openAdministration } from './administration.ts'
import { examinerOf } from './consoleDoctor.ts'
import type { OpenRequestLog } from './requestLog.ts'

/** What developers and operators ask and do in the console. */
export function openCorners(options: ConsoleCornersOptions) {
  const { store, keyring, gateway, log, warn, origin, flushRequestLog = async () => undefined } = options
  const findMerchant = (merchantId: string) => store.merchants.find(merchantId)
  const administrationOf = (actor: string) => openAdministration({ store, keyring, actor })
  const audit: ActDependencies['audit'] = (actor, merchantId, details) =>
    administrationOf(actor).audit.note('payment.act', details, merchantId)
  return {
    ...createAuditHandlers({
      ...{ audit: administrationOf('console').audit, verifications: store.auditVerifications, warn },
      auditOf: actor => administrationOf(actor).audit,
    }),
    ...createDeveloperHandlers({
      ...{ findMerchant, administrationOf, gateway, log, origin, flushRequestLog },
      requestLog: store.requestLog,
      notifications: store.orderNotifications(notifiedRecordOf),
    }),
    ...createDoctorHandlers({ findMerchant, flushRequestLog, examine: examinerOf(options) }),
    ...createOperatorHandlers({
      ...{ findMerchant, administrationOf, journal: store.journal, records: store.operatorRecords },
      ...{ linkRecords: store.linkRecords, owedByLink: store.owedByLink, cardRanges: store.cardRanges },
      reconciliation: store.reconciliation,
    }),
    ...createSandboxHandlers({ findMerchant, gateway, audit, cards: simulatedCards(options) }),
    ...createSandboxBooksHandlers(options),
    ...createSandboxControlHandlers({
      ...{ findMerchant, corner: options.corner },
      note: (actor, what, details, merchantId) =>
        administrationOf(actor).audit.note(what, details, merchantId),
    }),
    ...createDisputeHandlers({ findMerchant, gateway, audit }),
    ...createPayerHandlers({ payersOf: actor => administrationOf(actor).payers, flushRequestLog }),
  }
}

export type ConsoleCornersOptions = Pick<OpenRequestLog, 'flushRequestLog'> & {
  readonly store: Store
  readonly keyring: Keyring
  readonly gateway: Gateway
  readonly log: Log
  readonly warn: (reason: string) => void
  readonly origin: () => string
  readonly stage: GatewayEnvironment
  readonly acquirerLinks?: object | undefined
  /** Only of a sandbox. */
  readonly corner: SandboxCorner | undefined
}

/** Only where the acquirer is simulated: a link's host decides by itself what a card does. */
const simulatedCards = ({ stage, acquirerLinks }: ConsoleCornersOptions): SandboxCards | undefined =>
  stage !== 'sandbox' || acquirerLinks
    ? undefined
    : {
        outcomes: [...triggersByExpiry].map(([expiry, gatewayCode]) => ({ expiry, gatewayCode })),
        numbers: testNumbers.map(number => ({ number, brand: brandOf(number) })),
      }

const testNumbers = [
  ...['5123450000000008', '2223000000000007', '4508750015741019', '371881634498004', '30123400000000'],
  ...['3528000000000007', '6011003179988686', '5666555544443333', '6201089999995464'],
]
