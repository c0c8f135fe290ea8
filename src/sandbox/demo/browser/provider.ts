import { part } from './dom.ts'
import { chosen } from './outcomes.ts'
import { refusalOf } from './shop.ts'
import { complain, goTo, leaveOut } from './steps.ts'
import { progressOf, verdictOf } from './verdict.ts'
import { begin, type Walk } from './walk.ts'

/** A browser payment: to the provider and back, and a confirmation where the shop asked for it. */
export function walkProvider(walk: Walk): void {
  part('#begin', HTMLButtonElement).addEventListener('click', async () => {
    const arrangement = part('[name="arrangement"]:checked', HTMLInputElement).value
    const { reference } = chosen()
    const told = await begin(walk, 'initiateBrowserPayment', { arrangement, reference })
    if (told === undefined) return
    walk.tell({ arrangement })
    offerVisit(walk)
  })
  part('#confirm', HTMLButtonElement).addEventListener('click', () => void confirm(walk))
  if (walk.story().order !== undefined) void resume(walk)
}

function offerVisit(walk: Walk): void {
  arrange(walk)
  goTo('visit')
  const button = part('#visit', HTMLButtonElement)
  button.onclick = () => {
    const { protocol, href } = new URL(walk.story().address ?? '', location.href)
    if (protocol === 'http:' || protocol === 'https:') location.assign(href)
  }
  button.focus()
}

/** What shall happen is settled now; and only where the shop confirms is there a step for it. */
function arrange(walk: Walk): void {
  const { arrangement } = walk.story()
  part('#outcomes', HTMLFieldSetElement).disabled = true
  if (arrangement !== 'merchant' && arrangement !== 'confirmed') leaveOut('confirm')
}

/** The payer is back, or never left: the gateway knows how far they have come. */
async function resume(walk: Walk): Promise<void> {
  const { order = '', address, arrangement } = walk.story()
  arrange(walk)
  goTo('check')
  const told = await walk.act('retrieve', { order })
  if (told === undefined) return
  if (address !== undefined && progressOf(told.answer) === 'INITIATED') return offerVisit(walk)
  const isConfirmed = arrangement === 'confirmed'
  if (verdictOf(told.answer, { isConfirmed }).offers === 'confirm') return goTo('confirm')
  await walk.finish({}, told)
}

async function confirm(walk: Walk): Promise<void> {
  const { order = '' } = walk.story()
  const button = part('#confirm', HTMLButtonElement)
  const delivery = part('[name="delivery"]:checked', HTMLInputElement).value
  button.disabled = true
  const told = await walk.act('confirm', { order, delivery })
  button.disabled = false
  if (told === undefined) return
  if (told.exchanges.at(-1)?.status === 400) return complain(refusalOf(told))
  walk.tell({ arrangement: 'confirmed' })
  goTo('check')
  await walk.finish()
}
