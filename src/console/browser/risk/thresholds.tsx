// From which total score on payments are reviewed or rejected.

import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ShownRules } from '../../api/risk.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useWords } from '../language.tsx'
import { reviewWords } from './reviewWords.ts'
import { type PageScope, useThresholds } from './riskScope.ts'

type ThresholdsProps = { readonly scope: PageScope; readonly rules: ShownRules }

export function Thresholds({ scope, rules }: ThresholdsProps) {
  const say = useWords(reviewWords)
  const announce = useAnnounce()
  const [reviewFrom, setReviewFrom] = useState(String(rules.reviewFrom ?? ''))
  const [rejectFrom, setRejectFrom] = useState(String(rules.rejectFrom ?? ''))
  const save = useThresholds(scope, { onSuccess: () => announce(say('thresholdsSaved')) })
  const submit = () =>
    save.set({
      ...(reviewFrom.trim() !== '' && { reviewFrom: Number(reviewFrom) }),
      ...(rejectFrom.trim() !== '' && { rejectFrom: Number(rejectFrom) }),
    })
  const field = { inputMode: 'numeric', pattern: '[0-9]*', w: 160 } as const
  return (
    <Sheet title={say('thresholds')}>
      <form
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <Text size="sm" c="dimmed" mb="sm">
          {say('thresholdsHint')}
        </Text>
        <FieldError message={save.errorBeside('reviewFrom', 'rejectFrom')} />
        <Group align="flex-end">
          <TextInput
            {...field}
            {...{ label: say('reviewFrom'), value: reviewFrom, error: save.errorOf('reviewFrom') }}
            onChange={({ currentTarget: { value } }) => setReviewFrom(value)}
          />
          <TextInput
            {...field}
            {...{ label: say('rejectFrom'), value: rejectFrom, error: save.errorOf('rejectFrom') }}
            onChange={({ currentTarget: { value } }) => setRejectFrom(value)}
          />
          <Button type="submit" variant="default" loading={save.isPending}>
            {say('save')}
          </Button>
        </Group>
      </form>
    </Sheet>
  )
}
