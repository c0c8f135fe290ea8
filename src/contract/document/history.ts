import { resolve } from '../kit/resolve.ts'
import { type Field, type Group, type Type, typeAt } from '../kit/vocabulary.ts'
import { boundsOf } from './labels.ts'

/** What a field was in other versions than the one shown, in short notes. */
export function historyOf(field: Field): readonly string[] {
  return [
    ...(field.since ? [`since ${field.since}`] : []),
    ...(field.until === undefined ? [] : [`until ${field.until}`]),
    ...(field.requiredSince && !field.required ? [`required since ${field.requiredSince}`] : []),
    ...earlierForms(field.type),
    ...newerValues(field.type),
  ]
}

function earlierForms(type: Type): readonly string[] {
  if (type.kind !== 'versioned') return []
  return type.forms.slice(0, -1).flatMap((form, index) => {
    const next = type.forms[index + 1]
    const bounds = boundsOf(resolve(form.type, form.since))
    return next && bounds !== '' ? [`below ${next.since}: ${bounds}`] : []
  })
}

function newerValues(type: Type): readonly string[] {
  const seen = typeAt(type, Infinity)
  const scalar = seen.kind === 'list' ? typeAt(seen.each, Infinity) : seen
  if (scalar.kind !== 'scalar') return []
  return Object.entries(scalar.newer ?? {}).map(([value, { since }]) => `${value} since ${since}`)
}

export type GoneField = { readonly path: string; readonly field: Field }

/** Fields that the newest version no longer knows. */
export function* goneFields(group: Group, newest: number, at = ''): Generator<GoneField> {
  for (const [name, field] of Object.entries(group.fields)) {
    if (field.until !== undefined && field.until < newest) yield { path: at + name, field }
    else {
      const inner = groupOf(field.type)
      if (inner) yield* goneFields(inner, newest, `${at}${name}.`)
    }
  }
}

function groupOf(type: Type): Group | undefined {
  const seen = typeAt(type, Infinity)
  if (seen.kind === 'group') return seen
  return seen.kind === 'list' ? groupOf(seen.each) : undefined
}

/** Every version at which some contract is another than one version before. */
export function turningPoints(bodies: readonly Group[]): ReadonlySet<number> {
  const points = new Set<number>()
  const seen = new Set<Type>()
  for (const body of bodies) collectTurningPoints(body, points, seen)
  return points
}

function collectTurningPoints(type: Type, points: Set<number>, seen: Set<Type>): void {
  if (seen.has(type)) return
  seen.add(type)
  switch (type.kind) {
    case 'scalar':
      for (const { since } of Object.values(type.newer ?? {})) points.add(since)
      return
    case 'dictionary':
      return
    case 'list':
      collectTurningPoints(type.each, points, seen)
      return
    case 'versioned':
      for (const form of type.forms) {
        if (form.since > 0) points.add(form.since)
        collectTurningPoints(form.type, points, seen)
      }
      return
    case 'group':
      for (const { since, until, requiredSince, type: inner } of Object.values(type.fields)) {
        for (const point of [since, requiredSince, until === undefined ? until : until + 1])
          if (point) points.add(point)
        collectTurningPoints(inner, points, seen)
      }
  }
}
