// The sandbox's clock: what time it is there, moving it on, and what waits for its time.

import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { orderAddress } from '../addresses.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { Choice } from '../components/choice.tsx'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { FieldError, LoadError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { StatusBadge } from '../components/statusBadge.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { fromField, toField } from '../developers/localTime.ts'
import { useLocale, useTimeFormats, useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { durationText } from '../payments/durationText.ts'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { type ClockForm, clockCurl, clockInput, clockTarget, clockUnits } from './clockForm.ts'
import { clockWords } from './clockWords.ts'
import { CurlLine } from './curlLine.tsx'
import { SandboxTabs } from './sandboxTabs.tsx'
import { controlCurl } from './scriptForm.ts'

export function ClockPage({ merchantId }: MerchantPageProps) {
  const say = useWords(clockWords)
  const time = useConsoleQuery('sandboxClock', { merchantId }, { everyMs: 5_000 })
  const who = useConsoleQuery('whoAmI', {})
  const [form, setForm] = useState<ClockForm>({ isTo: false, unit: 'days', count: '1', to: undefined })
  const nowMs = Date.parse(time.data?.now ?? '')
  const mayMove = who.data?.permissions.includes('gateway.change') ?? false
  return (
    <Page title={say('title')} lead={say('lead')}>
      <SandboxTabs {...{ merchantId, here: 'clock' }} />
      {time.error && !time.data && <LoadError error={time.error} onRetry={() => time.refetch()} />}
      {time.data && (
        <>
          <Now now={time.data.now} aheadMs={time.data.aheadMs} />
          {mayMove ? <MoveForm {...{ form, setForm, nowMs }} /> : <Text>{say('operatorsOnly')}</Text>}
          {mayMove && <Due {...{ merchantId, byMs: clockTarget(form, nowMs) }} />}
          {time.data.aheadMs > 0 && (
            <Sheet title={say('back')}>
              <CurlLine
                {...{ lead: say('backLead'), copy: say('copyLine') }}
                line={controlCurl(location.origin, 'DELETE', '/sandbox/data')}
              />
            </Sheet>
          )}
        </>
      )}
    </Page>
  )
}

function Now({ now, aheadMs }: { readonly now: string; readonly aheadMs: number }) {
  const [say, locale, { exact }] = [useWords(clockWords), useLocale(), useTimeFormats()]
  const duration = durationText(aheadMs, locale)
  return (
    <Sheet title={say('now')}>
      <Text fz="lg" fw={600}>
        {exact(new Date(now))}
      </Text>
      <Text c="dimmed">{duration === undefined ? say('real') : say('ahead', { duration })}</Text>
    </Sheet>
  )
}

type MoveFormProps = {
  readonly form: ClockForm
  readonly setForm: (form: ClockForm) => void
  readonly nowMs: number
}

function MoveForm({ form, setForm, nowMs }: MoveFormProps) {
  const say = useWords(clockWords)
  const announce = useAnnounce()
  const moving = useConsoleMutation('moveSandboxClock', {
    invalidates: ['sandboxClock', 'obligations', 'deliveries'],
    onSuccess: () => announce(say('moved')),
  })
  const input = clockInput(form)
  const line = clockCurl(location.origin, form, nowMs)
  const error = moving.errorOf(form.isTo ? 'to' : form.unit)
  return (
    <Sheet title={say('move')}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (input && !moving.isPending) moving.mutate(input)
        }}
      >
        <Stack gap="md">
          <Choice
            {...{ label: say('move'), value: form.isTo ? 'to' : 'by' }}
            data={(['by', 'to'] as const).map(value => ({ value, label: say(value) }))}
            onChange={chosen => setForm({ ...form, isTo: chosen === 'to' })}
          />
          <FieldError message={moving.errorBeside('to', ...clockUnits)} />
          {form.isTo ? (
            <TextInput
              {...{ label: say('to'), type: 'datetime-local', value: toField(form.to), error }}
              onChange={({ currentTarget: { value } }) => setForm({ ...form, to: fromField(value) })}
            />
          ) : (
            <StepFields {...{ form, setForm, error }} />
          )}
          {line !== undefined && <CurlLine {...{ line, lead: say('sameAsLine'), copy: say('copyLine') }} />}
          <Group>
            <Button type="submit" disabled={!input} loading={moving.isPending}>
              {say('move')}
            </Button>
            <Text size="sm" c="dimmed">
              {say('forAll')}
            </Text>
          </Group>
        </Stack>
      </form>
    </Sheet>
  )
}

type StepFieldsProps = Omit<MoveFormProps, 'nowMs'> & { readonly error: string | undefined }

function StepFields({ form, setForm, error }: StepFieldsProps) {
  const say = useWords(clockWords)
  return (
    <Group align="flex-end">
      <TextInput
        {...{ label: say('by'), type: 'number', min: 1, value: form.count, error, w: 120 }}
        onChange={({ currentTarget: { value } }) => setForm({ ...form, count: value })}
      />
      <NativeSelect
        {...{ 'aria-label': say('by'), value: form.unit }}
        data={clockUnits.map(value => ({ value, label: say(value) }))}
        onChange={({ currentTarget: { value } }) =>
          setForm({ ...form, unit: clockUnits.find(unit => unit === value) ?? form.unit })
        }
      />
    </Group>
  )
}

type DueRow = {
  readonly key: string
  readonly merchantId: string
  readonly orderId: string
  readonly what: ReactNode
  readonly at: string
}

type DueProps = { readonly merchantId: string; readonly byMs: number | undefined }

/** What is owed of all merchants, and notifications of this one, with what is due by the chosen moment. */
function Due({ merchantId, byMs }: DueProps) {
  const say = useWords(clockWords)
  const owed = useConsoleQuery('obligations', {}, { everyMs: 5_000 })
  const told = useConsoleQuery('deliveries', { merchantId, state: 'WAITING' }, { everyMs: 5_000 })
  const waiting: readonly DueRow[] = [
    ...(owed.data?.obligations ?? []).map(one => ({
      ...{
        key: `${one.merchantId} ${one.orderId} ${one.transactionId} ${one.obligation}`,
        at: one.nextAttemptAt,
      },
      ...{ merchantId: one.merchantId, orderId: one.orderId, what: <span lang="en">{one.obligation}</span> },
    })),
    ...(told.data?.deliveries ?? []).flatMap(({ notificationId, orderId, nextAttemptAt: at }) =>
      at === undefined ? [] : [{ key: notificationId, merchantId, orderId, what: say('notification'), at }],
    ),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const columns: readonly DataColumn<DueRow>[] = [
    { key: 'order', title: say('order'), cell: row => row.orderId, isHead: true },
    { key: 'merchant', title: say('merchant'), cell: row => row.merchantId },
    { key: 'what', title: say('what'), cell: row => row.what },
    {
      ...{ key: 'at', title: say('at') },
      cell: ({ at }) => (
        <Group gap="xs">
          <Timestamp at={at} />
          {byMs !== undefined && Date.parse(at) <= byMs && (
            <StatusBadge tone="info">{say('byThen')}</StatusBadge>
          )}
        </Group>
      ),
    },
  ]
  return (
    <>
      <div>
        <Title order={2}>{say('due')}</Title>
        <Text c="dimmed">{say('dueLead')}</Text>
      </div>
      <DataList
        {...{ label: say('due'), columns, empty: say('nothingDue'), error: owed.error, hasCount: false }}
        rows={owed.data && told.data ? waiting : undefined}
        keyOf={row => row.key}
        hrefOf={row => orderAddress(row.merchantId, row.orderId)}
      />
    </>
  )
}
