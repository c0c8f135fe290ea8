import type { Change } from './diff.ts'
import { code, plain } from './markdown.ts'

/** One change as a line of Markdown. */
export function changeSentence(change: Change): string {
  const field = `${code(change.field)}${change.side === 'response' ? ' in the answer' : ''}`
  switch (change.kind) {
    case 'added':
      return `${field} is new: ${change.type}, ${change.presence}${sizeText(change)}.`
    case 'removed':
      return `${field} is gone${sizeText(change)}.`
    case 'values':
      return `${field}: ${[
        ...(change.added.length > 0 ? [`new ${change.added.map(code).join(' ')}`] : []),
        ...(change.removed.length > 0 ? [`gone ${change.removed.map(code).join(' ')}`] : []),
      ].join('; ')}.`
    case 'presence':
      return `${field} is ${change.to}; it was ${change.from}.`
    default:
      return `${field}: ${change.kind} ${plain(change.from || 'none')} → ${plain(change.to || 'none')}.`
  }
}

const sizeText = ({ values }: { readonly values?: number }) =>
  values === undefined ? '' : `, ${values} ${values === 1 ? 'field' : 'fields'}`
