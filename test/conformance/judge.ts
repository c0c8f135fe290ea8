import { fieldFindings } from './validator.ts'

export type Finding = {
  readonly field: string
  readonly validationType: 'INVALID' | 'MISSING' | 'UNSUPPORTED'
}

export type Question = {
  readonly operation: string
  readonly version: number
  readonly body: Record<string, unknown>
  readonly field: string
}

/** What the validator says about one field of a request; the rest of what it says is of no interest here. */
export function judgeField({ operation, version, body, field }: Question): Finding | undefined {
  return fieldFindings(operation, version, body).find(finding => concerns(finding, field))
}

// A finding on a group around the field is about the field too; so is one on a part of it that is there.
function concerns(finding: Finding, field: string): boolean {
  return (
    finding.field === field ||
    isWithin(field, finding.field) ||
    (isWithin(finding.field, field) && finding.validationType !== 'MISSING')
  )
}

function isWithin(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)
}
