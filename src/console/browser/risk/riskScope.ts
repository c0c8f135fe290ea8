// Risk rules and lists of a merchant, or without one those of the gateway: the same pages, by other calls.

import type { ConsoleCallName, ConsoleInput } from '../../api/calls.ts'
import type { ShownEntries, ShownEntry } from '../../api/risk.ts'
import { useExportedList } from '../components/exportedList.tsx'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import type { KnownRule, WrittenRule } from './ruleForm.ts'

export type PageScope = { readonly merchantId?: string | undefined }

export function useRules({ merchantId }: PageScope) {
  const own = useConsoleQuery(
    'riskRules',
    { merchantId: merchantId ?? '' },
    { isEnabled: merchantId !== undefined },
  )
  const gateway = useConsoleQuery('gatewayRiskRules', {}, { isEnabled: merchantId === undefined })
  return merchantId === undefined ? gateway : own
}

/** Whether this user may change what the scope has. */
export function useMayChange({ merchantId }: PageScope): boolean {
  const { permissions = [] } = useConsoleQuery('whoAmI', {}).data ?? {}
  return permissions.includes(merchantId === undefined ? 'gateway.change' : 'risk.change')
}

type Done = { readonly onSuccess: () => unknown }
const rulesOf: readonly ConsoleCallName[] = ['riskRules', 'gatewayRiskRules']

export function useSaveRule({ merchantId }: PageScope, { onSuccess }: Done) {
  const own = useConsoleMutation('saveRule', { invalidates: rulesOf, onSuccess })
  const gateway = useConsoleMutation('saveGatewayRule', { invalidates: rulesOf, onSuccess })
  const save = (rule: WrittenRule) =>
    merchantId === undefined ? gateway.mutate({ rule }) : own.mutate({ merchantId, rule })
  return { ...stateOf(merchantId === undefined ? gateway : own), save }
}

export function useRuleState({ merchantId }: PageScope, { onSuccess }: Done) {
  const own = useConsoleMutation('setRuleState', { invalidates: rulesOf, onSuccess })
  const gateway = useConsoleMutation('setGatewayRuleState', { invalidates: rulesOf, onSuccess })
  const set = (id: string, state: KnownRule['state']) =>
    merchantId === undefined ? gateway.mutate({ id, state }) : own.mutate({ merchantId, id, state })
  return { ...stateOf(merchantId === undefined ? gateway : own), set }
}

export function useRemoveRule({ merchantId }: PageScope, { onSuccess }: Done) {
  const own = useConsoleMutation('removeRule', { invalidates: rulesOf, onSuccess })
  const gateway = useConsoleMutation('removeGatewayRule', { invalidates: rulesOf, onSuccess })
  const remove = (id: string) =>
    merchantId === undefined ? gateway.mutate({ id }) : own.mutate({ merchantId, id })
  return { ...stateOf(merchantId === undefined ? gateway : own), remove }
}

type GivenThresholds = { readonly reviewFrom?: number; readonly rejectFrom?: number }

export function useThresholds({ merchantId }: PageScope, { onSuccess }: Done) {
  const own = useConsoleMutation('setRiskThresholds', { invalidates: rulesOf, onSuccess })
  const gateway = useConsoleMutation('setGatewayThresholds', { invalidates: rulesOf, onSuccess })
  const set = (given: GivenThresholds) =>
    merchantId === undefined ? gateway.mutate(given) : own.mutate({ merchantId, ...given })
  return { ...stateOf(merchantId === undefined ? gateway : own), set }
}

export function useEntries({ merchantId }: PageScope, list: ShownEntry['list']) {
  const own = useExportedList('riskEntries', { merchantId: merchantId ?? '', list }, nextOf, {
    ...{ isEnabled: merchantId !== undefined, fileName: `${list}-${merchantId}` },
  })
  const gateway = useExportedList('gatewayRiskEntries', { list }, nextOf, {
    ...{ isEnabled: merchantId === undefined, fileName: list },
  })
  return merchantId === undefined ? gateway : own
}

const nextOf = ({ after }: ShownEntries) => (after === undefined ? undefined : { after })

type EntryDone = { readonly onSuccess: (entry: ShownEntry) => unknown }
const listsOf: readonly ConsoleCallName[] = ['riskLists', 'gatewayRiskLists']

export function useAddEntry({ merchantId }: PageScope, { onSuccess }: EntryDone) {
  const own = useConsoleMutation('addToRiskList', { invalidates: listsOf, onSuccess })
  const gateway = useConsoleMutation('addToGatewayList', { invalidates: listsOf, onSuccess })
  const add = (entry: ConsoleInput<'addToGatewayList'>) =>
    merchantId === undefined ? gateway.mutate(entry) : own.mutate({ merchantId, ...entry })
  return { ...stateOf(merchantId === undefined ? gateway : own), add }
}

export function useRemoveEntry({ merchantId }: PageScope, { onSuccess }: EntryDone) {
  const own = useConsoleMutation('removeFromRiskList', { invalidates: listsOf, onSuccess })
  const gateway = useConsoleMutation('removeFromGatewayList', { invalidates: listsOf, onSuccess })
  const remove = (entry: ConsoleInput<'removeFromGatewayList'>) =>
    merchantId === undefined ? gateway.mutate(entry) : own.mutate({ merchantId, ...entry })
  return { ...stateOf(merchantId === undefined ? gateway : own), remove }
}

type SomeMutation = Pick<
  ReturnType<typeof useConsoleMutation<'saveRule'>>,
  'error' | 'errorBeside' | 'errorOf' | 'isPending'
>

const stateOf = ({ error, errorBeside, errorOf, isPending }: SomeMutation): SomeMutation => ({
  ...{ error, errorBeside, errorOf, isPending },
})
