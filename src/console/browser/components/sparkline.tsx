/** How values went, at a glance; who wants to know looks at the picture with axes. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const numbers = values.map(value => value ?? 0)
  const [max, min] = [Math.max(...numbers, 0), Math.min(...numbers, 0)]
  if (numbers.length < 2 || max === min) return <div className="sparkline" />
  const at = (value: number, index: number) => {
    const x = (index / (numbers.length - 1)) * 100
    const y = 30 - ((value - min) / (max - min)) * 28
    return `${x.toFixed(2)},${y.toFixed(2)}`
  }
  const points = numbers.map(at).join(' ')
  return (
    <svg className="sparkline" viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,32 ${points} 100,32`} />
      <polyline points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
