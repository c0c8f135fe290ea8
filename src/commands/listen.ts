import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { errorCode, UseRefusal } from '../platform/errors.ts'
import { readUrl } from '../standards/url.ts'
import { addCommand, numberOption } from './command.ts'
import { type ToGateway, toGateway } from './gatewayAnswer.ts'
import { listen, type News } from './listening.ts'
import { newsLines, toldJson, toldLines } from './listenText.ts'
import type { Office } from './office.ts'
import { UsageRefusal } from './usage.ts'

export function addListen(program: Command, office: Office): void {
  const command = addCommand(program, 'listen', {
    summary: 'forward notifications to a program on your machine, and show its answers',
    details:
      'Recent ones first, then each as it happens. Your program needs no address that others can reach, ' +
      'and what it gets is signed as everything the gateway sends. When your program or the gateway is ' +
      'away, it waits and goes on. With --json each is one line.',
    examples: [
      ['tollgate listen http://127.0.0.1:3000/hook', "the sandbox's merchant, to a program of yours"],
      ['tollgate listen --print', 'only shows them'],
      ['tollgate listen --print --body --last 1', 'the newest one, with all it tells'],
      ['tollgate listen http://127.0.0.1:3000/hook --merchant SHOP --password-file shop.txt', 'as SHOP'],
    ],
  })
    .argument('[target]', 'where your program takes them, such as http://127.0.0.1:3000/hook', readTarget)
    .option('--print', 'only show them; nothing is forwarded')
    .option('--body', 'show the whole body of each')
    .addOption(numberOption('--last <count>', 'how many recent ones first', { min: 0, max: 100, usual: 10 }))
    .option('--after <id>', 'go on after this notification instead')
    .addOption(
      numberOption('--count <count>', 'end after so many; 0 never ends', {
        min: 0,
        max: 1_000_000,
        usual: 0,
      }),
    )
    .option('--merchant <merchant>', "whose; the sandbox's own unless given")
    .option('--password <password>', "the merchant's API password")
    .option('--password-file <file>', 'a file that holds it; - is standard input')
  toGateway(command).action((target: URL | undefined, given: Given) => run(office, target, given))
}

type Given = ToGateway & {
  readonly print?: boolean
  readonly body?: boolean
  readonly last: number
  readonly after?: string
  readonly count: number
  readonly merchant?: string
  readonly password?: string
  readonly passwordFile?: string
}

function readTarget(text: string): URL {
  const url = readUrl(text)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new InvalidArgumentError('It must be an address like http://127.0.0.1:3000/hook.')
}

async function run(office: Office, target: URL | undefined, given: Given): Promise<void> {
  if (target && given.print)
    throw new UsageRefusal('tollgate listen takes a target or --print, not both. See tollgate listen --help.')
  const credentials = await credentialsOf(office, given)
  const line = await office.gateway(given)
  const { terminal, clock, halt } = office
  const isForProgram = office.isForProgram()
  const tell = (news: News) => {
    if (isForProgram) {
      if (news.kind === 'notification') terminal.print(JSON.stringify(toldJson(news)))
      else for (const text of newsLines(news, terminal.paint)) terminal.remark(text)
      return
    }
    const lines =
      news.kind === 'notification'
        ? toldLines(news, { paint: terminal.paint, isWhole: given.body === true })
        : newsLines(news, terminal.paint)
    for (const text of lines) terminal.print(text)
  }
  tell({ kind: 'begun', merchantId: credentials.merchantId, address: line.address, target: target?.href })
  await listen({
    ...{ line, credentials, clock, halt, tell },
    from: given.after === undefined ? { last: given.last } : { after: given.after },
    ...(target && { forward: message => office.post(target, message) }),
    ...(given.count > 0 && { countMax: given.count }),
  })
}

async function credentialsOf(office: Office, given: Given) {
  const usual = { merchantId: office.usual.merchantId(), password: office.usual.password() }
  const merchantId = given.merchant ?? usual.merchantId
  if (merchantId === undefined)
    throw new UseRefusal('Say whose notifications with --merchant and --password-file.')
  if (given.password !== undefined) return { merchantId, password: given.password }
  if (given.passwordFile !== undefined)
    return { merchantId, password: await readPassword(given.passwordFile) }
  if (usual.password !== undefined && merchantId === usual.merchantId)
    return { merchantId, password: usual.password }
  throw new UseRefusal(`Give the API password of ${merchantId} with --password-file or --password.`)
}

async function readPassword(file: string): Promise<string> {
  try {
    const text = file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8')
    return text.trim()
  } catch (error) {
    throw new UseRefusal(`${file} cannot be read (${errorCode(error)}).`)
  }
}
