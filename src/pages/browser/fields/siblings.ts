import type { Typed } from './judgement.ts'
import { isRole, type Role } from './roles.ts'

declare global {
  interface Window {
    /** What the other fields of a form may see of this one: no other origin can. */
    tollgateField?: Sibling
  }
}

export type Sibling = { readonly form: string; readonly role: Role; readonly text: () => string }

/**
 * What stands in the fields of this form. They are frames side by side in one page and of one origin, so they
 * see each other; nothing is stored or sent for it, and the page around them sees none of it.
 */
export function typedIn(form: string): Typed {
  const typed: { [role in Role]?: string } = {}
  const framesMax = Math.min(window.parent.length, 500)
  for (let index = 0; index < framesMax; index++) {
    const sibling = siblingIn(window.parent[index])
    if (sibling?.form === form) typed[sibling.role] = sibling.text()
  }
  return typed
}

function siblingIn(frame: Window | undefined): Sibling | undefined {
  try {
    const sibling = frame?.tollgateField
    return sibling && isRole(sibling.role) ? sibling : undefined
  } catch {
    return undefined
  }
}
