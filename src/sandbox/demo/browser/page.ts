/** The demo page: its elements, the steps of the flow it shows, and the choice of a scenario. */

/** The page always has it; its absence is a mistake in the markup. */
export function requiredElement<Kind extends Element>(selector: string, kind: { new (): Kind }): Kind {
  const found = document.querySelector(selector)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${selector}`)
}

type Attributes = { readonly [name: string]: string }
type Child = Node | string

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const attribute in attributes) element.setAttribute(attribute, attributes[attribute] ?? '')
  element.append(...children)
  return element
}

/** Text in which `backticks` mark code. */
export function withCode(text: string): readonly Child[] {
  return text.split('`').map((piece, index) => (index % 2 === 0 ? piece : make('code', {}, piece)))
}

export function makeButton(text: string, onClick: () => void, kind = 'button'): HTMLButtonElement {
  const button = make('button', { type: 'button', class: kind }, text)
  button.addEventListener('click', onClick)
  return button
}

/** For screen readers. */
export function announce(text: string): void {
  requiredElement('#news', HTMLElement).textContent = text
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

type StepState = 'later' | 'now' | 'done' | 'failed'

/** Makes a step the current one: those before it are done, those after it come later. */
export function goToStep(step: string): void {
  const steps = allSteps()
  const position = steps.findIndex(({ dataset }) => dataset.step === step)
  for (const [index, one] of steps.entries()) {
    setStepState(one, index < position ? 'done' : index === position ? 'now' : 'later')
  }
  announce(steps[position]?.querySelector('h2')?.firstChild?.textContent ?? '')
}

/** Ends the flow: the current step is done or has failed, and nothing comes after it. */
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
  const label = step.querySelector('.state')
  if (label) label.textContent = stateTexts[state]
}

const stateTexts = { later: '', now: '', done: ' (done)', failed: ' (failed)' } as const satisfies Record<
  StepState,
  string
>

function allSteps(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('#steps > li')].filter(({ hidden }) => !hidden)
}

/** Inside the current step. */
export function showProblem(text: string): void {
  const stage = document.querySelector('#steps > [data-state="now"] .stage')
  stage?.querySelector('.trouble')?.remove()
  const notice = document.createElement('p')
  notice.className = 'notice bad trouble'
  notice.setAttribute('role', 'alert')
  notice.textContent = text
  stage?.append(notice)
}

/** The scenario that the visitor has chosen. */
type ScenarioChoice = { readonly id: string; readonly name: string; readonly reference: string }

export function prepareScenarios(scenario: string | undefined, onChange: () => void): void {
  const radios = document.querySelectorAll<HTMLInputElement>('[name="scenario"]')
  for (const radio of radios) {
    if (radio.value === scenario) radio.checked = true
    radio.addEventListener('change', () => {
      showChoice()
      onChange()
    })
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener('click', () => void copyCardValue(button))
  }
  showChoice()
}

export function chosenScenario(): ScenarioChoice {
  const radio = chosenRadio()
  return { id: radio.value, name: scenarioName(radio), reference: radio.dataset.reference ?? '' }
}

const chosenRadio = (): HTMLInputElement => requiredElement('[name="scenario"]:checked', HTMLInputElement)
const scenarioName = (radio: HTMLInputElement): string => radio.parentElement?.textContent?.trim() ?? ''

function showChoice(): void {
  const { what = '', number = '', expiry = '', code = '', reference = '' } = chosenRadio().dataset
  requiredElement('#chosen-what', HTMLElement).replaceChildren(...withCode(what))
  const grouped = number.replace(/(\d{4})(?=\d)/g, '$1 ')
  const values = { number: grouped, expiry, code, reference: reference === '' ? 'none' : reference }
  for (const [name, value] of Object.entries(values)) {
    for (const element of document.querySelectorAll(`[data-chosen="${name}"]`)) element.textContent = value
  }
}

async function copyCardValue(button: HTMLButtonElement): Promise<void> {
  const text = button.querySelector('[data-chosen]')?.textContent ?? ''
  const isCopied = await copyText(text.replaceAll(' ', ''))
  const label = button.querySelector('.copied')
  if (!label) return
  label.textContent = isCopied ? ' copied' : ' not copied'
  announce(isCopied ? 'Copied' : 'Could not copy')
  setTimeout(() => {
    label.textContent = ''
  }, 1_500)
}
