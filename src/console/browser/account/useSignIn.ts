// Signing in, and what to say when it did not work.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SignInAnswer } from '../../api/signIn.ts'
import { callBeforeSignIn } from '../callServer.ts'
import { useWords } from '../language.tsx'
import { accountWords } from '../words/account.ts'
import { showPasskey } from './passkeyPrompt.ts'

/** A sentence for what the server answered; undefined when it worked. */
export function useSignInSentence() {
  const say = useWords(accountWords)
  return (answer: SignInAnswer, refusal: 'passkeyRefused' | 'refused' | 'stepUpRefused') => {
    if (answer.outcome === 'signedIn') return undefined
    return answer.outcome === 'wait' ? say('mustWait', { count: answer.seconds }) : say(refusal)
  }
}

export type GivenSignIn = { readonly email: string; readonly password: string; readonly code: string }

/** With what was typed, or with a passkey. What went wrong is `error`. */
export function useSignIn(onSignedIn: () => unknown) {
  const say = useWords(accountWords)
  const sentence = useSignInSentence()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(given: GivenSignIn | 'passkey') {
      const complaint = given === 'passkey' ? await withPasskey() : await typed(given)
      if (complaint !== undefined) throw new Error(complaint)
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['whoAmI'] })
      await onSignedIn()
    },
  })

  async function typed(given: GivenSignIn): Promise<string | undefined> {
    return sentence(await callBeforeSignIn('signIn', given), 'refused')
  }

  async function withPasskey(): Promise<string | undefined> {
    // Of now: a challenge is good for a few minutes.
    const { options } = await callBeforeSignIn('passkeyForSignIn', {})
    const passkey = options && (await showPasskey(options))
    if (passkey === undefined) return say('passkeyCancelled')
    return sentence(await callBeforeSignIn('signInWithPasskey', { passkey }), 'passkeyRefused')
  }
}
