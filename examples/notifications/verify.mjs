// Node 20 or newer, no packages.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

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

// To try it as a program: headers from the environment, the body from standard input.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { WEBHOOK_ID: id, WEBHOOK_TIMESTAMP: timestamp, WEBHOOK_SIGNATURE: signatures } = process.env
  const body = readFileSync(0)
  const isGood = isGenuine({ id, timestamp, signatures, body }, process.env.SIGNING_KEY)
  console.log(isGood ? 'genuine' : 'forged')
}
