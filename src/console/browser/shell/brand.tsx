import { brandMarkImage } from '../../../platform/brandMark.ts'

/** The product's mark and name. */
export function Brand() {
  return (
    <span className="brand">
      <img src={markAddress} width={28} height={28} alt="" />
      <span>Tollgate</span>
    </span>
  )
}

const markAddress = `data:image/svg+xml,${encodeURIComponent(brandMarkImage())}`
