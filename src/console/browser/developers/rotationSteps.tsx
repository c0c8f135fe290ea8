// Replacing an API password step by step. Where one stands follows from the passwords that there are, so that
// it can be left and gone on with later.

import { Anchor, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { versions } from '../../../contract/kit/versions.ts'
import type { ShownPassword } from '../../api/developers.ts'
import { merchantAddress } from '../addresses.ts'
import { Icon } from '../components/icon.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useWords } from '../language.tsx'
import { credentialWords } from '../words/credentials.ts'
import { pageNames } from '../words/pageNames.ts'
import { shellWords } from '../words/shell.ts'
import { CodeBlock } from './codeBlock.tsx'
import { olderPassword, testLine } from './credentialFacts.ts'

type RotationStepsProps = {
  readonly merchantId: string
  readonly passwords: readonly ShownPassword[]
  readonly add: () => void
  readonly isAdding: boolean
  readonly onRetire: (slot: number) => void
  readonly onClose: () => void
}

export function RotationSteps(props: RotationStepsProps) {
  const { merchantId, passwords, add, isAdding, onRetire, onClose } = props
  const [say, shell, name] = [useWords(credentialWords), useWords(shellWords), useWords(pageNames)]
  const older = olderPassword(passwords)
  const line = testLine(location.origin, merchantId, versions.last)
  return (
    <Sheet
      title={say('rotation')}
      actions={
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          {shell('close')}
        </Button>
      }
    >
      <ol className="devSteps">
        <Step {...{ number: 1, title: say('stepAdd'), text: say('stepAddText'), isDone: !!older }}>
          {!older && (
            <Button onClick={add} loading={isAdding}>
              {say('addPassword')}
            </Button>
          )}
        </Step>
        <Step {...{ number: 2, title: say('stepTest'), text: say('stepTestText'), isNext: !!older }}>
          {older && <CodeBlock {...{ copyLabel: say('copyLine'), text: line, isWrapped: true }} />}
        </Step>
        <Step {...{ number: 3, title: say('stepRetire'), text: say('stepRetireText'), isNext: !!older }}>
          {older && (
            <>
              <Anchor component={Link} href={merchantAddress(merchantId, 'requests')} size="sm">
                {name('requests')}
              </Anchor>
              <Button
                color="bad"
                variant="outline"
                className="devDanger"
                onClick={() => onRetire(older.slot)}
              >
                {say('retireOf', { slot: older.slot })}
              </Button>
            </>
          )}
        </Step>
      </ol>
    </Sheet>
  )
}

type StepProps = {
  readonly number: number
  readonly title: string
  readonly text: string
  readonly isDone?: boolean
  readonly isNext?: boolean
  readonly children: ReactNode
}

function Step({ number, title, text, isDone = false, isNext = false, children }: StepProps) {
  const tone = isDone ? 'good' : number === 1 || isNext ? 'info' : 'plain'
  return (
    <li>
      <span className={`devStepMark ${tone}`} aria-hidden>
        {isDone ? <Icon name="check" size={16} /> : number}
      </span>
      <div className="devStepBody">
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {children}
      </div>
    </li>
  )
}
