// The palette: Ctrl or Cmd with K, then a page, an order's id, or one of the orders seen before.

import { Spotlight } from '@mantine/spotlight'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { orderAddress } from '../addresses.ts'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { pageNames } from '../words/pageNames.ts'
import { shellWords } from '../words/shell.ts'
import type { Place } from './places.ts'
import { recentOrders } from './recentOrders.ts'

type PaletteProps = {
  readonly places: readonly Place[]
  /** Whose orders it goes to; absent where no merchant is shown. */
  readonly merchantId: string | undefined
  readonly hasOrders: boolean
}

export function Palette({ places, merchantId, hasOrders }: PaletteProps) {
  const say = useWords(shellWords)
  const [query, setQuery] = useState('')
  const wanted = query.trim()
  const orders = merchantId !== undefined && hasOrders ? merchantId : undefined
  return (
    <Spotlight.Root
      {...{ query, onQueryChange: setQuery, shortcut: 'mod + K', tagsToIgnore: [], scrollable: true }}
      {...{ centered: false, yOffset: '14vh' }}
      attributes={{ content: { 'aria-label': say('searchLong') } }}
    >
      <Spotlight.Search
        {...{ placeholder: say('searchLong'), 'aria-label': say('searchLong') }}
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList>
        {orders !== undefined && orderForm.test(wanted) && (
          <GoTo
            {...{ label: say('goToOrder', { id: wanted }), description: say('goToOrderHint') }}
            {...{ icon: 'payments', href: orderAddress(orders, wanted) }}
          />
        )}
        <Pages {...{ places, wanted }} />
        {orders !== undefined && <RecentOrders merchantId={orders} wanted={wanted} />}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function Pages({ places, wanted }: { readonly places: readonly Place[]; readonly wanted: string }) {
  const [say, name] = [useWords(shellWords), useWords(pageNames)]
  const found = places.filter(place => has(name(place.name), wanted))
  if (found.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={say('pages')}>
      {found.map(place => (
        <GoTo key={place.href} label={name(place.name)} icon={place.icon} href={place.href} />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function RecentOrders({ merchantId, wanted }: { readonly merchantId: string; readonly wanted: string }) {
  const say = useWords(shellWords)
  const found = recentOrders(merchantId).filter(id => has(id, wanted))
  if (found.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={say('recentOrders')}>
      {found.map(id => (
        <GoTo key={id} label={id} icon="clock" href={orderAddress(merchantId, id)} />
      ))}
    </Spotlight.ActionsGroup>
  )
}

type GoToProps = {
  readonly label: string
  readonly description?: string
  readonly icon: Place['icon']
  readonly href: string
}

function GoTo({ label, description, icon, href }: GoToProps) {
  const [, navigate] = useLocation()
  return (
    <Spotlight.Action
      {...{ label, onClick: () => navigate(href), leftSection: <Icon name={icon} /> }}
      {...(description !== undefined && { description })}
    />
  )
}

const has = (text: string, wanted: string): boolean =>
  text.toLocaleLowerCase().includes(wanted.toLocaleLowerCase())

/** What can be the id of an order. */
const orderForm = /^\S.{0,39}$/
