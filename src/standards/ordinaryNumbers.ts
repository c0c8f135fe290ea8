// Long numbers that are not card numbers by their form, whatever their check digits.

/**
 * Whether digits begin with a time: yymmddhhmmss, ddmmyyyyhhmmss or, after two letters as couriers write it,
 * yyddd. Years of four digits at the beginning need no test: no card number begins like that.
 */
export function readsAsTime(digits: string, isOfCourier: boolean): boolean {
  return shortMoment.test(digits) || wholeMoment.test(digits) || (isOfCourier && courierDay.test(digits))
}

const shortMoment =
  /^(?:2[0-9]|3[0-3])(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?:[01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]/
const wholeMoment =
  /^(?:0[1-9]|[12][0-9]|3[01])(?:0[1-9]|1[0-2])20[0-9]{2}(?:[01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]/
const courierDay = /^(?:2[0-9]|3[0-3])(?:[0-2][0-9]{2}|3[0-5][0-9]|36[0-6])/

/** A text without identifiers that contain long runs of digits, by chance or by their form. */
export function withoutIdentifiers(text: string): string {
  return withoutOpaqueIds(text)
    .replace(account, written => (isAccount(written) ? '#' : written))
    .replace(parcel, '#')
    .replace(device, '#')
    .replace(parcelInFours, (written, inFours: string) => (isParcel(inFours) ? '#' : written))
    .replace(cartonInFours, (written, inFours: string) => (isParcel(inFours) ? '#' : written))
}

/**
 * Random identifiers in hexadecimal contain long runs of digits by chance, so what clearly is a UUID or a
 * digest is skipped. With few letters it may be a number after all, such as track 2 data with its D and F.
 */
export function withoutOpaqueIds(text: string): string {
  return text.replace(opaqueId, id => (id.replace(/[^a-f]/gi, '').length >= opaqueLettersMin ? '#' : id))
}

const opaqueId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}/gi
const opaqueLettersMin = 6

/** Parcel numbers that contain sixteen digits: after 1Z, or in groups of four with a check digit. */
const parcel = /\b1Z[0-9A-Z]{16}\b/g
const parcelInFours = /\b(?:420[0-9] [0-9]{4} (?:[0-9]{4} )?)?(9[1-5][0-9]{2}(?: [0-9]{4}){4} [0-9]{2})\b/g
/** The number of a carton, after its application identifier (00). */
const cartonInFours = /\(00\) ?([0-9]{4}(?: [0-9]{4}){3} [0-9]{2})\b/g

/** The check digit has weights of one and three in turn. Without it, any groups of four would qualify. */
function isParcel(inFours: string): boolean {
  const digits = inFours.replaceAll(' ', '')
  let sum = 0
  for (let at = digits.length - 1, weight = 1; at >= 0; at--, weight = 4 - weight)
    sum += Number(digits[at]) * weight
  return sum % 10 === 0
}

/** The IMEI of a device, named as such; with the version of its software it has sixteen digits. */
const device = /\bIMEI(?:SV)?\b[:#= ]{0,3}[0-9]{14,16}\b/gi

/** An international bank account number; confirmed by its check digits. */
const account = /\b[A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?\b/g

function isAccount(written: string): boolean {
  const plain = written.replaceAll(' ', '')
  let rest = 0
  for (const character of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
