// The form of a rule, in plain words.

import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CallRefused } from '../callAnswer.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { useWords } from '../language.tsx'
import { ConditionFields } from './conditionFields.tsx'
import { type PageScope, useSaveRule } from './riskScope.ts'
import { riskWords } from './riskWords.ts'
import {
  conditionAt,
  conditionNames,
  emptyForm,
  emptyRows,
  formOf,
  idFor,
  isLate,
  type KnownRule,
  type RuleForm,
  ruleOf,
} from './ruleForm.ts'
import { ruleFormWords } from './ruleFormWords.ts'

type RuleDialogProps = {
  readonly scope: PageScope
  /** The draft that is changed; absent: a new rule. */
  readonly draft?: KnownRule
  readonly taken: readonly string[]
  readonly onClose: () => void
}

export function RuleDialog({ scope, draft, taken, onClose }: RuleDialogProps) {
  const say = useWords(ruleFormWords)
  const sayRisk = useWords(riskWords)
  const announce = useAnnounce()
  const [form, setForm] = useState<RuleForm>(() => (draft ? formOf(draft) : emptyForm))
  const [problem, setProblem] = useState<Problem>()
  const { save, error, isPending } = useSaveRule(scope, {
    onSuccess() {
      announce(sayRisk('saved'))
      onClose()
    },
  })
  const submit = () => {
    // What a rule of the gateway is called is read by merchants: its id says nothing about it.
    const named = scope.merchantId === undefined ? 'gateway-rule' : form.name
    const made = ruleOf(form, draft?.id ?? idFor(named, taken))
    setProblem('problem' in made ? made : undefined)
    if ('rule' in made) save(made.rule)
  }
  const told = problem ?? problemIn(error)
  const at = conditionAt(told?.field)
  return (
    <ConfirmDialog
      {...{ isOpen: true, confirm: say('saveDraft'), isBusy: isPending, onClose, onConfirm: submit }}
      title={say(draft ? 'editRule' : 'newRule')}
      error={told && (at ? `${say(at)}: ${told.problem}` : told.problem)}
    >
      <RuleFields {...{ form, onChange: setForm }} />
    </ConfirmDialog>
  )
}

type Problem = { readonly problem: string; readonly field: string }

const problemIn = (error: Error | null): Problem | undefined =>
  error
    ? { problem: error.message, field: error instanceof CallRefused ? (error.field ?? '') : '' }
    : undefined

type FieldsProps = { readonly form: RuleForm; readonly onChange: (form: RuleForm) => void }

function RuleFields({ form, onChange }: FieldsProps) {
  const say = useWords(ruleFormWords)
  const set = (changes: Partial<RuleForm>) => onChange({ ...form, ...changes })
  return (
    <Stack gap="sm">
      <TextInput
        {...{ label: say('name'), required: true, maxLength: 100, value: form.name, 'data-autofocus': true }}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
      />
      <Group grow align="flex-start">
        <NativeSelect
          {...{ label: say('thenDo'), value: form.recommendation }}
          data={recommendations.map(value => ({ value, label: say(value) }))}
          onChange={({ currentTarget: { value } }) => {
            const recommendation = recommendations.find(one => one === value)
            if (recommendation) set({ recommendation })
          }}
        />
        <TextInput
          {...{ label: say('score'), inputMode: 'numeric', pattern: '[0-9]*', value: form.score }}
          onChange={({ currentTarget: { value } }) => set({ score: value })}
        />
      </Group>
      <StageField {...{ form, onChange }} />
      <Text size="sm" c="dimmed">
        {say('conditions')}
      </Text>
      {conditionNames.map(name => {
        const rows = form.when[name]
        if (!rows) return null
        const change = (changed: typeof rows | undefined) => set({ when: { ...form.when, [name]: changed } })
        return <ConditionFields key={name} {...{ name, rows, onChange: change }} />
      })}
      <AddCondition {...{ form, onChange }} />
    </Stack>
  )
}

const recommendations = ['REVIEW', 'REJECT', 'ACCEPT', 'NO_ACTION'] as const
const stages = ['BEFORE', 'AFTER'] as const

function StageField({ form, onChange }: FieldsProps) {
  const say = useWords(ruleFormWords)
  return (
    <NativeSelect
      {...{ label: say('stage'), value: isLate(form) ? 'AFTER' : form.stage, disabled: isLate(form) }}
      data={stages.map(value => ({ value, label: say(value) }))}
      onChange={({ currentTarget: { value } }) => {
        const stage = stages.find(one => one === value)
        if (stage) onChange({ ...form, stage })
      }}
    />
  )
}

function AddCondition({ form, onChange }: FieldsProps) {
  const say = useWords(ruleFormWords)
  const left = conditionNames.filter(name => form.when[name] === undefined)
  if (left.length === 0) return null
  return (
    <NativeSelect
      {...{ label: say('addCondition'), value: '' }}
      data={[{ value: '', label: say('choose') }, ...left.map(value => ({ value, label: say(value) }))]}
      onChange={({ currentTarget: { value } }) => {
        const name = left.find(one => one === value)
        if (name) onChange({ ...form, when: { ...form.when, [name]: emptyRows(name) } })
      }}
    />
  )
}
