// Plots as drawings that a page can show, light or dark.

export type Line = { readonly name: string; readonly points: readonly Point[] }
type Point = { readonly x: number; readonly y: number }
export type Plot = {
  readonly title: string
  readonly x: Axis
  readonly y: Axis
  readonly lines: readonly Line[]
}
/** Both axes are logarithmic: what matters here spans decades. */
type Axis = { readonly name: string; readonly from: number; readonly to: number }

const size = { width: 720, height: 400, left: 64, right: 168, top: 40, bottom: 48 }
const colours = ['#2563eb', '#c2410c', '#15803d', '#7c3aed', '#be123c']

export function draw({ title, x, y, lines }: Plot): string {
  const right = size.width - size.right
  const bottom = size.height - size.bottom
  const across = (value: number) => size.left + part(x, value) * (right - size.left)
  const up = (value: number) => bottom - part(y, value) * (bottom - size.top)
  const shown = lines.map(({ name, points }, index) => {
    const colour = colours[index % colours.length]
    const inside = points.filter(point => point.y <= y.to && point.y >= y.from)
    const path = inside.map(point => `${across(point.x).toFixed(1)},${up(point.y).toFixed(1)}`)
    const dots = path.map(at => `<circle cx="${at.replace(',', '" cy="')}" r="2.5" fill="${colour}"/>`)
    const label = size.top + 8 + index * 20
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>
${dots.join('\n')}
<line x1="${right + 12}" x2="${right + 30}" y1="${label}" y2="${label}" stroke="${colour}" stroke-width="3"/>
<text x="${right + 36}" y="${label + 4}">${name}</text>`
  })
  const columns = decades(x).map(value => {
    const at = across(value).toFixed(1)
    return `<line class="grid" x1="${at}" x2="${at}" y1="${size.top}" y2="${bottom}"/>
<text x="${at}" y="${bottom + 18}" text-anchor="middle">${value.toLocaleString('en')}</text>`
  })
  const rows = decades(y).map(value => {
    const at = up(value).toFixed(1)
    return `<line class="grid" x1="${size.left}" x2="${right}" y1="${at}" y2="${at}"/>
<text x="${size.left - 8}" y="${Number(at) + 4}" text-anchor="end">${value.toLocaleString('en')}</text>`
  })
  const { width, height } = size
  const middle = (size.top + bottom) / 2
  const box = `viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img" aria-label="${title}">
<style>
rect { fill: #fff } text { font: 12px system-ui, sans-serif; fill: #1f2937 } .grid { stroke: #d1d5db }
@media (prefers-color-scheme: dark) {
  rect { fill: #111827 } text { fill: #e5e7eb } .grid { stroke: #374151 }
}
</style>
<rect width="100%" height="100%"/>
<text x="${size.left}" y="22" style="font-weight: 600; font-size: 14px">${title}</text>
${[...columns, ...rows, ...shown].join('\n')}
<text x="${(size.left + right) / 2}" y="${height - 8}" text-anchor="middle">${x.name}</text>
<text x="14" y="${middle}" text-anchor="middle" transform="rotate(-90 14 ${middle})">${y.name}</text>
</svg>
`
}

const part = ({ from, to }: Axis, value: number): number => Math.log(value / from) / Math.log(to / from)

/** 1, 2, 5, 10, 20 and so on. */
function decades({ from, to }: Axis): readonly number[] {
  const all: number[] = []
  for (let power = 0.01; power <= to; power *= 10)
    for (const step of [1, 2, 5])
      if (step * power >= from * 0.999 && step * power <= to * 1.001) all.push(step * power)
  return all.map(value => Number(value.toPrecision(6)))
}
