import { expect, test } from 'vitest'
import { cpuTime } from '../../test/cpuTime.ts'
import { holdsCardData, mayHoldCardData } from './cardDataInText.ts'

test('the longest hostile value is judged within a millisecond', () => {
  const length = 2048
  const hostile = [
    '4',
    '4444 ',
    '4444-',
    '0',
    'a',
    'A4',
    '%B4',
    ';4',
    '%34',
    '\\u0034',
    '34',
    '3 ',
    '4\n',
    '４',
    '-',
    ' ',
  ]
  hostile.push(
    '4508 7500 1574 1010 ',
    'abcdef01-2345-',
    'NDUwODc1MDAxNTc0MTAxMQ',
    '%B4444444444444444',
    '𝟒',
    '4+',
  )
  hostile.push(
    Buffer.from('4444 '.repeat(3)).toString('base64'),
    Buffer.from('%34\\u0034').toString('base64'),
  )
  for (const unit of hostile) {
    const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
    for (const search of [holdsCardData, mayHoldCardData]) {
      const best = Math.min(...Array.from({ length: 100 }, () => cpuTime(() => search(text))))
      expect(best, unit).toBeLessThan(1)
    }
  }
})

test('time grows with the length of the text, not with its square', () => {
  for (const unit of ['4444 ', '%B4', 'a', '34', 'NDUw', '\\u0034', '%34', '４']) {
    const [short, long] = [2_000, 32_000].map(size => {
      const text = unit.repeat(Math.ceil(size / unit.length))
      return Math.min(...Array.from({ length: 6 }, () => cpuTime(() => holdsCardData(text))))
    })
    expect(long, unit).toBeLessThan((short ?? 0) * 16 * 4 + 5)
  }
})

/** Usually four milliseconds. On a busy machine it takes longer, but eight times as much as 4 KB, not 64. */
test('32 KB of whatever is most unfriendly are judged in eight milliseconds, or in linear time', () => {
  const hostile = [
    '4444:',
    '4444x',
    '4508:7500:1574:1010:',
    '1234:567890:',
    '4508 : 7500 : ',
    '2600:',
    '1:',
    '::',
  ]
  hostile.push('4508,7500,1574,1010,', '4508|7500|1574|1019|12|', '12/25/', '6304 ', '630490017740 ')
  hostile.push('=34', '=34=2D', '=3', '=', '%34', '4444 ', '0000 0000 0000 0000 ', '4', '４', 'NDUw', 'a1')
  for (const unit of hostile) {
    const best = (length: number) => {
      const text = unit.repeat(Math.ceil(length / unit.length))
      return Math.min(...Array.from({ length: 30 }, () => cpuTime(() => holdsCardData(text))))
    }
    expect(best(32_768), unit).toBeLessThan(Math.max(8, 16 * best(4_096)))
  }
})
