// The commands of client certificates: issuing, binding, listing and revoking them.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { BoundCertificate, ShownCertificate } from '../administration/credentials.ts'
import { versions } from '../contract/kit/versions.ts'
import { invalid, isRejection } from '../orders/rejection.ts'
import { errorCode, StartRefusal, UseRefusal } from '../platform/errors.ts'
import {
  addCommand,
  addGroup,
  merchantArgument,
  numberOption,
  type OperatorOption,
  withOperatorOption,
} from './command.ts'
import type { CommandContext } from './context.ts'
import {
  type CommandResult,
  isoTime,
  pairLines,
  printable,
  refusalText,
  tableLines,
  timeText,
} from './output.ts'

export function addCertificates(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'certificates', {
    summary: 'client certificates that merchants use instead of a password',
    details: 'They are good on a listener of their own: TOLLGATE_CERTIFICATE_PORT.',
    examples: [
      ['tollgate certificates issue SHOP', 'a test certificate, bound to SHOP at once'],
      ['tollgate certificates bind SHOP shop.pem', "one that the merchant's own authority issued"],
      ['tollgate certificates revoke SHOP 3f9a01c2', 'refused from now on, for good'],
    ],
  })
  addAuthority(group, context)
  addIssue(group, context)
  addBind(group, context)
  addList(group, context)
  addRevoke(group, context)
}

function addAuthority(group: Command, context: CommandContext): void {
  addCommand(group, 'authority', {
    summary: 'show where the test authority lies; make it if there is none',
    details: 'It issues certificates to rehearse with. In production give your own: TOLLGATE_CLIENT_CA.',
    examples: [['tollgate certificates authority', 'its certificate, for TOLLGATE_CLIENT_CA']],
  }).action(async () => {
    const path = await context.authority.path()
    context.show({ json: { path }, text: () => [`The test authority's certificate: ${path}`] })
  })
}

function addIssue(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'issue', {
    summary: 'make a key and a certificate for a merchant, and bind it',
    details: 'From the test authority of the data directory. The key is written to a file only you can read.',
    examples: [
      ['tollgate certificates issue SHOP', 'SHOP.pem and SHOP-key.pem, here'],
      ['tollgate certificates issue SHOP --days 30 --out certificates', 'for a month, into a folder'],
    ],
  })
    .argument(...merchantArgument)
    .addOption(numberOption('--days <count>', 'how long it is good', { min: 1, max: 3_650, usual: 365 }))
    .option('--out <folder>', 'where to write the files', '.')
  withOperatorOption(command).action(
    async (merchantId: string, { days, out, as }: { days: number; out: string } & OperatorOption) => {
      const { administration } = await context.records({ as })
      // Checked before any file is written: a mistyped name must leave none behind.
      const known = await administration.certificates.list(merchantId)
      if (isRejection(known)) return context.show(known)
      const { certificatePem, keyPem } = await context.authority.issue({ merchantId, days })
      const files = filesOf(out, merchantId)
      await write(out, [
        [files.key, keyPem, 0o600],
        [files.certificate, certificatePem, 0o644],
      ])
      const bound = await administration.certificates.bind(merchantId, certificatePem)
      context.show(
        isRejection(bound)
          ? bound
          : issued(bound, { merchantId, files, listener: context.defaults.certificateListener() }),
      )
    },
  )
}

type Files = { readonly certificate: string; readonly key: string }
const filesOf = (folder: string, merchantId: string): Files => ({
  certificate: join(resolve(folder), `${merchantId}.pem`),
  key: join(resolve(folder), `${merchantId}-key.pem`),
})

/** An existing file is never overwritten: it may be the only copy of a key. */
async function write(folder: string, files: readonly (readonly [string, string, number])[]): Promise<void> {
  try {
    await mkdir(resolve(folder), { recursive: true })
    for (const [path, text, mode] of files) await writeFile(path, text, { mode, flag: 'wx' })
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? error.path : folder
    const why = errorCode(error) === 'EEXIST' ? 'is there already' : `cannot be written (${errorCode(error)})`
    throw new StartRefusal(`${path} ${why}: choose another folder with --out.`)
  }
}

type Issue = {
  readonly merchantId: string
  readonly files: Files
  readonly listener: ReturnType<CommandContext['defaults']['certificateListener']>
}

