import type { CardFieldValues } from './judgement.ts'
import { type FieldRole, isFieldRole } from './roles.ts'

declare global {
  interface Window {
    /** What the other fields of a form may see of this one: no other origin can. */
    tollgateField?: SiblingField
  }
}

export type SiblingField = { readonly form: string; readonly role: FieldRole; readonly text: () => string }

/**
 * What stands in the fields of this form. They are frames side by side in one page and of one origin, so they
 * see each other; nothing is stored or sent for it, and the page around them sees none of it.
 */
export function readFormValues(form: string): CardFieldValues {
  const typed: { [role in FieldRole]?: string } = {}
  const framesMax = Math.min(window.parent.length, 500)
  for (let index = 0; index < framesMax; index++) {
    const sibling = siblingIn(window.parent[index])
    if (sibling?.form === form) typed[sibling.role] = sibling.text()
  }
  return typed
}

function siblingIn(frame: Window | undefined): SiblingField | undefined {
  try {
    const sibling = frame?.tollgateField
    return sibling && isFieldRole(sibling.role) ? sibling : undefined
  } catch {
    return undefined
  }
}
