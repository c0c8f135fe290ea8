import { roleNamed } from '../fields/protocol.ts'
import type { Role } from '../fields/roles.ts'
import { type Members, membersOf } from './given.ts'
import { isOwnInput, type OwnInput } from './replacement.ts'

/** Which of the merchant's inputs a field of the gateway takes the place of. */
export type Input = { readonly role: Role; readonly selector: string; readonly element: OwnInput }

/** Why a form cannot be; there is then none. */
export type Refusal = { readonly message: string }

/** By `fields.card`, or as older pages say it, by `fields` itself. */
export function inputsIn({ fields }: Members): readonly Input[] | Refusal {
  const given = membersOf(fields)
  const inputs = new Map<Role, Input>()
  for (const [name, selector] of Object.entries(membersOf(given.card ?? given))) {
    const role = roleNamed(name)
    if (role === undefined || typeof selector !== 'string' || inputs.has(role)) continue
    const element = found(selector)
    if (!isOwnInput(element)) return { message: `There is no input or select for '${selector}' in the page.` }
    inputs.set(role, { role, selector, element })
  }
  return inputs.size > 0 ? [...inputs.values()] : { message: 'configure() needs fields.card.' }
}

function found(selector: string): Element | null {
  try {
    return document.querySelector(selector)
  } catch {
    return null
  }
}
