// Node 20 or newer, no packages.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'

export function isGenuine({ id, timestamp, signatures, body }, signingKey) {
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age < 300)) return false
  const key = Buffer.from(signingKey.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some(signature => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

// To try it: headers from the environment, the body from standard input.
const {
  WEBHOOK_ID: id,
  WEBHOOK_TIMESTAMP: timestamp,
  WEBHOOK_SIGNATURE: signatures,
  SIGNING_KEY,
} = process.env
const body = readFileSync(0)
console.log(isGenuine({ id, timestamp, signatures, body }, SIGNING_KEY) ? 'genuine' : 'forged')
