// What a merchant's servers call the API with.

import { Skeleton, Stack } from '@mantine/core'
import { LoadError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { useConsoleQuery } from '../queries.ts'
import { credentialWords } from '../words/credentials.ts'
import { pageNames } from '../words/pageNames.ts'
import { CertificatesSheet } from './certificatesSheet.tsx'
import { PasswordsSheet } from './passwordsSheet.tsx'

export function CredentialsPage({ merchantId }: MerchantPageProps) {
  const [say, name] = [useWords(credentialWords), useWords(pageNames)]
  const { data, error, refetch } = useConsoleQuery('developerSettings', { merchantId })
  return (
    <Page title={name('developers')} lead={say('lead')}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <Stack gap="lg">
          <PasswordsSheet merchantId={merchantId} passwords={data.passwords} />
          <CertificatesSheet merchantId={merchantId} certificates={data.certificates} />
        </Stack>
      )}
    </Page>
  )
}

const Loading = () => (
  <Stack gap="lg" aria-busy>
    <Skeleton height={220} radius="lg" />
    <Skeleton height={160} radius="lg" />
  </Stack>
)
