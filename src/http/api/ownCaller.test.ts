import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { merchant, openTestListener } from '../../../test/support/http/testClient.ts'
import { type CertificatePair, makeServerCertificate } from '../../certificates/ownCertificates.ts'
import { createOwnCaller } from './ownCaller.ts'

const path = `/api/rest/version/100/merchant/${merchant.id}/session`
const nowMs = Date.now()
const as = { merchantId: merchant.id, password: merchant.password }
const isThatOf =
  ({ certificatePem }: CertificatePair) =>
  (shown: Buffer) =>
    new X509Certificate(certificatePem).raw.equals(shown)

test('it calls itself as a merchant would', async () => {
  const { listener, port, calls } = await openTestListener()
  const call = createOwnCaller({ address: () => `http://127.0.0.1:${port}`, ...as })
  expect(await call('POST', path, { a: 1 })).toEqual({
    status: 201,
    body: expect.objectContaining({ result: 'SUCCESS' }),
  })
  expect(calls.at(-1)).toMatchObject({ merchant: { merchantId: merchant.id }, body: { a: 1 } })
  await listener.close()
})

test('by TLS it knows itself by its very certificate; nobody else hears the password', async () => {
  // Each answer is the last of its connection: whoever comes again may take up its session again.
  const gate = await openTestListener({ isDraining: () => true })
  const [own, other] = await Promise.all(
    ['pay.example', '127.0.0.1'].map(name => makeServerCertificate({ names: [name], nowMs })),
  )
  if (!own || !other) throw new Error('Both are there')
  const tls = { material: () => own, onChange: () => undefined }
  const { port } = await gate.listener.listen('127.0.0.1', 0, { tls })
  const address = () => `https://127.0.0.1:${port}`
  const call = createOwnCaller({ address, ...as, isOwn: isThatOf(own) })
  for (let round = 0; round < 3; round++) expect(await call('POST', path)).toMatchObject({ status: 201 })
  const fooled = createOwnCaller({ address, ...as, isOwn: isThatOf(other) })
  await expect(fooled('POST', path)).rejects.toThrow('Somebody else answers')
  expect(gate.calls).toHaveLength(3)
  await gate.listener.close()
})
