// Risk rules of a merchant or of the gateway: what they say in plain words, trying them, letting them count.

import { Button, Group, List, Text, TextInput } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { callServer } from '../callServer.ts'
import { DataList } from '../components/dataList.tsx'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge, toneOf } from '../components/statusBadge.tsx'
import { useMoney, useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { type PageName, pageNames } from '../words/pageNames.ts'
import { conditionTexts } from './conditionTexts.ts'
import { conditionWords } from './conditionWords.ts'
import { PastPanel } from './pastPanel.tsx'
import { type PageScope, useMayChange, useRules } from './riskScope.ts'
import { riskWords } from './riskWords.ts'
import { RemoveRule, RuleStateDialog, type WantedState } from './ruleChanges.tsx'
import { RuleDialog } from './ruleDialog.tsx'
import type { KnownRule } from './ruleForm.ts'
import { Thresholds } from './thresholds.tsx'
import { usePastJudged } from './usePastJudged.ts'

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'remove'; readonly rule: KnownRule }
  | { readonly kind: 'state'; readonly rule: KnownRule; readonly state: WantedState }

export const RulesPage = ({ merchantId }: MerchantPageProps) => (
  <ShownRuleSet {...{ scope: { merchantId }, title: 'risk', lead: 'rulesLead' }} />
)

type RuleSetProps = {
  readonly scope: PageScope
  readonly title: PageName
  readonly lead: 'gatewayLead' | 'rulesLead'
  /** What belongs to the scope besides. */
  readonly children?: ReactNode
}

export function ShownRuleSet({ scope, title, lead, children }: RuleSetProps) {
  const say = useWords(riskWords)
  const names = useWords(pageNames)
  const { data, error, refetch } = useRules(scope)
  const mayChange = useMayChange(scope)
  const [opened, setOpened] = useState<Opened>()
  const [past, setPast] = useState<LookedAt>()
  const close = () => setOpened(undefined)
  const taken = data?.rules.map(({ id }) => id) ?? []
  return (
    <Page
      {...{ title: names(title), lead: say(lead) }}
      actions={
        mayChange && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setOpened({ kind: 'new' })}>
            {say('newRule')}
          </Button>
        )
      }
    >
      {past && <Past {...{ scope, past, onClose: () => setPast(undefined) }} />}
      <RuleList
        {...{ rules: data?.rules, error, onRetry: refetch, mayChange }}
        onOpen={setOpened}
        onPast={setPast}
      />
      {data && mayChange && <Thresholds {...{ scope, rules: data }} />}
      {children}
      {opened?.kind === 'new' && <RuleDialog {...{ scope, taken, onClose: close }} />}
      {opened?.kind === 'edit' && (
        <RuleDialog {...{ scope, draft: opened.rule, taken: [], onClose: close }} />
      )}
      {opened?.kind === 'state' && <RuleStateDialog {...{ scope, ...opened, onClose: close }} />}
      {opened?.kind === 'remove' && <RemoveRule {...{ scope, rule: opened.rule, onClose: close }} />}
    </Page>
  )
}

type LookedAt = { readonly kind: 'report' | 'trial'; readonly rule: KnownRule }

type PastProps = { readonly scope: PageScope; readonly past: LookedAt; readonly onClose: () => void }

/**
 * A rule of the gateway is tried over all merchants, or over one that is written here. Whoever presses again
 * looks again: each press is another `past`.
 */
function Past({ scope: { merchantId }, past, onClose }: PastProps) {
  const say = useWords(riskWords)
  const { kind, rule } = past
  const [about, setAbout] = useState('')
  const ask = useCallback(
    (after: string | undefined, signal: AbortSignal) => {
      const part = after === undefined ? {} : { after }
      const whose = { ...part, ...(about !== '' && { about }) }
      const tried = withoutState(past.rule)
      if (merchantId === undefined)
        return past.kind === 'trial'
          ? callServer('tryGatewayRule', { ...whose, rule: tried }, signal)
          : callServer('gatewayShadowReport', { ...whose, id: tried.id }, signal)
      return past.kind === 'trial'
        ? callServer('tryRule', { ...part, merchantId, rule: tried }, signal)
        : callServer('shadowReport', { ...part, merchantId, id: tried.id }, signal)
    },
    [merchantId, about, past],
  )
  const { sum, stop } = usePastJudged(ask)
  if (!sum) return null
  const title = say(kind === 'trial' ? 'trialOf' : 'reportOf', { name: rule.name })
  return (
    <PastPanel {...{ isOfAll: merchantId === undefined, title, sum, onStop: stop, onClose }}>
      {merchantId === undefined && <OneMerchant {...{ about, onChange: setAbout }} />}
    </PastPanel>
  )
}

