import { announce, requiredElement } from './dom.ts'

export type StepState = 'later' | 'now' | 'done' | 'failed'

/** The step that is on: those before it are done, those after it come later. */
export function goToStep(step: string): void {
  const steps = allSteps()
  const position = steps.findIndex(({ dataset }) => dataset.step === step)
  for (const [index, one] of steps.entries()) {
    setStepState(one, index < position ? 'done' : index === position ? 'now' : 'later')
  }
  announce(steps[position]?.querySelector('h2')?.firstChild?.textContent ?? '')
}

/** It is over: the step that was on is done, or it failed, and nothing comes after it. */
export function endSteps(state: 'done' | 'failed'): void {
  for (const step of allSteps()) if (step.dataset.state === 'now') setStepState(step, state)
}

export function hideStep(step: string): void {
  requiredElement(`[data-step="${step}"]`, HTMLLIElement).hidden = true
}

function setStepState(step: HTMLElement, state: StepState): void {
  step.dataset.state = state
  if (state === 'now') step.setAttribute('aria-current', 'step')
  else step.removeAttribute('aria-current')
  const word = step.querySelector('.state')
  if (word) word.textContent = stateTexts[state]
}

const stateTexts = { later: '', now: '', done: ' (done)', failed: ' (failed)' } as const satisfies Record<
  StepState,
  string
>

function allSteps(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('#steps > li')].filter(({ hidden }) => !hidden)
}

/** Shows what stands in the way, inside the step that is on. */
export function showProblem(trouble: string): void {
  const stage = document.querySelector('#steps > [data-state="now"] .stage')
  stage?.querySelector('.trouble')?.remove()
  const notice = document.createElement('p')
  notice.className = 'notice bad trouble'
  notice.setAttribute('role', 'alert')
  notice.textContent = trouble
  stage?.append(notice)
}
