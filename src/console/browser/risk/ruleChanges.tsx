// Changing the state of a rule, and deleting one: each says first what will happen.

import { Text } from '@mantine/core'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { riskWords } from './riskWords.ts'
import type { KnownRule } from './ruleForm.ts'

export type WantedState = KnownRule['state']

type RuleStateProps = {
  readonly merchantId: string
  readonly rule: KnownRule
  readonly state: WantedState
  readonly onClose: () => void
}

export function RuleStateDialog({ merchantId, rule, state, onClose }: RuleStateProps) {
  const say = useWords(riskWords)
  const announce = useAnnounce()
  const change = useConsoleMutation('setRuleState', {
    invalidates: ['riskRules'],
    onSuccess() {
      announce(say('changed', { name: rule.name, state: say(state) }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ isOpen: true, title: rule.name, confirm: say(`to${state}`), isBusy: change.isPending, onClose }}
      error={change.error?.message}
      onConfirm={() => change.mutate({ merchantId, id: rule.id, state })}
    >
      <Text>{say(`confirm${state}`)}</Text>
    </ConfirmDialog>
  )
}

export function RemoveRule({ merchantId, rule, onClose }: Omit<RuleStateProps, 'state'>) {
  const say = useWords(riskWords)
  const announce = useAnnounce()
  const remove = useConsoleMutation('removeRule', {
    invalidates: ['riskRules'],
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
      onConfirm={() => remove.mutate({ merchantId, id: rule.id })}
    >
      <Text>{say('confirmRemove')}</Text>
    </ConfirmDialog>
  )
}
