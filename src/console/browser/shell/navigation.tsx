import { NavLink, ScrollArea, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { pageNames } from '../words/pageNames.ts'
import { shellWords } from '../words/shell.ts'
import type { Place, Places } from './places.ts'
import { useShortcut } from './shortcuts.tsx'

/** The pages that the user may see, by whom they are about. */
export function Navigation({ places, onGo }: { readonly places: Places; readonly onGo: () => void }) {
  const say = useWords(shellWords)
  const hasBoth = places.merchant.length > 0 && places.gateway.length > 0
  return (
    <ScrollArea flex={1} type="auto" scrollbarSize={6}>
      <nav aria-label={say('navigation')}>
        <PlaceList places={places.merchant} onGo={onGo} {...(hasBoth && { title: say('ofMerchant') })} />
        <PlaceList places={places.gateway} onGo={onGo} {...(hasBoth && { title: say('ofGateway') })} />
        <PlaceList places={places.own} onGo={onGo} />
      </nav>
    </ScrollArea>
  )
}

type PlaceListProps = {
  readonly places: readonly Place[]
  readonly title?: string
  readonly onGo: () => void
}

function PlaceList({ places, title, onGo }: PlaceListProps) {
  if (places.length === 0) return null
  return (
    <div className="places">
      {title && <Text className="placesTitle">{title}</Text>}
      <ul>
        {places.map(place => (
          <li key={place.href}>
            <PlaceLink place={place} onGo={onGo} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function PlaceLink({ place, onGo }: { readonly place: Place; readonly onGo: () => void }) {
  const [say, name] = [useWords(shellWords), useWords(pageNames)]
  const [location] = useLocation()
  const isHere = location === place.href || location.startsWith(`${place.href}/`)
  const label = name(place.name)
  return (
    <>
      {place.key && (
        <PlaceShortcut keys={`g ${place.key}`} label={say('goToPage', { page: label })} href={place.href} />
      )}
      <NavLink
        {...{ component: Link, href: place.href, label, active: isHere, onClick: onGo, className: 'place' }}
        leftSection={<Icon name={place.icon} />}
        {...(isHere && { 'aria-current': 'page' as const })}
      />
    </>
  )
}

type PlaceShortcutProps = { readonly keys: string; readonly label: string; readonly href: string }

function PlaceShortcut({ keys, label, href }: PlaceShortcutProps) {
  const [, navigate] = useLocation()
  useShortcut(keys, label, () => navigate(href))
  return null
}
