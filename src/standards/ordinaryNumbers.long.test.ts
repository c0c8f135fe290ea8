import { expect, test } from 'vitest'
import { holdsCardData } from './cardDataInText.ts'
import { luhnDigit } from './cardNumber.ts'

// How often ordinary numbers are taken for card data: fewer than one in ten thousand of each population here.
// Numbers drawn at random from all of 14, 15, 16 or 19 digits are none of them, filled up to 19 or not: those
// that begin and check like a card's are one, and the last two tests say how many.

const random = randomOf(20261115)
const below = (limit: number) => Math.floor(random() * limit)
const from = (first: number, last: number) => first + below(last - first + 1)
const digits = (length: number) => Array.from({ length }, () => below(10)).join('')
const of = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[below(alphabet.length)]).join('')
const hex = (length: number) => of('0123456789abcdef', length)
const capitals = (length: number) => of('ABCDEFGHIJKLMNOPQRSTUVWXYZ', length)
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const pick = <Item>(...items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0]
const amount = () => `${below(10000)}.${two(below(100))}`
const octets = () => `${below(256)}.${below(256)}.${below(256)}.${below(256)}`
const two = (value: number) => String(value).padStart(2, '0')
const inGroups = (text: string, separator: string, size = 4) =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator)

/** Between 2020 and 2033. */
const milliseconds = () => 1_577_836_800_000 + below(410_000_000_000)
const moment = () => {
  const [date, time] = new Date(milliseconds()).toISOString().replace(/[-:Z]/g, '').split('T')
  return { date: date ?? '', time: (time ?? '').replace('.', '') }
}
const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick('8', '9', 'a', 'b')}${hex(3)}-${hex(12)}`
const dayFirst = (date: string) => date.slice(6) + date.slice(4, 6) + date.slice(0, 4)
const shortDay = (date: string) => date.slice(2)

const populations = {
  'order numbers as clients make them': () => {
    const { date, time } = moment()
    return pick(
      () => String(below(10 ** from(1, 12))),
      () => String(below(1e9)).padStart(from(9, 19), '0'),
      () => `${pick('1', '2', '100')}${String(below(1e9)).padStart(9, '0')}`,
      () =>
        `${pick('ORD', 'order', 'INV', 'PO', 'SO', 'cart')}${pick('', '-', '_', '#')}${digits(from(4, 12))}`,
      () => `${date}${digits(from(3, 9))}`,
      () => `${date}-${digits(from(3, 9))}`,
      () => `${date}${time}${digits(below(4))}`,
      () => `${shortDay(date)}${time.slice(0, 6)}${digits(from(0, 7))}`,
      () => `${dayFirst(date)}${time.slice(0, 6)}${digits(from(0, 5))}`,
      () => `${pick('', 'order_', 'T')}${milliseconds()}${digits(below(7))}`,
      () => `${Math.floor(milliseconds() / 1000)}${pick('', '-', '_')}${digits(from(1, 6))}`,
      () => `${from(100, 119)}-${digits(7)}-${digits(7)}`,
      () => `${digits(2)}-${digits(5)}-${digits(5)}`,
      () => `GPA.${from(3300, 3399)}-${digits(4)}-${digits(4)}-${digits(5)}`,
      () => `${capitals(2)}-${digits(4)}-${digits(4)}-${digits(4)}`,
      () => `#${from(1000, 99999)}`,
    )()
  },
  'identifiers that programs make': () =>
    pick(
      uuid,
      () => uuid().replaceAll('-', ''),
      () => hex(from(13, 24)),
      () => hex(pick(32, 40, 64)),
      () => `${pick('ch_', 'pi_', 'txn_', 'SESSION')}${of(letters, 24)}`,
      () => of('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 26),
      () => Buffer.from(hex(64), 'hex').toString('base64'),
      () => Buffer.from(hex(64), 'hex').toString('base64url'),
      // Snowflakes since 2010, 2015 and 2020, and 63 bits of time from 1970.
      () =>
        String(
          (BigInt(milliseconds() - pick(1_288_834_974_657, 1_420_070_400_000, 0)) << 22n) +
            BigInt(below(4_194_304)),
        ),
      () => `1000${digits(11)}`,
      () => String(random()),
      () => String(random() * 10 ** from(0, 3)),
      () => String(random()).replace('.', ','),
      () => `${(random() * 180 - 90).toFixed(15)}, ${(random() * 360 - 180).toFixed(14)}`,
      () => `${random() * 180 - 90},${random() * 360 - 180}`,
      () => `[${random() * 90};${random() * 90}] lat=${random() * 90}`,
      () => `at (${random() * 90}, ${random() * 90}), ${random() * 9} away.`,
      () => `GA1.2.${digits(9)}.${Math.floor(milliseconds() / 1000)}`,
    )(),
  'IMEIs, with and without their groups': () => {
    const payload = pick('35', '86', '01', '99', '91', '52', '53') + digits(12)
    const imei = payload + luhnDigit(payload)
    return pick(
      imei,
      `IMEI ${imei}`,
      `${imei.slice(0, 2)}-${imei.slice(2, 8)}-${imei.slice(8, 14)}-${imei.slice(14)}`,
    )
  },
  'tracking numbers': () =>
    pick(
      () => `1Z${pick(digits(6), of(letters.toUpperCase(), 6))}${digits(10)}`,
      () => digits(12),
      () => `96${digits(20)}`,
      () => `9${from(2, 4)}${digits(20)}`,
      () => inGroups(parcelOf(`9${from(2, 4)}${digits(19)}`), ' '),
      () => `420${digits(5)}9${from(2, 4)}${digits(20)}`,
      () => inGroups(`420${digits(5)}${parcelOf(`9${from(2, 4)}${digits(19)}`)}`, ' '),
      () => inGroups(`420${digits(9)}${parcelOf(`9${from(2, 4)}${digits(19)}`)}`, ' '),
      () => `${capitals(2)}${digits(9)}${capitals(2)}`,
      () => `${capitals(2)} ${digits(3)} ${digits(3)} ${digits(3)} ${capitals(2)}`,
      () => `0034${digits(16)}`,
      () => `TBA${digits(12)}`,
      () => `JD01${digits(14)}`,
      () => `YT${from(20, 33)}${String(from(1, 366)).padStart(3, '0')}${digits(11)}`,
      () => `LP00${digits(12)}`,
      () => `SF${digits(13)}`,
      () => digits(10),
      () => `0${digits(13)}`,
    )(),
  'telephone numbers': () => {
    const national = digits(from(6, 10))
    const code = pick(
      '1',
      '30',
      '33',
      '34',
      '36',
      '37',
      '380',
      '39',
      '44',
      '49',
      '52',
      '55',
      '62',
      '65',
      '86',
      '91',
      '971',
    )
    const groups = inGroups(national, pick(' ', '-', '.'), pick(2, 3, 4))
    return pick(
      `+${code}${national}`,
      `+${code} ${groups}`,
      `00${code}${national}`,
      `00 ${code} ${groups}`,
      `${code}${national}`,
      `0${groups}`,
      `(0${digits(3)}) ${groups}`,
      `+${code} (0) ${groups}, +${code} ${inGroups(digits(9), ' ', 3)}`,
      `0${groups} / 0${inGroups(digits(10), ' ', 3)}`,
      `${digits(3)}-${digits(3)}-${digits(4)} ${digits(5)}`,
      `${digits(4)} ${digits(4)} / ${digits(4)} ${digits(4)}`,
      `${digits(8)}, ${digits(8)}`,
      `(${digits(4)}) ${digits(4)}-${digits(4)} #${digits(4)}`,
    )
  },
  'lists of small numbers': () =>
    Array.from({ length: from(5, 20) }, () => from(1000, 9999)).join(pick(',', ', ', ';', '; ', ' | ')),
  'times, sizes and addresses between colons and letters': () => {
    const at = new Date(milliseconds()).toISOString()
    const [day = '', time = ''] = at.split('T')
    const part = () => hex(from(1, 4))
    const parts = (count: number) => Array.from({ length: count }, part)
    const size = () => String(from(1000, 9999))
    return pick(
      () => `${day.replaceAll('-', ':')} ${time.slice(0, 8)}`,
      () => `${at} to ${new Date(milliseconds()).toISOString()}`,
      () => `${time.slice(0, 8)}:${two(below(30))} ${time}, ${time.slice(0, 5)}-${two(below(24))}:00`,
      () => `${size()}x${size()}, ${size()}x${size()}x${size()}, ${size()} x ${size()} cm`,
      () => `${below(65536)}:${below(65536)}:${below(65536)}`,
      () => parts(8).join(':'),
      () => Array.from({ length: 8 }, () => digits(4)).join(':'),
      () => `2600:1700:${digits(4)}:${digits(4)}::${part()}`,
      () => `${parts(from(0, 3)).join(':')}::${parts(from(1, 4)).join(':')}`,
      () => `${pick('fe80', '2001:db8', '')}::${digits(4)}:${digits(4)}:${digits(4)}:${digits(4)}`,
      () => Array.from({ length: 6 }, () => hex(2)).join(':'),
      () => Array.from({ length: pick(16, 20, 32) }, () => hex(2)).join(':'),
      () => `${digits(4)}${capitals(1)}${digits(4)}${capitals(1)}${digits(4)}`,
      () => `${digits(from(2, 6))}${capitals(1)}${digits(from(2, 6))}${capitals(1)}${digits(from(2, 6))}`,
      () => Array.from({ length: 5 }, () => digits(4)).join(pick(':', 'x', '/')),
      () => `ref:${digits(6)}:${digits(4)}:${digits(8)} a=${digits(2)}=${digits(2)}`,
      () => `CC${digits(4)}A${digits(4)}B${digits(4)}C${digits(4)}`,
    )()
  },
  'times, amounts, addresses and accounts in a sentence': () => {
    const { date, time } = moment()
    const account = accountOf(`${pick('50', '37', '43', '36', '70', '10')}${digits(16)}`)
    return pick(
      `${new Date(milliseconds()).toISOString()} paid ${amount()} of ${amount()}`,
      `${dayFirst(date)} ${time} ${milliseconds()} ${milliseconds()}000`,
      `${from(1, 9999)} Main St, ${digits(5)}-${digits(4)}, box ${digits(4)}, tel. ${digits(3)}-${digits(4)}`,
      `from ${octets()}:${below(65536)} and 2600:1700:${hex(4)}:${hex(4)}:${hex(4)}::1`,
      `account ${account}`,
      `account ${inGroups(account, ' ')}`,
      `article 4${digits(12)}, 9${digits(12)}, 0${digits(11)}`,
      `${digits(4)} ${digits(4)} rows, ${digits(3)} seats, ${two(below(100))}%`,
    )
  },
  'two telephone numbers': () => {
    const inFours = (count: number) => Array.from({ length: count }, () => digits(4)).join(' ')
    return pick(
      `${digits(8)}${pick(', ', ',', '/', ' / ', '; ', ' & ')}${digits(8)}`,
      `${inFours(2)}${pick(' - ', ', ', ' / ', '/', ';', ' | ')}${inFours(2)}`,
      `0${digits(3)} ${inFours(2)}${pick(', ', ' / ', ' - ')}0${digits(3)} ${inFours(2)}`,
    )
  },
  "counters of thirteen digits, as large shops' platforms number orders": () => {
    const begun = pick('6304', '6762', '5893', '6759', '4', '4508', '5') + digits(12)
    return `${pick('', '#', 'order ')}${begun.slice(0, 13)}`
  },
  'data of chips without their numbers': () => {
    const tags = [
      ...[`9F2608${hex(16)}`, '9F270180', `9F1007${hex(14)}`, `9F3704${hex(8)}`, `9F3602${hex(4)}`],
      ...[
        `9505${digits(10)}`,
        `9A03${shortDay(moment().date)}`,
        `9F0206${digits(12)}`,
        `9F0306${digits(12)}`,
      ],
      ...[`9F1A02${digits(4)}`, `5F2A02${digits(4)}`, `8407A0000000${digits(6)}`, `5F3401${digits(2)}`],
      ...[`9F1E08${Buffer.from(digits(8)).toString('hex')}`, `5F24${digits(6)}`, `5A08${hex(16)}`],
    ].filter(() => below(3) > 0)
    const written = tags.join('').slice(0, from(20, 200))
    return pick(written, written.toUpperCase())
  },
  // Last, because all draw from one stream. Eighteen digits that begin with three zeros: one for the carton,
  // and a company's prefix as its articles have it.
  'numbers of shipped cartons and pallets': () => {
    const carton = parcelOf(`0${pick('0037000', '0011110', '0012345')}${digits(9)}`)
    const inFours = inGroups(parcelOf(digits(17)), ' ')
    return pick(
      ...[carton, `(00)${carton}`, `(00) ${carton}`, `00${carton}`, `SSCC ${carton}`],
      ...[`(00) ${inFours}`, `(00)${inFours}`],
    )
  },
}

