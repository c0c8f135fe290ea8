import { expect, test } from 'vitest'
import { scramVerifier } from './gatewayLogin.ts'

test('it is what the server itself makes of the word', () => {
  // PostgreSQL 17: set password_encryption = 'scram-sha-256'; create role … password 'pencil', salt as below.
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
  expect(scramVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$' +
      'WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
})

test('a word is salted anew each time', () => {
  expect(scramVerifier('pencil')).not.toBe(scramVerifier('pencil'))
})
