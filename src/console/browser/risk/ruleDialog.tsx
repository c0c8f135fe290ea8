// The form of a rule, in plain words.

import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { riskWords } from './riskWords.ts'
import { emptyForm, formOf, idFor, isLate, type KnownRule, type RuleForm, ruleOf } from './ruleForm.ts'
import { ruleFormWords } from './ruleFormWords.ts'

type RuleDialogProps = {
  readonly merchantId: string
  /** The draft that is changed; absent: a new rule. */
  readonly draft?: KnownRule
  readonly taken: readonly string[]
  readonly onClose: () => void
}

export function RuleDialog({ merchantId, draft, taken, onClose }: RuleDialogProps) {
  const say = useWords(ruleFormWords)
  const sayRisk = useWords(riskWords)
  const announce = useAnnounce()
  const [form, setForm] = useState<RuleForm>(() => (draft ? formOf(draft) : emptyForm))
  const save = useConsoleMutation('saveRule', {
    invalidates: ['riskRules'],
    onSuccess() {
      announce(sayRisk('saved'))
      onClose()
    },
  })
  const submit = () => save.mutate({ merchantId, rule: ruleOf(form, draft?.id ?? idFor(form.name, taken)) })
  return (
    <ConfirmDialog
      {...{ isOpen: true, confirm: say('saveDraft'), isBusy: save.isPending, onClose, onConfirm: submit }}
      title={say(draft ? 'editRule' : 'newRule')}
      error={save.error?.message}
    >
      <RuleFields {...{ form, onChange: setForm }} />
    </ConfirmDialog>
  )
}

type FieldsProps = { readonly form: RuleForm; readonly onChange: (form: RuleForm) => void }

type TextName = Exclude<
  { [Name in keyof RuleForm]: RuleForm[Name] extends string ? Name : never }[keyof RuleForm],
  'recommendation' | 'stage'
>

function RuleFields({ form, onChange }: FieldsProps) {
  const say = useWords(ruleFormWords)
  const set = (changes: Partial<RuleForm>) => onChange({ ...form, ...changes })
  const text = (name: TextName) => ({
    value: form[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set({ [name]: value }),
  })
  return (
    <Stack gap="sm">
      <TextInput label={say('name')} required maxLength={100} data-autofocus {...text('name')} />
      <Group grow align="flex-start">
        <NativeSelect
          label={say('thenDo')}
          value={form.recommendation}
          data={recommendations.map(value => ({ value, label: say(value) }))}
          onChange={({ currentTarget: { value } }) => {
            const recommendation = recommendations.find(one => one === value)
            if (recommendation) set({ recommendation })
          }}
        />
        <TextInput label={say('score')} inputMode="numeric" pattern="[0-9]*" {...text('score')} />
      </Group>
      <StageField {...{ form, set, say }} />
      <Text size="sm" c="dimmed">
        {say('conditions')}
      </Text>
      <Group grow align="flex-start">
        <TextInput label={say('above')} inputMode="decimal" {...text('above')} />
        <TextInput label={say('currency')} maxLength={3} {...text('currency')} />
      </Group>
      <TextInput label={say('cards')} description={say('cardsHint')} {...text('cards')} />
      <TextInput label={say('billingNot')} description={say('billingHint')} {...text('billingNot')} />
      <TextInput label={say('networks')} description={say('networksHint')} {...text('networks')} />
      <VelocityFields {...{ form, text, say }} />
      <NativeSelect
        label={say('listed')}
        data={[
          { value: '', label: say('noMatter') },
          ...lists.map(([list, kind]) => ({ value: `${list} ${kind}`, label: `${say(list)}: ${say(kind)}` })),
        ]}
        {...text('listed')}
      />
      <ConditionBoxes {...{ form, set, say }} />
    </Stack>
  )
}

const recommendations = ['REVIEW', 'REJECT', 'ACCEPT', 'NO_ACTION'] as const
const stages = ['BEFORE', 'AFTER'] as const
const kinds = ['CARD', 'EMAIL', 'IP_ADDRESS', 'NAME'] as const
const lists = (['SUSPECT', 'TRUSTED'] as const).flatMap(list => kinds.map(kind => [list, kind] as const))
const velocityKeys = ['CARD', 'EMAIL', 'IP_ADDRESS', 'DEVICE'] as const

type SayForm = ReturnType<typeof useWords<(typeof ruleFormWords)['en']>>
type TextProps = (name: TextName) => {
  readonly value: string
  readonly onChange: (event: { currentTarget: { value: string } }) => void
}

function StageField({ form, set, say }: BoxesProps) {
  return (
    <NativeSelect
      label={say('stage')}
      value={isLate(form) ? 'AFTER' : form.stage}
      disabled={isLate(form)}
      data={stages.map(value => ({ value, label: say(value) }))}
      onChange={({ currentTarget: { value } }) => {
        const stage = stages.find(one => one === value)
        if (stage) set({ stage })
      }}
    />
  )
}

type VelocityProps = { readonly form: RuleForm; readonly text: TextProps; readonly say: SayForm }

function VelocityFields({ form, text, say }: VelocityProps) {
  return (
    <Group grow align="flex-start">
      <NativeSelect
        label={say('velocity')}
        data={[
          { value: '', label: say('noMatter') },
          ...velocityKeys.map(value => ({ value, label: say(value) })),
        ]}
        {...text('velocityBy')}
      />
      {form.velocityBy !== '' && (
        <>
          <TextInput label={say('attempts')} inputMode="numeric" pattern="[0-9]+" {...text('attempts')} />
          <TextInput label={say('minutes')} inputMode="numeric" pattern="[0-9]+" {...text('minutes')} />
        </>
      )}
    </Group>
  )
}

type BoxesProps = {
  readonly form: RuleForm
  readonly set: (changes: Partial<RuleForm>) => void
  readonly say: SayForm
}

function ConditionBoxes({ form, set, say }: BoxesProps) {
  const { isUnauthenticated, isCodeWrong, isAddressWrong } = form
  return (
    <>
      <Checkbox
        label={say('unauthenticated')}
        checked={isUnauthenticated}
        onChange={({ currentTarget: { checked } }) => set({ isUnauthenticated: checked })}
      />
      <Checkbox
        label={say('codeWrong')}
        checked={isCodeWrong}
        onChange={({ currentTarget: { checked } }) => set({ isCodeWrong: checked })}
      />
      <Checkbox
        label={say('addressWrong')}
        checked={isAddressWrong}
        onChange={({ currentTarget: { checked } }) => set({ isAddressWrong: checked })}
      />
    </>
  )
}
