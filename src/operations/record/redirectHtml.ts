import { type Content, isObject, mergeContent } from '../../contract/kit/content.ts'
import {
  type FrictionlessPost,
  frictionlessHtml,
  noMethodHtml,
  providerHtml,
} from '../../threeDSecure/redirect.ts'

/**
 * What merchants put into their pages without a look at it: where the issuer has nothing to ask it leads
 * straight back to them, and to a payment provider it leads as the address does.
 */
export function withRedirectHtml(operation: string, record: Content): Content {
  const { browserPayment } = record
  if (isObject(browserPayment) && typeof browserPayment.redirectUrl === 'string')
    return mergeContent(record, {
      browserPayment: { redirectHtml: providerHtml(browserPayment.redirectUrl) },
    })
  const excerpt = isJudgedAtOnce(record) ? excerpts.get(operation)?.(record) : undefined
  return excerpt === undefined
    ? record
    : mergeContent(record, { authentication: { redirect: { html: excerpt } } })
}

const excerpts = new Map<string, (record: Content) => string>([
  ['INITIATE_AUTHENTICATION', () => noMethodHtml],
  ['AUTHENTICATE_PAYER', record => frictionlessHtml(onwardIn(record))],
])

/** Somebody has said what to do, and the payer's browser was not asked for anything. */
const isJudgedAtOnce = ({ response, authentication }: Content): boolean =>
  textIn(response, 'gatewayRecommendation') !== '' &&
  !(isObject(authentication) && isObject(authentication.redirect)) &&
  textIn(authentication, 'version') !== '' &&
  textIn(authentication, 'payerInteraction') !== 'REQUIRED'

function onwardIn({
  authentication,
  order,
  transaction,
  response,
  result,
}: Content): FrictionlessPost | undefined {
  const address = textIn(authentication, 'redirectResponseUrl')
  if (address === '') return undefined
  return {
    address,
    fields: {
      'order.id': textIn(order, 'id'),
      'transaction.id': textIn(transaction, 'id'),
      result: String(result),
      'response.gatewayRecommendation': textIn(response, 'gatewayRecommendation'),
    },
  }
}

function textIn(group: unknown, name: string): string {
  const value = isObject(group) ? group[name] : undefined
  return typeof value === 'string' ? value : ''
}
