import { announce, requiredElement, withCode } from './dom.ts'
import { copyText } from './wire.ts'

/** What the visitor wants to happen. */
export type ScenarioChoice = { readonly id: string; readonly name: string; readonly reference: string }

export function prepareScenarios(scenario: string | undefined, changed: () => void): void {
  const radios = document.querySelectorAll<HTMLInputElement>('[name="scenario"]')
  for (const radio of radios) {
    if (radio.value === scenario) radio.checked = true
    radio.addEventListener('change', () => {
      showChoice()
      changed()
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
    for (const place of document.querySelectorAll(`[data-chosen="${name}"]`)) place.textContent = value
  }
}

async function copyCardValue(button: HTMLButtonElement): Promise<void> {
  const text = button.querySelector('[data-chosen]')?.textContent ?? ''
  const isCopied = await copyText(text.replaceAll(' ', ''))
  const word = button.querySelector('.copied')
  if (!word) return
  word.textContent = isCopied ? ' copied' : ' not copied'
  announce(isCopied ? 'Copied' : 'Could not copy')
  setTimeout(() => {
    word.textContent = ''
  }, 1_500)
}
