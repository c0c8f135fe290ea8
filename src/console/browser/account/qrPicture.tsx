import { encode } from 'uqr'

type QrPictureProps = { readonly text: string; readonly label: string }

/** Black on white in every colour scheme: cameras want it so. */
export function QrPicture({ text, label }: QrPictureProps) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg {...{ width: 184, height: 184, viewBox: `0 0 ${size} ${size}` }} role="img" aria-label={label}>
      <rect {...{ width: size, height: size, fill: '#fff' }} />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
