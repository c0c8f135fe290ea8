// Client certificates: which are bound, until when, binding another one and revoking one.

import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ShownClientCertificate } from '../../api/developers.ts'
import { nowMs } from '../clock.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { CopyButton } from '../components/copyButton.tsx'
import { DataList } from '../components/dataList.tsx'
import { Icon } from '../components/icon.tsx'
import { Sheet } from '../components/sheet.tsx'
import { StatusBadge, type Tone } from '../components/statusBadge.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import { useConsoleMutation } from '../queries.ts'
import { credentialWords } from '../words/credentials.ts'
import { certificateState, holdsPrivateKey } from './credentialFacts.ts'

type CertificatesProps = {
  readonly merchantId: string
  readonly certificates: readonly ShownClientCertificate[]
}

export function CertificatesSheet({ merchantId, certificates }: CertificatesProps) {
  const say = useWords(credentialWords)
  const [isBinding, setIsBinding] = useState(false)
  const [revoking, setRevoking] = useState<ShownClientCertificate>()
  return (
    <Sheet
      title={say('certificates')}
      actions={
        <Button
          {...{ variant: 'default', onClick: () => setIsBinding(true) }}
          leftSection={<Icon name="plus" size={16} />}
        >
          {say('bind')}
        </Button>
      }
    >
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          {say('certificatesHint')}
        </Text>
        <CertificateList certificates={certificates} onRevoke={setRevoking} />
      </Stack>
      <BindDialog {...{ merchantId, isOpen: isBinding, onClose: () => setIsBinding(false) }} />
      <RevokeDialog {...{ merchantId, revoking, onClose: () => setRevoking(undefined) }} />
    </Sheet>
  )
}

type CertificateListProps = {
  readonly certificates: readonly ShownClientCertificate[]
  readonly onRevoke: (certificate: ShownClientCertificate) => void
}

function CertificateList({ certificates, onRevoke }: CertificateListProps) {
  const say = useWords(credentialWords)
  return (
    <DataList
      {...{ label: say('certificates'), rows: certificates, hasCount: false, empty: say('noCertificates') }}
      keyOf={({ fingerprint }) => fingerprint}
      columns={[
        { key: 'subject', title: say('subject'), isHead: true, cell: ({ subject }) => <bdi>{subject}</bdi> },
        { key: 'fingerprint', title: say('fingerprint'), cell: row => <Fingerprint {...row} /> },
        { key: 'state', title: say('state'), cell: row => <CertificateBadge certificate={row} /> },
        { key: 'expires', title: say('expires'), cell: ({ notAfter }) => <Timestamp at={notAfter} /> },
        {
          ...{ key: 'revoke', title: say('revoke') },
          cell: row =>
            row.revokedAt === undefined && (
              <Button
                {...{ size: 'compact-sm', variant: 'subtle', color: 'bad', onClick: () => onRevoke(row) }}
                className="devDanger"
                aria-label={say('revokeOf', { subject: row.subject })}
              >
                {say('revoke')}
              </Button>
            ),
        },
      ]}
    />
  )
}

function Fingerprint({ fingerprint }: Pick<ShownClientCertificate, 'fingerprint'>) {
  const say = useWords(credentialWords)
  return (
    <span className="devMono" dir="ltr" title={fingerprint}>
      {fingerprint.slice(0, 16)}… <CopyButton value={fingerprint} label={say('copyFingerprint')} />
    </span>
  )
}

function CertificateBadge({ certificate }: { readonly certificate: ShownClientCertificate }) {
  const say = useWords(credentialWords)
  const state = certificateState(certificate, nowMs())
  if (state.kind === 'ending')
    return (
      <StatusBadge tone="wait">
        {state.days === 0 ? say('certToday') : say('certExpires', { count: state.days })}
      </StatusBadge>
    )
  const { tone, word } = badges[state.kind]
  return <StatusBadge tone={tone}>{say(word)}</StatusBadge>
}

const badges = {
  valid: { tone: 'good', word: 'certValid' },
  expired: { tone: 'bad', word: 'certExpired' },
  revoked: { tone: 'plain', word: 'certRevoked' },
} as const satisfies Readonly<Record<string, { readonly tone: Tone; readonly word: string }>>

type BindDialogProps = { readonly merchantId: string; readonly isOpen: boolean; readonly onClose: () => void }

function BindDialog({ merchantId, isOpen, onClose }: BindDialogProps) {
  const say = useWords(credentialWords)
  const announce = useAnnounce()
  const [pem, setPem] = useState('')
  const binding = useConsoleMutation('bindCertificate', {
    invalidates: ['developerSettings'],
    onSuccess() {
      announce(say('bound'))
      close()
    },
  })
  const close = () => {
    setPem('')
    binding.reset()
    onClose()
  }
  const privateKey = holdsPrivateKey(pem) ? say('privateKey') : undefined
  const said = binding.errorOf('certificate') ?? binding.errorOf('pem')
  return (
    <ConfirmDialog
      {...{
        isOpen,
        title: say('bindTitle'),
        confirm: say('bind'),
        isBusy: binding.isPending,
        onClose: close,
      }}
      error={binding.errorBeside('certificate', 'pem')}
      onConfirm={() => !privateKey && binding.mutate({ merchantId, pem })}
    >
      <Textarea
        {...{ label: say('pem'), description: say('pemHint'), value: pem, error: privateKey ?? said }}
        {...{ minRows: 8, maxRows: 14, autosize: true, required: true, spellCheck: false, dir: 'ltr' }}
        classNames={{ input: 'devMono' }}
        placeholder="-----BEGIN CERTIFICATE-----"
        onChange={({ currentTarget: { value } }) => setPem(value)}
        data-autofocus
      />
    </ConfirmDialog>
  )
}

type RevokeDialogProps = {
  readonly merchantId: string
  readonly revoking: ShownClientCertificate | undefined
  readonly onClose: () => void
}

function RevokeDialog({ merchantId, revoking, onClose }: RevokeDialogProps) {
  const say = useWords(credentialWords)
  const announce = useAnnounce()
  const mutation = useConsoleMutation('revokeCertificate', {
    invalidates: ['developerSettings'],
    onSuccess() {
      announce(say('revoked'))
      onClose()
    },
  })
  const { fingerprint = '', subject = '' } = revoking ?? {}
  return (
    <ConfirmDialog
      {...{
        isOpen: revoking !== undefined,
        title: say('revokeTitle'),
        confirm: say('revoke'),
        isDangerous: true,
      }}
      {...{ isBusy: mutation.isPending, error: mutation.error?.message, onClose }}
      onConfirm={() => mutation.mutate({ merchantId, fingerprint })}
    >
      <Text>{say('revokeText', { subject })}</Text>
    </ConfirmDialog>
  )
}