/** With fewer, chance alone breaks a bound of one in ten thousand where half as many are refused. */
const rounds = 60_000

test.each(Object.entries(populations))('less than one in ten thousand is refused of %s', (_, next) => {
  const refused: string[] = []
  for (let round = 0; round < rounds; round++) {
    const text = next()
    if (holdsCardData(text)) refused.push(text)
  }
  expect(refused.length, refused.slice(0, 20).join(' · ')).toBeLessThan(rounds / 10_000)
})

test('of numbers drawn at random, those that begin and check like a card cannot be told from one', () => {
  const shareOf = (length: number) => {
    let refused = 0
    for (let round = 0; round < rounds; round++) if (holdsCardData(digits(length))) refused++
    return refused / rounds
  }
  for (const length of [13, 17, 18]) expect(shareOf(length)).toBeLessThan(1 / 10_000)
  expect(shareOf(20)).toBe(0)
  expect(shareOf(14)).toBeLessThan(0.006)
  expect(shareOf(15)).toBeLessThan(0.008)
  expect(shareOf(16)).toBeLessThan(0.04)
  expect(shareOf(19)).toBeLessThan(0.02)
})

test('of those, filled up with zeros to nineteen digits as many are refused, to fewer none', () => {
  const shareOf = (length: number, filledTo: number) => {
    let refused = 0
    for (let round = 0; round < rounds; round++)
      if (holdsCardData(digits(length).padStart(filledTo, '0'))) refused++
    return refused / rounds
  }
  for (const filledTo of [17, 18])
    for (const length of [13, 14, 15]) expect(shareOf(length, filledTo)).toBe(0)
  expect(shareOf(14, 19)).toBeLessThan(0.006)
  expect(shareOf(15, 19)).toBeLessThan(0.008)
  expect(shareOf(16, 19)).toBeLessThan(0.04)
})

/** With the check digit of everything that is shipped. */
function parcelOf(number: string): string {
  const sum = [...number]
    .reverse()
    .reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${number}${(10 - (sum % 10)) % 10}`
}

/** A German account number with the check digits of ISO 13616. */
function accountOf(number: string): string {
  const rest = Number(BigInt(`${number}131400`) % 97n)
  return `DE${two(98 - rest)}${number}`
}

/** A small seeded generator: the same identifiers in every run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
