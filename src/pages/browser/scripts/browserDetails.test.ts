import { expect, test } from 'vitest'
import { browserName } from './authentication.ts'

test('a browser gives its name, as much of it as a version takes', () => {
  const names = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.1205',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1_2 like Mac OS X) Version/17.1.2 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 13) Mobile App 309.1.0.41.113 (33/13; 450dpi; 1080x2115; 541635897)',
  ]
  for (const name of names) {
    expect(browserName(name, '100')).toBe(name)
    expect(browserName(name.repeat(30), '68')).toHaveLength(255)
    expect(browserName(name.repeat(30), '69')).toHaveLength(2048)
  }
})

test('a name with as many digits together as a card has would be refused, so it is not given', () => {
  for (const name of ['Browser/4508750015741019', 'Browser (4508 7500 1574 1019)', '4.508.750.015.741.019'])
    expect(browserName(name, '100')).toBeUndefined()
})
