import { createRiskHandlers, type RiskHandlers } from '../console/server/riskHandlers.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { Pipeline } from '../operations/pipeline/execution.ts'
import { isRejection } from '../orders/rejection.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'
import { openAdministration } from './administration.ts'

/** What the console's pages ask about risk rules, lists and reviews, and change. */
export function openRisk({ store, keyring, gateway, pipeline }: ConsoleRiskOptions): RiskHandlers {
  const administrationOf = (actor: string) => openAdministration({ store, keyring, actor })
  return createRiskHandlers({
    findMerchant: merchantId => store.merchants.find(merchantId),
    ...{ gateway, pipeline, journal: pipeline.journal, search: store.search },
    ...{ rules: store.riskRules, reviews: store.riskReviews },
    async nextMerchant(after) {
      const found = await administrationOf('console').merchants.list({
        limit: 1,
        ...(after !== undefined && { after }),
      })
      return isRejection(found) ? undefined : found[0]?.merchantId
    },
    riskOf: actor => administrationOf(actor).risk,
    auditReview: (actor, merchantId, details) =>
      administrationOf(actor).audit.note('risk.review', details, merchantId),
  })
}

export type ConsoleRiskOptions = {
  readonly store: Store
  readonly keyring: Keyring
  readonly gateway: Gateway
  readonly pipeline: Pipeline
}