type OneMerchantProps = { readonly about: string; readonly onChange: (about: string) => void }

function OneMerchant({ about, onChange }: OneMerchantProps) {
  const say = useWords(riskWords)
  const [written, setWritten] = useState(about)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onChange(written.trim())
      }}
    >
      <Group align="flex-end">
        <TextInput
          {...{
            label: say('onlyMerchant'),
            value: written,
            maxLength: 40,
            placeholder: say('everyMerchant'),
          }}
          onChange={({ currentTarget: { value } }) => setWritten(value)}
        />
        <Button type="submit" variant="default">
          {say('lookAgain')}
        </Button>
      </Group>
    </form>
  )
}

const withoutState = ({ state: _, ...rule }: KnownRule) => rule

type RuleListProps = {
  readonly rules: readonly KnownRule[] | undefined
  readonly error: Error | null
  readonly onRetry: () => unknown
  readonly mayChange: boolean
  readonly onOpen: (opened: Opened) => void
  readonly onPast: (past: LookedAt) => void
}

function RuleList({ rules, error, onRetry, mayChange, onOpen, onPast }: RuleListProps) {
  const say = useWords(riskWords)
  return (
    <DataList
      {...{ label: say('rules'), rules, rows: rules, error, onRetry, hasCount: false }}
      keyOf={({ id }) => id}
      empty={say('noRules')}
      columns={[
        {
          ...{ key: 'name', title: say('name'), isHead: true },
          cell: ({ name, id }) => (
            <>
              <Text fw={600}>{name}</Text>
              <Text size="xs" c="dimmed">
                {id}
              </Text>
            </>
          ),
        },
        {
          ...{ key: 'state', title: say('state') },
          cell: ({ state }) => <StatusBadge tone={toneOf(state)}>{say(state)}</StatusBadge>,
        },
        { key: 'when', title: say('when'), cell: rule => <Conditions rule={rule} /> },
        { key: 'recommendation', title: say('thenDo'), cell: rule => <Recommendation rule={rule} /> },
        {
          ...{ key: 'actions', title: say('actions') },
          cell: rule => <RuleActions {...{ rule, mayChange, onOpen, onPast }} />,
        },
      ]}
    />
  )
}

function Conditions({ rule }: { readonly rule: KnownRule }) {
  const say = useWords(conditionWords)
  const money = useMoney()
  return (
    <List size="sm" spacing={2}>
      {conditionTexts(rule.when, say, money).map(text => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  )
}

function Recommendation({ rule: { recommendation, stage, score } }: { readonly rule: KnownRule }) {
  const say = useWords(riskWords)
  return (
    <>
      <StatusBadge tone={toneOf(recommendation)}>{say(recommendation)}</StatusBadge>
      <Text size="xs" c="dimmed" mt={4}>
        {say(stage)}
        {score !== undefined && ` · +${score}`}
      </Text>
    </>
  )
}

/** What may follow a state; what counts ran in shadow first. */
const nextStates = {
  DRAFT: ['SHADOW'],
  SHADOW: ['ACTIVE', 'DRAFT'],
  ACTIVE: ['SHADOW', 'RETIRED'],
  RETIRED: ['DRAFT'],
} as const satisfies Record<KnownRule['state'], readonly WantedState[]>

type RuleActionsProps = Pick<RuleListProps, 'mayChange' | 'onOpen' | 'onPast'> & { readonly rule: KnownRule }

function RuleActions({ rule, mayChange, onOpen, onPast }: RuleActionsProps) {
  const say = useWords(riskWords)
  const { state } = rule
  const isLoose = state === 'DRAFT' || state === 'RETIRED'
  const of = (text: string) => ({ 'aria-label': `${text}: ${rule.name}`, children: text })
  const plain = { size: 'compact-sm', variant: 'default' } as const
  return (
    <Group gap={6}>
      <Button {...plain} {...of(say('tryPast'))} onClick={() => onPast({ kind: 'trial', rule })} />
      {state === 'SHADOW' && (
        <Button {...plain} {...of(say('report'))} onClick={() => onPast({ kind: 'report', rule })} />
      )}
      {mayChange &&
        nextStates[state].map(next => (
          <Button
            key={next}
            {...plain}
            {...of(say(`to${next}`))}
            onClick={() => onOpen({ kind: 'state', rule, state: next })}
          />
        ))}
      {mayChange && state === 'DRAFT' && (
        <Button {...plain} {...of(say('edit'))} onClick={() => onOpen({ kind: 'edit', rule })} />
      )}
      {mayChange && isLoose && (
        <Button {...plain} {...of(say('remove'))} onClick={() => onOpen({ kind: 'remove', rule })} />
      )}
    </Group>
  )
}
