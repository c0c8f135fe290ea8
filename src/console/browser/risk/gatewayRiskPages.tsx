// The gateway's own risk rules, lists, and where issuers are: the pages of merchants, about all of them.

import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ShownGatewayRules } from '../../api/risk.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { issuerLines, readIssuerLines } from './issuerLines.ts'
import { ShownLists } from './listsPage.tsx'
import { useMayChange } from './riskScope.ts'
import { riskWords } from './riskWords.ts'
import { ShownRuleSet } from './rulesPage.tsx'

const gateway = {}

export function GatewayRulesPage() {
  const { data } = useConsoleQuery('gatewayRiskRules', {})
  return (
    <ShownRuleSet {...{ scope: gateway, title: 'gatewayRisk', lead: 'gatewayLead' }}>
      {data && <Issuers {...{ ranges: data.issuerRanges ?? [] }} />}
    </ShownRuleSet>
  )
}

export const GatewayListsPage = () => <ShownLists {...{ scope: gateway, title: 'gatewayLists' }} />

type IssuersProps = { readonly ranges: NonNullable<ShownGatewayRules['issuerRanges']> }

function Issuers({ ranges }: IssuersProps) {
  const say = useWords(riskWords)
  const announce = useAnnounce()
  const mayChange = useMayChange(gateway)
  const [text, setText] = useState(() => issuerLines(ranges))
  const [wrongLine, setWrongLine] = useState<number>()
  const save = useConsoleMutation('setIssuerRanges', {
    invalidates: ['gatewayRiskRules'],
    onSuccess: ({ issuerRanges = [] }) => announce(say('issuersSaved', { count: issuerRanges.length })),
  })
  const submit = () => {
    const read = readIssuerLines(text)
    setWrongLine('wrongLine' in read ? read.wrongLine : undefined)
    if ('ranges' in read) save.mutate({ ranges: read.ranges })
  }
  const wrong = wrongLine === undefined ? undefined : say('badIssuer', { line: wrongLine })
  return (
    <Sheet title={say('issuers')}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!save.isPending) submit()
        }}
      >
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {say('issuersHint')}
          </Text>
          <FieldError message={save.error?.message} />
          <Textarea
            {...{ label: say('issuerRanges'), value: text, readOnly: !mayChange, error: wrong, dir: 'ltr' }}
            {...{ autosize: true, minRows: 3, maxRows: 14, classNames: { input: 'digits' } }}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          {mayChange && (
            <Button type="submit" variant="default" loading={save.isPending} mr="auto">
              {say('saveRanges')}
            </Button>
          )}
        </Stack>
      </form>
    </Sheet>
  )
}
