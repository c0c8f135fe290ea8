import { roleNamed } from '../fields/protocol.ts'
import type { FieldRole } from '../fields/roles.ts'
import { membersOf, type UnknownMembers } from './given.ts'
import { isMerchantInput, type MerchantInput } from './replacement.ts'

/** Which of the merchant's inputs a field of the gateway takes the place of. */
export type CardInput = {
  readonly role: FieldRole
  readonly selector: string
  readonly element: MerchantInput
}

/** Why a form cannot be; there is then none. */
export type CardFormProblem = { readonly message: string }

/** By `fields.card`, or as older pages say it, by `fields` itself. */
export function findInputs({ fields }: UnknownMembers): readonly CardInput[] | CardFormProblem {
  const given = membersOf(fields)
  const inputs = new Map<FieldRole, CardInput>()
  for (const [name, selector] of Object.entries(membersOf(given.card ?? given))) {
    const role = roleNamed(name)
    if (role === undefined || typeof selector !== 'string' || inputs.has(role)) continue
    const element = findElement(selector)
    if (!isMerchantInput(element))
      return { message: `There is no input or select for '${selector}' in the page.` }
    inputs.set(role, { role, selector, element })
  }
  return inputs.size > 0 ? [...inputs.values()] : { message: 'configure() needs fields.card.' }
}

function findElement(selector: string): Element | null {
  try {
    return document.querySelector(selector)
  } catch {
    return null
  }
}
