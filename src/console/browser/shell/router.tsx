// Which page an address shows.

import { Anchor, Center, Loader } from '@mantine/core'
import { Suspense, useMemo } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import type { WhoAmI } from '../../api/account.ts'
import { addressed, anyMerchantAddress, gatewayAddress, ownAddress } from '../addresses.ts'
import { Page } from '../components/page.tsx'
import { useWords } from '../language.tsx'
import { type PagesByPlace, pagesFor } from '../pages.ts'
import { useConsoleQuery } from '../queries.ts'
import { shellWords } from '../words/shell.ts'
import { useAddressedMerchant } from './addressedMerchant.ts'
import { ErrorBoundary } from './errorBoundary.tsx'
import { placesFor } from './places.ts'

export function Router({ who }: { readonly who: WhoAmI }) {
  const pages = useMemo(() => pagesFor(who), [who])
  const [pathname] = useLocation()
  const { isMissing } = useAddressedMerchant(who)
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path="/console">
            <Start who={who} />
          </Route>
          {isMissing && (
            <Route>
              <NoSuchMerchant who={who} />
            </Route>
          )}
          {routesOf(pages)}
          <Route>
            <NothingHere />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

function routesOf({ own, gateway, merchant }: PagesByPlace) {
  const { merchantId = '', id } = addressed(location.pathname)
  const above = [
    ...own.map(page => ({ path: ownAddress(page.path), page })),
    ...gateway.map(page => ({ path: gatewayAddress(page.path), page })),
  ]
  return [
    ...above.map(({ path, page: { Shown } }) => (
      <Route key={path} path={path}>
        <Shown id={id} />
      </Route>
    )),
    ...merchant.map(({ path, Shown }) => (
      <Route key={path} path={anyMerchantAddress(path)}>
        <Shown {...{ merchantId, id }} />
      </Route>
    )),
  ]
}

function Waiting() {
  const say = useWords(shellWords)
  return (
    <Center mih="60vh">
      <Loader aria-label={say('loading')} role="status" />
    </Center>
  )
}

/** The first page of the user's merchant; operators begin with the first merchant, or above merchants. */
function Start({ who }: { readonly who: WhoAmI }) {
  const isOperator = who.role === 'OPERATOR'
  const { data, isPending } = useConsoleQuery('merchantNames', {}, { isEnabled: isOperator })
  if (isOperator && isPending) return <Waiting />
  const { merchant, gateway, own } = placesFor(who, who.merchantId ?? data?.merchantIds[0])
  const first = [...merchant, ...gateway, ...own][0]?.href ?? ownAddress('preferences')
  return <Redirect to={first} replace />
}

function NoSuchMerchant({ who }: { readonly who: WhoAmI }) {
  const say = useWords(shellWords)
  const { merchantId = '' } = addressed(location.pathname)
  const own = who.merchantId
  return (
    <Page
      title={say(own === undefined ? 'unknownMerchant' : 'notYourMerchant', { merchant: merchantId })}
      lead={own === undefined ? say('unknownMerchantHint') : say('yourMerchant', { merchant: own })}
    >
      <Anchor component={Link} href="/console">
        {say('toStart')}
      </Anchor>
    </Page>
  )
}

function NothingHere() {
  const say = useWords(shellWords)
  return (
    <Page title={say('notFound')} lead={say('notFoundHint')}>
      <Anchor component={Link} href="/console">
        {say('toStart')}
      </Anchor>
    </Page>
  )
}
