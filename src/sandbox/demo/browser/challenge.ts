import { announce, make, requiredElement } from './dom.ts'
import { isMembers } from './exchange.ts'
import type { Walkthrough } from './walk.ts'

/**
 * Shows the issuer's page, and waits until the payer comes back from it into the shop's own page inside the
 * frame. The gateway's excerpt would do all this by itself; a page with a policy as strict as this one runs
 * no script it did not bring, so it takes the form out of the excerpt and submits it.
 */
export function showChallenge(walk: Walkthrough, excerpt: string): Promise<void> {
  const { action, fields, width, height } = parseChallenge(excerpt)
  const frame = make('iframe', { name: 'challengeFrame', title: 'The issuer asks', width, height })
  const form = make('form', { method: 'post', action, target: 'challengeFrame', hidden: '' })
  for (const [name, value] of fields) form.append(make('input', { type: 'hidden', name, value }))
  requiredElement('#challenge', HTMLElement).replaceChildren(frame, form)
  announce('The issuer asks the payer')
  return new Promise(resolve => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.contentWindow || !isReturn(data)) return
      window.removeEventListener('message', hear)
      walk.update({}, [
        {
          title: 'The payer comes back from the challenge',
          by: 'browser',
          method: 'POST',
          path: '/demo/return',
          request: data.told,
        },
      ])
      resolve()
    }
    window.addEventListener('message', hear)
    form.submit()
  })
}

const isReturn = (data: unknown): data is { readonly told: unknown } =>
  isMembers(data) && data.demo === 'returned' && isMembers(data.told)

type ChallengeForm = {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly width: string
  readonly height: string
}

/** Parsed apart from the page: nothing in it runs. Its styles would be reported as a breach of the policy. */
function parseChallenge(excerpt: string): ChallengeForm {
  const parsed = new DOMParser().parseFromString(excerpt.replace(/ style="[^"]*"/g, ''), 'text/html')
  const frame = parsed.querySelector('iframe')
  const inputs = [...parsed.querySelectorAll('form input')]
  return {
    action: parsed.querySelector('form')?.getAttribute('action') ?? '',
    fields: inputs.map(
      input => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''] as const,
    ),
    width: frame?.getAttribute('width') ?? '100%',
    height: frame?.getAttribute('height') ?? '600',
  }
}
