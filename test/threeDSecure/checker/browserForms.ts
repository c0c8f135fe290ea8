import type { Finding } from './findings.ts'
import { address, uuid } from './forms.ts'
import { judgeSender } from './judgement.ts'
import { objectIn } from './reading.ts'
import { findingsOfRows } from './readRows.ts'
import { row } from './rows.ts'
import type { About } from './seen.ts'

/** What a browser carries between the parties is JSON in base64url. */
export function decodedForm(value: string): string {
  return Buffer.from(value, 'base64url').toString()
}

function findingsOfCoding(field: string, value: string): readonly Finding[] {
  if (!/^[\w-]+={0,2}$/.test(value)) return [{ code: '203', fields: [field], why: 'is no base64url' }]
  return value.endsWith('=') ? [{ code: 'sender', fields: [field], why: 'is padded' }] : []
}

/** The form that opens a challenge, as its sender should write it. */
export function judgeChallengeForm(
  { creq, threeDSSessionData = '' }: { readonly creq: string; readonly threeDSSessionData?: string },
  about: About = {},
): readonly Finding[] {
  const tooLong = { code: '203', fields: ['threeDSSessionData'], why: 'longer than 1024' }
  return [
    ...findingsOfCoding('creq', creq),
    ...(threeDSSessionData.length > 1024 ? [tooLong] : []),
    ...judgeSender(decodedForm(creq), { ...about, expected: ['CReq'] }),
  ]
}

const server = row('threeDSServerTransID', 'RRR', uuid)
const there = [server, row('threeDSMethodNotificationURL', 'RRR', address(2048, 'https'))]

/** What the method's frame posts to the issuer; with isBack, what comes back to our address. */
export function judgeMethodForm(
  threeDSMethodData: string,
  { isBack = false, ...about }: About & { readonly isBack?: boolean } = {},
): readonly Finding[] {
  const message = objectIn(decodedForm(threeDSMethodData))
  if (!message) return [{ code: '101', fields: ['threeDSMethodData'], why: 'no JSON object' }]
  const earlier = { areq: undefined, ares: undefined, rreq: undefined, preq: undefined, creq: undefined }
  // The same in all versions, and no message of its own: any kind and version will do to read it by.
  const seen = { kind: 'CReq', version: '2.2.0', message, about, ...earlier } as const
  return [
    ...findingsOfCoding('threeDSMethodData', threeDSMethodData),
    ...findingsOfRows(isBack ? [server] : there, message, { path: '', seen }),
  ]
}
