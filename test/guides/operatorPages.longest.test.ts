// What the pages for operators say to type, typed as it is printed, in their order and with their servers.

import { afterEach, expect, test } from 'vitest'
import { type Laptop, openLaptop } from './laptop.ts'
import { typedBlocksOf, typedByOperators } from './typedBlocks.ts'

const laptops: Laptop[] = []
afterEach(async () => {
  for (const laptop of laptops.splice(0)) await laptop.close()
})
async function laptopWith(environment?: Readonly<Record<string, string>>): Promise<Laptop> {
  const laptop = await openLaptop(environment)
  laptops.push(laptop)
  return laptop
}

/** All that are there: a block that is added to a page is typed, too. */
function blocksOf(page: keyof typeof typedByOperators): readonly string[] {
  const blocks = typedBlocksOf(page)
  expect(blocks, page).toHaveLength(typedByOperators[page])
  return blocks
}

const api = 'http://127.0.0.1:8080/api/rest/version/100/merchant/TESTMERCHANT'
const password = '0123456789abcdef0123456789abcdef'
const send = (order: string, operation: string) =>
  `curl -sS -u merchant.TESTMERCHANT:${password} -H 'Content-Type: application/json' -X PUT \
  ${api}/order/${order}/transaction/1 -d '{"apiOperation":"${operation}",
  "order":{"amount":"10.00","currency":"USD"},
  "sourceOfFunds":{"provided":{"card":{"number":"5123450000000008","expiry":{"month":"01","year":"39"}}}}}'`

test('acquirers.md: a host of one’s own, an answer lost, and the day’s end', async () => {
  const laptop = await laptopWith()
  const [host = '', start = '', explain = '', lose = '', status = '', dayEnd = ''] = blocksOf('acquirers.md')
  const [otherAmount = '', ...rest] = dayEnd.split('\n')
  const outputs = await laptop.type(
    [
      ...[host, start, send('first', 'AUTHORIZE'), explain],
      ...[lose, send('second', 'AUTHORIZE'), status],
      ...[otherAmount, send('third', 'PAY'), rest.join('\n').trimEnd().concat(' || echo "ended with $?"')],
    ],
    { ORDER: 'first', '20261116': '$(date -u +%Y%m%d)', '2026-11-16': '$(date -u +%Y-%m-%d)' },
  )
  expect(outputs[2]).toContain('"gatewayCode":"APPROVED"')
  expect(outputs[3]).toContain('received 0110 over local-host')
  expect(outputs[5]).toContain('"gatewayCode":"TIMED_OUT"')
  expect(outputs[6]).toMatch(/^local-host {2}usable[\s\S]*In order: /)
  expect(outputs[9]).toMatch(/OTHER_AMOUNT .*third[\s\S]*ended with 1/)
  expect(await laptop.terminal(1)).toMatch(/> 0420 68 /)
  expect(await laptop.terminal(2)).toContain('link local-host')
})

test('providers.md: a provider beside a sandbox, and a payment that a payer agrees to', async () => {
  const laptop = await laptopWith()
  const [host = '', start = '', begin = '', look = '', secret = ''] = blocksOf('providers.md')
  const agree = `curl -sSL -o page $(sed -n 's/.*"redirectUrl":"\\([^"]*\\)".*/\\1/p' answer)
    action=$(sed -n 's/.* action="\\([^"]*\\)".*/\\1/p' page)
    curl -sS -o /dev/null -d act=approve http://127.0.0.1:8470$action
    ${waitFor('first', 'CAPTURED')}`
  const outputs = await laptop.type([
    ...[host, start, `{ ${begin}} | tee answer`, agree, look],
    ...['mkdir secrets', secret, 'ls -l secrets'],
  ])
  expect(outputs[2]).toContain('"gatewayCode":"SUBMITTED"')
  expect(outputs[4]).toMatch(/"status":"CAPTURED"[\s\S]*SUCCESS APPROVED, /)
  expect(outputs[7]).toContain('-rw------- ')
  expect(await laptop.terminal(2)).toMatch(/Providers +provider-host/)
})

