/** How values went, at a glance; who wants to know looks at the picture with axes. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const points = sparklinePoints(values)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return <div className="sparkline" />
  const line = points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')
  return (
    <svg className="sparkline" viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`${first[0].toFixed(2)},32 ${line} ${last[0].toFixed(2)},32`} />
      <polyline points={line} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** Where nothing was, there is no point: an hour without payments is none in which all were declined. */
export function sparklinePoints(
  values: readonly (number | null)[],
): readonly (readonly [x: number, y: number])[] {
  const numbers = values.filter(value => value !== null)
  const [max, min] = [Math.max(...numbers, 0), Math.min(...numbers, 0)]
  if (max === min) return []
  return values.flatMap((value, index) =>
    value === null
      ? []
      : [[(index / (values.length - 1)) * 100, 30 - ((value - min) / (max - min)) * 28] as const],
  )
}
