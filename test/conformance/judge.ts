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

/** Whether the validator misses the field; of a group that is not there it may name any part. */
export function isMissed({ operation, version, body, field }: Question): boolean {
  const [top = ''] = field.split('.')
  const asked = top in body ? field : top
  return fieldFindings(operation, version, body).some(
    ({ validationType, field: found }) =>
      validationType === 'MISSING' && (found === asked || isWithin(asked, found) || isWithin(found, asked)),
  )
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
