import { requiredElement } from './dom.ts'
import { chosenScenario } from './outcomes.ts'
import { rejectionText } from './shop.ts'
import { goToStep, hideStep, showProblem } from './steps.ts'
import { outcomeOf, progressOf } from './verdict.ts'
import { beginOrder, type Walkthrough } from './walk.ts'

/** A browser payment: to the provider and back, and a confirmation where the shop asked for it. */
export function startProviderFlow(walk: Walkthrough): void {
  requiredElement('#begin', HTMLButtonElement).addEventListener('click', async () => {
    const arrangement = requiredElement('[name="arrangement"]:checked', HTMLInputElement).value
    const { reference } = chosenScenario()
    const told = await beginOrder(walk, 'initiateBrowserPayment', { arrangement, reference })
    if (told === undefined) return
    walk.update({ arrangement })
    offerProviderPage(walk)
  })
  requiredElement('#confirm', HTMLButtonElement).addEventListener('click', () => void confirmPayment(walk))
  if (walk.state().order !== undefined) void resumeProvider(walk)
}

function offerProviderPage(walk: Walkthrough): void {
  showArrangement(walk)
  goToStep('visit')
  const button = requiredElement('#visit', HTMLButtonElement)
  button.onclick = () => {
    const { protocol, href } = new URL(walk.state().address ?? '', location.href)
    if (protocol === 'http:' || protocol === 'https:') location.assign(href)
  }
  button.focus()
}

/** What shall happen is settled now; and only where the shop confirms is there a step for it. */
function showArrangement(walk: Walkthrough): void {
  const { arrangement } = walk.state()
  requiredElement('#outcomes', HTMLFieldSetElement).disabled = true
  if (arrangement !== 'merchant' && arrangement !== 'confirmed') hideStep('confirm')
}

/** The payer is back, or never left: the gateway knows how far they have come. */
async function resumeProvider(walk: Walkthrough): Promise<void> {
  const { order = '', address, arrangement } = walk.state()
  showArrangement(walk)
  goToStep('check')
  const told = await walk.askShop('retrieve', { order })
  if (told === undefined) return
  if (address !== undefined && progressOf(told.answer) === 'INITIATED') return offerProviderPage(walk)
  const isConfirmed = arrangement === 'confirmed'
  if (outcomeOf(told.answer, { isConfirmed }).offers === 'confirm') return goToStep('confirm')
  await walk.finish({}, told)
}

async function confirmPayment(walk: Walkthrough): Promise<void> {
  const { order = '' } = walk.state()
  const button = requiredElement('#confirm', HTMLButtonElement)
  const delivery = requiredElement('[name="delivery"]:checked', HTMLInputElement).value
  button.disabled = true
  const told = await walk.askShop('confirm', { order, delivery })
  button.disabled = false
  if (told === undefined) return
  if (told.exchanges.at(-1)?.status === 400) return showProblem(rejectionText(told))
  walk.update({ arrangement: 'confirmed' })
  goToStep('check')
  await walk.finish()
}