test('payer-authentication.md: schemes and their issuers beside a sandbox, and a challenge', async () => {
  const laptop = await laptopWith()
  const blocks = blocksOf('payer-authentication.md')
  const outputs = await laptop.type([
    ...blocks.slice(0, 5),
    waitFor('second', 'AUTHENTICATED'),
    ...blocks.slice(5),
  ])
  expect(outputs[2]).toMatch(/scheme-a +10 [\s\S]*scheme-b +2 /)
  expect(outputs[3]).toMatch(
    /AUTHENTICATION_AVAILABLE[\s\S]*AUTHENTICATION_SUCCESSFUL[\s\S]*"status":"CAPTURED"/,
  )
  expect(outputs[4]).toContain('"result":"PENDING"')
  expect(outputs[6]).toContain('"authenticationStatus":"AUTHENTICATION_SUCCESSFUL"')
  expect(await laptop.terminal(2)).toContain('authenticated by scheme-a, scheme-b')
})

test('merchants.md and console.md: passwords, certificates, keys, and who signs in', async () => {
  const laptop = await laptopWith()
  const [add = '', standing = '', passwords = '', certificates = '', keys = '', directory = '', audit = ''] =
    blocksOf('merchants.md')
  const outputs = await laptop.type(
    [
      ...[
        'npm start',
        add,
        passwords,
        certificateOf('shop'),
        certificates,
        ...['npx tollgate notifications keys add SHOP', keys],
      ],
      ...[
        'npx tollgate directory-server --print-settings > directory-servers.json',
        'export TOLLGATE_DIRECTORY_SERVERS=directory-servers.json',
        directory,
      ],
      ...[standing, audit, ...blocksOf('console.md')],
    ],
    { '3f9a01c2': bound },
  )
  expect(outputs[1]).toContain('captureExcessPercent: 0 → 15')
  expect(outputs.join('')).toMatch(
    /Retired the password in slot 1[\s\S]*Revoked [\s\S]*Only the newest signing key/,
  )
  expect(outputs[9]).toContain('Changed category: 5411 → 5812')
  expect(outputs[10]).toContain('OPEN → CLOSED')
  expect(outputs[11]).toContain('merchant.close')
  expect(outputs[12]).toMatch(/ada@example.com[\s\S]*bob@example.com/)
})

test('configuration-as-code.md: exported, changed, planned and applied', async () => {
  const laptop = await laptopWith({ TOLLGATE_ACQUIRER_LINKS: 'examples/acquirer-links.json' })
  const [asCode = '', links = ''] = blocksOf('configuration-as-code.md')
  const [exported = '', plan = '', apply = '', schema = ''] = asCode.split('\n')
  const changed = (percent: number) =>
    `npx tollgate merchants profile TESTMERCHANT captureExcessPercent=${percent}`
  const outputs = await laptop.type([
    ...['npx tollgate acquirer-host --memory', 'npm start', changed(3), exported, changed(5)],
    `${plan.replace(/ +#.*/, '')} || echo "ended with $?"`,
    ...[apply.replace('  #', ' --yes #'), schema, links],
    'cmp acquirer-links.json examples/acquirer-links.json || cat acquirer-links.json tollgate.schema.json',
  ])
  expect(outputs[5]).toMatch(/captureExcessPercent: 5 → 3[\s\S]*ended with 2/)
  expect(outputs[6]).toContain('captureExcessPercent: 5 → 3')
  expect(outputs[9]).toMatch(/"name": "local-host"[\s\S]*"\$schema"/)
})