const issued = (
  bound: BoundCertificate,
  { merchantId, files: { certificate, key }, listener }: Issue,
): CommandResult => ({
  json: { merchantId, ...jsonOfBound(bound), files: { certificate, key } },
  text: paint => [
    `${paint.green('Issued')} and bound to ${merchantId}, good until ${timeText(bound.notAfterMs)} UTC.`,
    ...pairLines([
      ['certificate', certificate],
      ['key', key],
      ['fingerprint', bound.fingerprint],
    ]),
    '',
    ...(listener
      ? [
          'Try it:',
          `  curl --cacert ${listener.trusted} --cert ${certificate} --key ${key} \\`,
          `    ${listener.address}${inquiryPath(merchantId)}`,
        ]
      : ['It is good once the gateway is started with TOLLGATE_CERTIFICATE_PORT, such as 8443.']),
  ],
})

const inquiryPath = (merchantId: string): string =>
  `/api/rest/version/${versions.last}/merchant/${merchantId}/paymentOptionsInquiry`

const jsonOfBound = ({ fingerprint, subject, notAfterMs }: BoundCertificate) => ({
  fingerprint,
  subject,
  notAfter: isoTime(notAfterMs),
})

function addBind(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'bind', {
    summary: 'let a merchant call with the key of a certificate',
    details:
      "The authority that issued it must be the gateway's TOLLGATE_CLIENT_CA. Keys are told apart, not " +
      'names.',
    examples: [['tollgate certificates bind SHOP shop.pem', 'good on every node within a second']],
  })
    .argument(...merchantArgument)
    .argument('<file>', 'the certificate, in PEM form')
  withOperatorOption(command).action(async (merchantId: string, file: string, { as }: OperatorOption) => {
    const pem = await readPem(file)
    const { administration } = await context.records({ as })
    const bound = await administration.certificates.bind(merchantId, pem)
    if (isRejection(bound)) return context.show(bound)
    context.show({
      json: { merchantId, ...jsonOfBound(bound), isRenewed: bound.isRenewed },
      text: paint => [
        `${paint.green(bound.isRenewed ? 'Renewed' : 'Bound')} to ${merchantId}: ${printable(bound.subject)}`,
        ...pairLines([
          ['fingerprint', bound.fingerprint],
          ['good until', `${timeText(bound.notAfterMs)} UTC`],
        ]),
      ],
    })
  })
}

async function readPem(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UseRefusal(refusalText(invalid('file', `It cannot be read (${errorCode(error)}).`, file)))
  }
}

function addList(group: Command, context: CommandContext): void {
  addCommand(group, 'list', {
    summary: "list a merchant's certificates",
    examples: [['tollgate certificates list SHOP', 'revoked ones too']],
  })
    .argument(...merchantArgument)
    .action(async (merchantId: string) => {
      const { administration } = await context.records()
      const found = await administration.certificates.list(merchantId)
      context.show(isRejection(found) ? found : list(merchantId, found, context.clock.now().getTime()))
    })
}

const jsonOf = ({ createdAtMs, notAfterMs, revokedAtMs, ...certificate }: ShownCertificate) => ({
  ...certificate,
  created: isoTime(createdAtMs),
  notAfter: isoTime(notAfterMs),
  ...(revokedAtMs !== undefined && { revoked: isoTime(revokedAtMs) }),
})

const list = (merchantId: string, found: readonly ShownCertificate[], nowMs: number): CommandResult => ({
  json: { merchantId, certificates: found.map(jsonOf) },
  text: paint =>
    found.length === 0
      ? [`${merchantId} has none: npx tollgate certificates issue ${merchantId}`]
      : tableLines(
          ['FINGERPRINT', 'STATE', 'GOOD UNTIL (UTC)', 'SUBJECT'],
          found.map(({ fingerprint, subject, notAfterMs, revokedAtMs }) => {
            const isOver = notAfterMs <= nowMs
            const state =
              revokedAtMs !== undefined ? paint.red('revoked') : isOver ? paint.yellow('expired') : 'good'
            return [`${fingerprint.slice(0, 16)}…`, state, timeText(notAfterMs), printable(subject, 60)]
          }),
          paint,
        ),
})

function addRevoke(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'revoke', {
    summary: 'revoke a certificate: its key is refused from now on, for good',
    examples: [
      ['tollgate certificates revoke SHOP 3f9a01c2', 'the first digits of its fingerprint are enough'],
    ],
  })
    .argument(...merchantArgument)
    .argument('<fingerprint>', 'as list shows it; 8 digits or more')
  withOperatorOption(command).action(
    async (merchantId: string, fingerprint: string, { as }: OperatorOption) => {
      const { administration } = await context.records({ as })
      const revoked = await administration.certificates.revoke(merchantId, fingerprint.replace(/…$/, ''))
      if (isRejection(revoked)) return context.show(revoked)
      context.show({
        json: { merchantId, ...jsonOf(revoked) },
        text: paint => [`${paint.green('Revoked')} ${revoked.fingerprint} of ${merchantId}.`],
      })
    },
  )
}
