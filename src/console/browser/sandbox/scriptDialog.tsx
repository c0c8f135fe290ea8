// Adding a script: for whom, and the answers one after the other, from what the sandbox declares.

import { Button, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ScriptVocabulary } from '../../api/sandbox.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { useWords } from '../language.tsx'
import { type ConsoleMutation, useConsoleMutation } from '../queries.ts'
import { CurlLine } from './curlLine.tsx'
import { nameOf } from './scriptedAnswers.tsx'
import { type AnswerForm, newAnswer, scriptCurl, scriptInput, type TypedScript } from './scriptForm.ts'
import { answerWords, scriptWords } from './scriptWords.ts'

type ScriptDialogProps = {
  readonly merchantId: string
  readonly vocabulary: ScriptVocabulary
  readonly onClose: () => void
}

export function ScriptDialog({ merchantId, vocabulary, onClose }: ScriptDialogProps) {
  const say = useWords(scriptWords)
  const announce = useAnnounce()
  const [form, setForm] = useState<TypedScript>(() => ({
    ...{ orderId: '', cardNumber: '', answers: [newAnswer(vocabulary)] },
  }))
  const adding = useConsoleMutation('addSandboxScript', {
    invalidates: ['sandboxScripts'],
    onSuccess() {
      announce(say('added'))
      onClose()
    },
  })
  const input = scriptInput(merchantId, form, vocabulary)
  const setAnswer = (at: number, changes: Partial<AnswerForm>) =>
    setForm({
      ...form,
      answers: form.answers.map((one, index) => (index === at ? { ...one, ...changes } : one)),
    })
  const remove = (at: number) =>
    setForm({ ...form, answers: form.answers.filter((_, index) => index !== at) })
  return (
    <ConfirmDialog
      {...{ isOpen: true, title: say('add'), confirm: say('addThis'), isBusy: adding.isPending, onClose }}
      onConfirm={() => adding.mutate(input)}
      error={adding.errorBeside('orderId', 'cardNumber', ...fieldsOf(form))}
    >
      <WhomFields {...{ form, setForm, adding }} />
      {form.answers.map((answer, at) => (
        <AnswerFields
          // biome-ignore lint/suspicious/noArrayIndexKey: they are known by their place
          key={at}
          {...{ answer, at, vocabulary, adding, set: changes => setAnswer(at, changes) }}
          {...(form.answers.length > 1 && { onRemove: () => remove(at) })}
        />
      ))}
      <Group>
        <Button
          {...{ variant: 'default', size: 'xs', disabled: form.answers.length >= vocabulary.answersMax }}
          onClick={() => setForm({ ...form, answers: [...form.answers, newAnswer(vocabulary)] })}
        >
          {say('another')}
        </Button>
      </Group>
      <CurlLine
        {...{ line: scriptCurl(location.origin, input), lead: say('sameAsLine'), copy: say('copyLine') }}
      />
    </ConfirmDialog>
  )
}

const answerFieldNames = ['answer', 'gatewayCode', 'amount', 'delayMs'] as const
const fieldsOf = ({ answers }: TypedScript): readonly string[] =>
  answers.flatMap((_, at) => answerFieldNames.map(name => `answers[${at}].${name}`))

type Adding = Pick<ConsoleMutation<'addSandboxScript'>, 'errorOf'>

type WhomFieldsProps = {
  readonly form: TypedScript
  readonly setForm: (form: TypedScript) => void
  readonly adding: Adding
}

function WhomFields({ form, setForm, adding }: WhomFieldsProps) {
  const say = useWords(scriptWords)
  return (
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <TextInput
        {...{ label: say('onlyOrder'), value: form.orderId, maxLength: 40 }}
        onChange={({ currentTarget: { value } }) => setForm({ ...form, orderId: value })}
        error={adding.errorOf('orderId')}
        data-autofocus
      />
      <TextInput
        {...{ label: say('onlyCard'), value: form.cardNumber, maxLength: 23, inputMode: 'numeric' }}
        onChange={({ currentTarget: { value } }) => setForm({ ...form, cardNumber: value })}
        error={adding.errorOf('cardNumber')}
        autoComplete="off"
      />
    </Group>
  )
}

type AnswerFieldsProps = {
  readonly answer: AnswerForm
  readonly at: number
  readonly vocabulary: ScriptVocabulary
  readonly adding: Adding
  readonly set: (changes: Partial<AnswerForm>) => void
  readonly onRemove?: () => void
}

function AnswerFields({ answer, at, vocabulary, adding, set, onRemove }: AnswerFieldsProps) {
  const [say, sayAnswer] = [useWords(scriptWords), useWords(answerWords)]
  const declared = vocabulary.answers.find(one => one.answer === answer.answer)
  const error = (name: keyof AnswerForm) => ({ error: adding.errorOf(`answers[${at}].${name}`) })
  return (
    <Fieldset legend={say('answerNumber', { number: at + 1 })}>
      <Stack gap="sm">
        <NativeSelect
          {...{ label: say('acquirerDoes'), value: answer.answer, ...error('answer') }}
          data={vocabulary.answers.map(one => ({ value: one.answer, label: nameOf(one.answer, sayAnswer) }))}
          onChange={({ currentTarget: { value } }) => set({ answer: value })}
        />
        {declared && declared.gatewayCodes.length > 1 && (
          <NativeSelect
            {...{ label: say('code'), value: answer.gatewayCode, ...error('gatewayCode') }}
            data={[{ value: '', label: say('usualCode') }, ...declared.gatewayCodes]}
            onChange={({ currentTarget: { value } }) => set({ gatewayCode: value })}
          />
        )}
        {declared?.fields.includes('amount') && (
          <TextInput
            {...{ label: say('part'), value: answer.amount, maxLength: 15, inputMode: 'decimal' }}
            onChange={({ currentTarget: { value } }) => set({ amount: value })}
            {...error('amount')}
          />
        )}
        {declared?.fields.includes('delayMs') && (
          <TextInput
            {...{ label: say('delay'), value: answer.delayMs, type: 'number', min: 0, ...error('delayMs') }}
            max={vocabulary.delayMsMax}
            onChange={({ currentTarget: { value } }) => set({ delayMs: value })}
          />
        )}
        {onRemove && (
          <Group>
            <Button {...{ variant: 'subtle', size: 'xs', onClick: onRemove }}>{say('leaveOut')}</Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}
