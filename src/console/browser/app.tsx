// The console's pages by their addresses, for whoever is signed in.

import { Center, Loader } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { EnterSandbox } from './account/enterSandbox.tsx'
import { StepUpForm } from './account/stepUpForm.tsx'
import { nobody, useOnlyOwn } from './account/useOnlyOwn.ts'
import { CallRefused } from './callAnswer.ts'
import { Announcer } from './components/announcer.tsx'
import { LoadError } from './components/fieldError.tsx'
import { StepUp } from './components/stepUp.tsx'
import { useWords } from './language.tsx'
import { lazyPage } from './pageKinds.ts'
import { useConsoleQuery } from './queries.ts'
import { Frame } from './shell/frame.tsx'
import { Router } from './shell/router.tsx'
import { ShortcutsProvider } from './shell/shortcuts.tsx'
import { shellWords } from './words/shell.ts'

export function App() {
  return (
    <Switch>
      <Route path="/console/enter">
        <EnterSandbox />
      </Route>
      <Route path="/console/invitation">
        <Waiting>
          <Invitation />
        </Waiting>
      </Route>
      <Route>
        <SignedIn />
      </Route>
    </Switch>
  )
}

/** Who is signed in loads neither of them. */
const SignIn = lazyPage(() => import('./account/signIn.tsx').then(module => module.SignIn))
const Invitation = lazyPage(() => import('./account/invitation.tsx').then(module => module.Invitation))

const Waiting = ({ children }: { readonly children: ReactNode }) => (
  <Suspense fallback={<Loading />}>{children}</Suspense>
)

function Loading() {
  const say = useWords(shellWords)
  return (
    <Center component="main" mih="100vh">
      <Loader aria-label={say('loading')} role="status" />
    </Center>
  )
}

function SignedIn() {
  const who = useConsoleQuery('whoAmI', {})
  const isOut = who.error instanceof CallRefused && who.error.cause === 'SIGN_IN'
  const userId = isOut ? nobody : who.data?.userId
  const isTheirs = useOnlyOwn(userId)
  if (who.isPending || !isTheirs) return <Loading />
  if (isOut)
    return (
      <Waiting>
        <SignIn />
      </Waiting>
    )
  if (!who.data)
    return (
      <Center component="main" mih="100vh" p="md">
        {who.error && <LoadError error={who.error} onRetry={who.refetch} />}
      </Center>
    )
  return (
    <Announcer>
      <StepUp form={StepUpForm}>
        <ShortcutsProvider>
          <Frame who={who.data}>
            <Router who={who.data} />
          </Frame>
        </ShortcutsProvider>
      </StepUp>
    </Announcer>
  )
}
