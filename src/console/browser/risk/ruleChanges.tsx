// Changing the state of a rule, and deleting one: each says first what will happen.

import { Text } from '@mantine/core'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { useWords } from '../language.tsx'
import { type PageScope, useRemoveRule, useRuleState } from './riskScope.ts'
import { riskWords } from './riskWords.ts'
import type { KnownRule } from './ruleForm.ts'

export type WantedState = KnownRule['state']

type RuleStateProps = {
  readonly scope: PageScope
  readonly rule: KnownRule
  readonly state: WantedState
  readonly onClose: () => void
}

export function RuleStateDialog({ scope, rule, state, onClose }: RuleStateProps) {
  const say = useWords(riskWords)
  const announce = useAnnounce()
  const change = useRuleState(scope, {
    onSuccess() {
      announce(say('changed', { name: rule.name, state: say(state) }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen: true, title: rule.name, confirm: say(`to${state}`), isBusy: change.isPending, onClose }}
      error={change.error?.message}
      onConfirm={() => change.set(rule.id, state)}
    >
      <Text>{say(`confirm${state}`)}</Text>
    </ConfirmDialog>
  )
}

export function RemoveRule({ scope, rule, onClose }: Omit<RuleStateProps, 'state'>) {
  const say = useWords(riskWords)
  const announce = useAnnounce()
  const remove = useRemoveRule(scope, {
    onSuccess() {
      announce(say('removed', { name: rule.name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen: true, title: rule.name, confirm: say('remove'), isDangerous: true, onClose }}
      isBusy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.remove(rule.id)}
    >
      <Text>{say('confirmRemove')}</Text>
    </ConfirmDialog>
  )
}
