// Before a run: whether the host can be asked at all. What is wrong here says nothing about conformance.

import { testHeader } from '../platform/environment.ts'
import { StartRefusal } from '../platform/errors.ts'
import { type HostAnswer, retrieveOrder } from './check.ts'
import type { HostClient } from './hostClient.ts'
import type { RunPlan } from './planRun.ts'

/** Throws where a run would only tell one thing many times. */
export async function preflight({ planned, wishes, requests }: RunPlan, client: HostClient): Promise<void> {
  const { address, merchantId } = client.host
  // The order of a check that pays, where there is one: it must not exist yet.
  const first = planned.find(({ check }) => check.profile === 'sandbox') ?? planned[0]
  if (!first || requests === 0)
    throw new StartRefusal(
      'Nothing would be tried: no check is left with these ids, cards, versions and this profile. See ' +
        'tollgate conformance --list.',
    )
  const { answer, fault } = await client.send(retrieveOrder(first.place))
  if (!answer) throw new StartRefusal(`${address} cannot be asked: ${faultText(fault ?? '')}`)
  const { status } = answer
  if (status === 401 || status === 403)
    throw new StartRefusal(
      `${address} does not let merchant.${merchantId} in (${status}): look at its id and password.`,
    )
  if (status === 429 || status === 503)
    throw new StartRefusal(`${address} is busy (${status}): try again later, or more slowly with --rate.`)
  if (status >= 300 && status < 400)
    throw new StartRefusal(
      `${address} leads elsewhere (${status}): give the address that it leads to, for nothing is followed.`,
    )
  if (status === 404)
    throw new StartRefusal(
      `There is no such API at ${address} (404): give the address before /api/rest, and a version it serves.`,
    )
  if (answer.body.result === undefined && answer.body.error === undefined)
    throw new StartRefusal(
      `What answers at ${address} is not this API: status ${status}, and no JSON with a result or an ` +
        'error. Give the address before /api/rest.',
    )
  if (wishes.profile === 'sandbox' && isLive(answer))
    throw new StartRefusal(
      `Money moves at ${address}: its answers lack ${testHeader.name}: ${testHeader.value}. Nothing was ` +
        'paid; use the read-only profile there.',
    )
  if (status === 200)
    throw new StartRefusal(
      `The orders of seed ${wishes.seed} exist at ${address}: leave --seed out for new ones, or empty the ` +
        'sandbox.',
    )
}

/** A gateway of ours that does not say that it is a test. Others say nothing either way. */
const isLive = ({ headers }: HostAnswer): boolean =>
  headers['tollgate-request-id'] !== undefined && headers[testHeader.name.toLowerCase()] !== testHeader.value

function faultText(code: string): string {
  if (code === 'ECONNREFUSED')
    return 'nobody listens there (ECONNREFUSED). Is it started, and the port right?'
  if (code === 'ENOTFOUND') return 'there is no such name (ENOTFOUND).'
  if (code === 'ECONNRESET') return 'it hung up without an answer (ECONNRESET).'
  if (/^HPE_/.test(code)) return `what answers there does not speak HTTP/1.1 (${code}).`
  if (/EPROTO|WRONG_VERSION|PACKET_LENGTH/.test(code))
    return `what answers there does not speak TLS (${code}): is it http://?`
  if (/CERT|SELF_SIGNED|SSL|ISSUER/.test(code))
    return `its certificate is not trusted (${code}): name it with --cacert.`
  return `${code}.`
}
