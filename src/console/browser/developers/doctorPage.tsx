// The integration doctor: what a merchant's servers do wrong in a sandbox, with evidence, and which outcomes
// they have not met yet.

import { Button, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ExaminedIntegration } from '../../api/doctor.ts'
import { useAddressSearch } from '../addressSearch.ts'
import { LoadError } from '../components/fieldError.tsx'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { useConsoleQuery } from '../queries.ts'
import { doctorWords } from '../words/doctor.ts'
import { pageNames } from '../words/pageNames.ts'
import { OutcomesToMeet } from './outcomesToMeet.tsx'
import { SymptomSheet } from './symptomSheet.tsx'

export function DoctorPage({ merchantId }: MerchantPageProps) {
  const [say, name] = [useWords(doctorWords), useWords(pageNames)]
  const { data: who } = useConsoleQuery('whoAmI', {})
  if (!who) return null
  if (who.gateway.isSandbox) return <Examination merchantId={merchantId} />
  return (
    <Page title={name('doctor')}>
      <Sheet>
        <Text>{say('onlySandbox')}</Text>
      </Sheet>
    </Page>
  )
}

const spans = [1, 24, 168, 720] as const

function Examination({ merchantId }: { readonly merchantId: string }) {
  const [say, name] = [useWords(doctorWords), useWords(pageNames)]
  const [search, change] = useAddressSearch()
  const hours = spans.find(span => String(span) === search.hours) ?? 24
  const examination = useConsoleQuery('examineIntegration', { merchantId, hours }, { asksOnFocus: false })
  return (
    <Page
      {...{ title: name('doctor'), lead: say('lead') }}
      actions={
        <>
          <NativeSelect
            {...{ 'aria-label': say('since'), value: String(hours) }}
            data={spans.map(span => ({ value: String(span), label: say(`h${span}`) }))}
            onChange={({ currentTarget: { value } }) => change({ hours: value }, true)}
          />
          <Button
            {...{ variant: 'default', loading: examination.isFetching }}
            leftSection={<Icon name="refresh" size={16} />}
            onClick={() => examination.refetch()}
          >
            {say('again')}
          </Button>
        </>
      }
    >
      <Examined {...{ merchantId, examination }} />
    </Page>
  )
}

type ExaminedProps = {
  readonly merchantId: string
  readonly examination: UseQueryResult<ExaminedIntegration>
}

function Examined({ merchantId, examination: { data, error, isFetching, refetch } }: ExaminedProps) {
  const say = useWords(doctorWords)
  const findings = data?.found.length ?? 0
  const verdict = findings === 0 ? say('well') : say('found', { count: findings })
  return (
    <Stack gap="lg" aria-busy={isFetching}>
      {error && <LoadError error={error} onRetry={refetch} />}
      <div role="status">
        {isFetching && <Text c="dimmed">{say('examining')}</Text>}
        {!isFetching && data && data.calls === 0 && <Text>{say('none')}</Text>}
        {!isFetching && data && data.calls > 0 && (
          <Text>
            {say('examined', { count: data.calls })}{' '}
            <Text span fw={600}>
              {verdict}
            </Text>
          </Text>
        )}
      </div>
      {!data && !error && <Skeleton height={320} radius="lg" />}
      {data?.found.map(symptom => (
        <SymptomSheet key={symptom.id} {...{ merchantId, symptom }} />
      ))}
      {data && <OutcomesToMeet met={data} />}
    </Stack>
  )
}