test('keys.md, terminals.md and conformance.md: keys of terminals, and a host tried by rules', async () => {
  const laptop = await laptopWith()
  const [keyring = '', imports = '', tried = ''] = blocksOf('keys.md')
  const [asked = '', ofFile = '', piped = ''] = imports.split('\n')
  const [key] = /[0-9A-F]{32}/.exec(tried) ?? []
  const [rehearsals = '', pins = '', voided = ''] = blocksOf('terminals.md')
  const [paid = '', ...laterLines] = voided.split('\n')
  const [first = ''] = blocksOf('conformance.md')
  const outputs = await laptop.type(
    [
      ...['npm start', keyring, `umask 077; echo ${key} > bdk.txt; echo ${key} | ${asked}`],
      ...[
        ofFile.replace('FFFF98', 'FFFF96'),
        'decrypt() { cat bdk.txt; }',
        piped.replace('FFFF98', 'FFFF94'),
      ],
      ...[tried, rehearsals, pins],
      ...[`${paid.replace(/ +#.*/, '')} --curl > pasted; sh pasted`, laterLines.join('\n'), first],
    ],
    {
      // Who types here is the user.
      ...{ ' -o tollgate -g tollgate': '', '/etc/tollgate': laptop.folder },
      'try-…': '$(grep -o "try-[^/]*" pasted | head -1)',
    },
  )
  for (const imported of [2, 3, 5, 6].map(index => outputs[index]))
    expect(imported).toContain('check value  08D7B4')
  expectPromised(rehearsals, outputs[7])
  expectPromised(pins, outputs[8])
  expect(outputs[10]).toContain('"status":"CANCELLED"')
  expect(outputs[11]?.match(/^Conforms: /gm)).toHaveLength(2)
})

test('transport.md: a sandbox by TLS, and a certificate in the place of a password', async () => {
  const laptop = await laptopWith()
  const [byTls = '', ask = '', certificates = ''] = blocksOf('transport.md')
  const outputs = await laptop.type([byTls, ask, 'kill $servers; wait; servers=', certificates])
  expect(outputs[1]).toContain('"READY"')
  expect(outputs[3]).toContain('There is no such order')
  expect(outputs[3]).not.toContain('Authorization')
})

test('dialects.md: a dialect of one’s own, checked and spoken', async () => {
  const laptop = await laptopWith()
  const [copied = '', spoken = ''] = blocksOf('dialects.md')
  const outputs = await laptop.type([copied, spoken])
  expect(outputs[1]).toMatch(
    /In order: my\.json\.[\s\S]*received its answer[\s\S]*sent echo[\s\S]*received its answer/,
  )
})

test('operations.md: the commands of the first day and of every day', async () => {
  const laptop = await laptopWith()
  const [migrate = '', operator = '', merchant = '', ...everyDay] = blocksOf('operations.md')
  const outputs = await laptop.type(
    ['npm start', 'mkdir archives', migrate, operator, merchant, ...everyDay],
    { '/srv/archives': 'archives' },
  )
  expect(outputs[3]).toContain('Added ada@example.com, an operator.')
  expect(outputs[4]).toContain('Retired the password in slot 1 of SHOP.')
  expect(outputs[5]).toContain('Added for SHOP, shown this once:')
  expect(outputs[6]).toContain('emailReceipts: false → true')
  expect(outputs[7]).toContain('secret.add')
  expect(outputs[8]).toMatch(/./)
})

/** What stands behind a command, in its own words: codes, fields and entry modes. */
function expectPromised(block: string, output = ''): void {
  const comments = block.match(/# .*$/gm) ?? []
  const promised = comments.flatMap(comment => comment.match(/\b[A-Z_]{6,}\b|"\d{3}"|"source[^"]+"/g) ?? [])
  expect(promised.length).toBeGreaterThan(0)
  for (const word of promised) expect(output).toContain(word)
}

const waitFor = (order: string, status: string) =>
  `for i in $(seq 100); do
    curl -sS -u merchant.TESTMERCHANT:${password} ${api}/order/${order} > order
    grep -q '"status":"${status}"' order && break
    sleep 0.1
  done`
const certificateOf = (name: string) =>
  `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
    -keyout ${name}-key.pem -out ${name}.pem \
    -subj /CN=${name} -addext basicConstraints=critical,CA:FALSE -days 30 2> /dev/null`
const bound = '$(npx tollgate certificates list SHOP --json | grep -o "[0-9a-f]\\{64\\}" | head -1)'
