import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectByTls } from 'node:tls'
import { basic } from '../journeys/client.ts'
import type { Installation } from './installation.ts'
import type { Merchants } from './merchants.ts'

/** Paths that a proxy likes to tidy up, or to refuse. */
const peculiarPaths = [
  ...['order/a%2Fb/transaction/1', 'order/a%252Fb/transaction/1', 'order/%2e%2e/transaction/1'],
  ...['order/../order/x', 'order//transaction/1', 'order/a+b', 'order/%E2%82%AC', 'order/x?amount=1'],
]

/** Through the balancer each of them gets the answer that a node gives. */
export async function checkPaths(installation: Installation): Promise<readonly string[]> {
  const { nodes, port, authority, password } = installation
  const findings: string[] = []
  for (const path of peculiarPaths) {
    const request = [
      `GET /api/rest/version/100/merchant/TESTMERCHANT/${path} HTTP/1.1`,
      ...['Host: pay.shop.example', 'Connection: close'],
      ...[`Authorization: ${basic('merchant.TESTMERCHANT', password)}`, '', ''],
    ].join('\r\n')
    const near = connect(nodes[0]?.port ?? 0, '127.0.0.1')
    const far = connectByTls({ host: '127.0.0.1', port, ca: authority })
    for (const socket of [near, far]) socket.write(request)
    const [direct, balanced] = [gist(await text(near)), gist(await text(far))]
    if (direct !== balanced) findings.push(`${path}: a node says ${direct}, the balancer ${balanced}`)
  }
  return findings
}

/** Status and content. */
function gist(answer: string): string {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return `${head.split(' ')[1]} ${body}`
}

/** Stops a node in the middle of payments: nobody may notice. */
export async function drainOne({ nodes }: Installation, merchants: Merchants): Promise<readonly string[]> {
  const node = nodes[1]
  const startsAtMs = performance.now()
  node?.child.kill('SIGTERM')
  const ended = await node?.ended
  await sleep(2_000)
  const during = merchants.notes.filter(({ heardAtMs }) => heardAtMs > startsAtMs)
  const failed = during.filter(({ ending }) => ending.kind !== 'answered' || ending.answer.status >= 500)
  return [
    ...(ended?.code === 0 ? [] : [`a node that drained ended with ${ended?.code}`]),
    ...(during.length > 20 ? [] : [`only ${during.length} requests while a node drained`]),
    ...failed.map(({ ending }) => `while a node drained: ${JSON.stringify(ending).slice(0, 200)}`),
  ]
}
