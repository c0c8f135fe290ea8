// What a merchant is told: what became of each notification, and how it is set up.

import { Tabs } from '@mantine/core'
import { useAddressSearch } from '../addressSearch.ts'
import { Page } from '../components/page.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { notificationWords } from '../words/notifications.ts'
import { pageNames } from '../words/pageNames.ts'
import { DeliveryList } from './deliveryList.tsx'
import { NotificationSetup } from './notificationSetup.tsx'

export function NotificationsPage({ merchantId }: MerchantPageProps) {
  const [say, name] = [useWords(notificationWords), useWords(pageNames)]
  const [{ view }, change] = useAddressSearch()
  return (
    <Page title={name('notifications')} lead={say('lead')}>
      <Tabs
        value={view === 'setup' ? 'setup' : 'deliveries'}
        onChange={chosen => change({ view: chosen === 'setup' ? 'setup' : undefined }, true)}
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={say('views')}>
          <Tabs.Tab value="deliveries">{say('deliveries')}</Tabs.Tab>
          <Tabs.Tab value="setup">{say('setup')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="deliveries">
          <DeliveryList merchantId={merchantId} />
        </Tabs.Panel>
        <Tabs.Panel value="setup">
          <NotificationSetup merchantId={merchantId} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
