// The issuers' web server: the method page and the challenge page, for browsers.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { readUpTo } from '../platform/files.ts'
import { isAddress } from '../standards/url.ts'
import { type BrowserStep, correctCode, type IssuerChallenges } from './challenges.ts'
import type { DirectoryFaultDeck } from './faults.ts'
import { challengePage, noticePage, postingPage } from './issuerPages.ts'
import { parsedContent } from './readMessage.ts'
import { textOf } from './transactions.ts'

/** Which methods finished lately, by threeDSServerTransID. */
export type SeenMethods = { readonly add: (id: string) => void; readonly has: (id: string) => boolean }

type IssuerMeans = {
  readonly challenges: Pick<IssuerChallenges, 'receive' | 'answer'>
  readonly faults: Pick<DirectoryFaultDeck, 'draw'>
  readonly methods: SeenMethods
}

type Page = { readonly status: number; readonly markup: string }
type PageRoute = (means: IssuerMeans, form: URLSearchParams, scheme: string) => Promise<Page>

export const methodPath = (scheme: string): string => `/${scheme}/method`
export const challengePath = (scheme: string): string => `/${scheme}/challenge`

const routes: Readonly<Record<string, PageRoute>> = {
  method: showMethod,
  challenge: showChallenge,
  answer: takeAnswer,
}

const formBytesMax = 100_000

/** Handles requests of browsers: /scheme/page. */
export const issuerHandler =
  (means: IssuerMeans) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    pageOf(means, request)
      .then(({ status, markup }) => {
        const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
        response.writeHead(status, headers).end(markup)
      })
      // The browser has left in the middle of its form.
      .catch(() => socket.destroy())
  }

async function pageOf(means: IssuerMeans, request: IncomingMessage): Promise<Page> {
  const [, scheme = '', name = ''] = (request.url ?? '').split(/[/?]/)
  const route = routes[name]
  if (route === undefined) return { status: 404, markup: noticePage('Your bank (test)', 'Nothing is here.') }
  if (request.method !== 'POST')
    return { status: 405, markup: noticePage('Your bank (test)', 'A form has to be posted here.') }
  const body = await readUpTo(request, formBytesMax)
  return route(means, new URLSearchParams(body.toString()), scheme)
}

async function showMethod({ faults, methods }: IssuerMeans, form: URLSearchParams, scheme: string) {
  const text = Buffer.from(form.get('threeDSMethodData') ?? '', 'base64url').toString()
  const content = parsedContent(text) ?? {}
  const [id, address] = [
    textOf(content, 'threeDSServerTransID'),
    textOf(content, 'threeDSMethodNotificationURL'),
  ]
  if (id === '' || !isAddress(address))
    return { status: 400, markup: noticePage('Your bank (test)', 'This is no method data.') }
  methods.add(id)
  const fault = faults.draw('method', { scheme })
  if (fault?.name === 'method-silent')
    return { status: 200, markup: noticePage('Your bank (test)', 'Nothing follows.') }
  const told = fault?.name === 'method-other-id' ? id.split('').reverse().join('') : id
  const data = Buffer.from(JSON.stringify({ threeDSServerTransID: told })).toString('base64url')
  return { status: 200, markup: postingPage({ address, fields: { threeDSMethodData: data } }) }
}

async function showChallenge({ challenges }: IssuerMeans, form: URLSearchParams): Promise<Page> {
  const sessionData = form.get('threeDSSessionData') ?? undefined
  return pageOfStep(await challenges.receive(form.get('creq') ?? '', sessionData))
}

async function takeAnswer({ challenges }: IssuerMeans, form: URLSearchParams): Promise<Page> {
  const [code, end] = [form.get('code') ?? '', form.get('outcome')]
  return pageOfStep(
    await challenges.answer(form.get('challenge') ?? '', { code, ...(end !== null && { end }) }),
  )
}

function pageOfStep(step: BrowserStep): Page {
  switch (step.step) {
    case 'ask': {
      const { scheme, ids, shown } = step.transaction
      const page = { shown, action: `/${scheme}/answer`, id: ids.acsTransID, isWrong: step.isWrong }
      return { status: 200, markup: challengePage(page, correctCode) }
    }
    case 'return':
      return { status: 200, markup: postingPage(step) }
    case 'stay': {
      const { code, detail } = step.error
      return { status: 400, markup: noticePage('Your bank (test)', `Error ${code}: ${detail}`) }
    }
  }
}
