// Configuration as code: what the database holds, and doing what a plan says, by the very functions that
// single commands and the console call.

import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { AdministrationDependencies } from '../context.ts'
import type { DirectoryMerchantAdministration } from '../directoryMerchants.ts'
import type { AddedMerchant, MerchantAdministration } from '../merchants.ts'
import type { RiskAdministration } from '../risk.ts'
import { type KnownConfiguration, readKnown, type WantedKnown } from './known.ts'
import type { ConfigurationTask, PlannedStep } from './steps.ts'

export interface ConfigurationAdministration {
  known(wanted?: WantedKnown): Promise<KnownConfiguration>
  /**
   * One step after the other, until all are done or one is refused. What is done stays: the next plan goes on
   * from there.
   */
  apply(steps: readonly PlannedStep[], listener: ApplyListener): Promise<AppliedSteps>
}

export type ApplyListener = {
  readonly onStep: (step: PlannedStep) => void
  /** At once, because nothing can show it again. */
  readonly onPassword: (added: AddedMerchant) => void
}
export type AppliedSteps = {
  readonly done: number
  readonly stopped?: { readonly path: string; readonly rejection: Rejection }
}

type Parts = {
  readonly merchants: Pick<MerchantAdministration, 'add' | 'set' | 'stand'>
  readonly directoryMerchants: Pick<DirectoryMerchantAdministration, 'remove' | 'set'>
  readonly risk: Pick<
    RiskAdministration,
    'remove' | 'save' | 'setIssuerRanges' | 'setState' | 'setThresholds'
  >
}

export function createConfigurationAdministration(
  dependencies: Pick<AdministrationDependencies, 'store'>,
  parts: Parts,
): ConfigurationAdministration {
  return {
    known: (wanted = {}) => readKnown(dependencies, wanted),
    async apply(steps, { onStep, onPassword }) {
      for (const [done, step] of steps.entries()) {
        for (const task of step.tasks) {
          const result = await perform(parts, task)
          if (isRejection(result)) return { done, stopped: { path: step.path, rejection: result } }
          if ('password' in result) onPassword(result)
        }
        onStep(step)
      }
      return { done: steps.length }
    },
  }
}

function perform(parts: Parts, task: ConfigurationTask) {
  const { merchants, directoryMerchants, risk } = parts
  switch (task.task) {
    case 'addMerchant':
      return merchants.add(task)
    case 'setProfile':
      return merchants.set(task.merchantId, task.settings)
    case 'stand':
      return merchants.stand(task.merchantId, task)
    case 'setDirectoryRecord':
      return directoryMerchants.set(task.merchantId, task.directoryServer, task.fields)
    case 'removeDirectoryRecord':
      return directoryMerchants.remove(task.merchantId, task.directoryServer)
    case 'saveRule':
      return risk.save(task.scope, task.rule)
    case 'setRuleState':
      return risk.setState(task.scope, task.id, task.state)
    case 'removeRule':
      return risk.remove(task.scope, task.id)
    case 'setThresholds':
      return risk.setThresholds(task.scope, task.thresholds)
    case 'setIssuerRanges':
      return risk.setIssuerRanges(task.ranges)
  }
}
