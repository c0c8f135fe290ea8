// The frame around every page: navigation, whose data it is, search, and the user.

import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Kbd,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import type { WhoAmI } from '../../api/account.ts'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'
import { useAddressedMerchant } from './addressedMerchant.ts'
import { Brand } from './brand.tsx'
import { MerchantSwitcher } from './merchantSwitcher.tsx'
import { Navigation } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { type Places, placesFor } from './places.ts'
import { useRowKeys } from './rowKeys.ts'
import { useShortcut } from './shortcuts.tsx'
import { ShortcutsDialog } from './shortcutsDialog.tsx'
import { UserMenu } from './userMenu.tsx'

type FrameProps = { readonly who: WhoAmI; readonly children: ReactNode }

export function Frame({ who, children }: FrameProps) {
  const say = useWords(shellWords)
  const { merchantId: named, isMissing } = useAddressedMerchant(who)
  const merchantId = (isMissing ? undefined : named) ?? who.merchantId ?? lastMerchant.id
  if (isMissing === false) lastMerchant.id = merchantId
  const places = useMemo(() => placesFor(who, merchantId), [who, merchantId])
  const [isOpen, { toggle, close }] = useDisclosure()
  const [hasHelp, help] = useDisclosure()
  useShortcut('?', say('shortcuts'), help.open)
  useRowKeys()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 244, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      layout="alt"
      padding={0}
    >
      <a className="skip" href="#content">
        {say('skipToContent')}
      </a>
      <TopBar {...{ isTest: who.gateway.isTest, isOpen, toggle }} />
      <AppShell.Navbar className="side">
        <SideHead {...{ who, merchantId, isOpen, close }} />
        <Navigation places={places} onGo={close} />
        <UserMenu who={who} onShortcuts={help.open} />
      </AppShell.Navbar>
      <AppShell.Main>
        <OfflineNotice />
        <div id="content" tabIndex={-1} className="content">
          {children}
        </div>
      </AppShell.Main>
      <Palette places={allOf(places)} merchantId={merchantId} hasOrders={hasOrders(who)} />
      <ShortcutsDialog isOpen={hasHelp} onClose={help.close} />
    </AppShell>
  )
}

/** An operator who goes from a merchant to the gateway and back comes back to the same merchant. */
const lastMerchant: { id: string | undefined } = { id: undefined }

const allOf = ({ merchant, gateway, own }: Places) => [...merchant, ...gateway, ...own]

const hasOrders = ({ permissions }: WhoAmI): boolean => permissions.includes('payments.read')

type SideHeadProps = {
  readonly who: WhoAmI
  readonly merchantId: string | undefined
  readonly isOpen: boolean
  readonly close: () => void
}

function SideHead({ who, merchantId, isOpen, close }: SideHeadProps) {
  const say = useWords(shellWords)
  return (
    <div className="sideHead">
      <Group justify="space-between" wrap="nowrap">
        <Link href="/console" className="home" onClick={close}>
          <Brand />
        </Link>
        {isOpen && (
          <Burger
            {...{ opened: true, onClick: close, size: 'sm', color: '#fff', hiddenFrom: 'sm' }}
            aria-label={say('closeNavigation')}
          />
        )}
      </Group>
      {who.role === 'OPERATOR' ? (
        <MerchantSwitcher merchantId={merchantId} />
      ) : (
        <Text className="merchantName" title={say('merchant')} truncate>
          {who.merchantId}
        </Text>
      )}
    </div>
  )
}

type TopBarProps = { readonly isTest: boolean; readonly isOpen: boolean; readonly toggle: () => void }

function TopBar({ isTest, isOpen, toggle }: TopBarProps) {
  const say = useWords(shellWords)
  return (
    <AppShell.Header className={isTest ? 'top test' : 'top'}>
      <Group h="100%" px="md" justify="space-between" wrap="nowrap">
        <Burger
          {...{ opened: isOpen, onClick: toggle, size: 'sm', hiddenFrom: 'sm' }}
          aria-label={say(isOpen ? 'closeNavigation' : 'openNavigation')}
          aria-expanded={isOpen}
        />
        <UnstyledButton className="searchButton" onClick={() => spotlight.open()}>
          <Icon name="search" size={16} />
          <span>{say('search')}</span>
          <Kbd visibleFrom="sm" size="xs">
            Ctrl K
          </Kbd>
        </UnstyledButton>
        <Group gap="sm" wrap="nowrap">
          <SchemeSwitch />
          {isTest && (
            <span className="ribbon" title={say('testMode')}>
              {say('test')}
            </span>
          )}
        </Group>
      </Group>
    </AppShell.Header>
  )
}

/** Between light and dark; the preferences have the system's choice too. */
function SchemeSwitch() {
  const say = useWords(shellWords)
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light'
  return (
    <ActionIcon
      {...{ variant: 'subtle', color: 'gray', size: 'lg', onClick: () => setColorScheme(other) }}
      aria-label={`${say('colours')}: ${say(other)}`}
    >
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </ActionIcon>
  )
}

function OfflineNotice() {
  const say = useWords(shellWords)
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <p className="offline">
          <Icon name="alert" size={16} /> {say('offline')}
        </p>
      )}
    </div>
  )
}
