import type { HttpReply } from '../http/transport/handler.ts'
import { frameNoticeReply } from './threeDSecure/betweenPages.ts'

/** What a payer reads where the door refuses them: in words, and never more than anybody may know. */
export function refusalPage(
  { status, explanation, supportCode }: ShownRefusal,
  isTest: boolean,
): Promise<HttpReply> {
  const words = wordsOf(status)
  const { title, sentence } = words
  const details = [
    words === unread && explanation,
    supportCode !== undefined && `Support code: ${supportCode}`,
  ].filter(text => typeof text === 'string')
  return frameNoticeReply(
    { status, title, sentence: [sentence, ...details].join(' ') },
    { acceptsGzip: false, isTest },
  )
}

type ShownRefusal = { readonly status: number; readonly explanation?: string; readonly supportCode?: string }
type RefusalWords = { readonly title: string; readonly sentence: string }

function wordsOf(status: number): RefusalWords {
  return known.get(status) ?? (status >= 500 ? failed : unread)
}

const unread: RefusalWords = {
  title: 'This page cannot be shown',
  sentence: 'Something in its address, or in what was sent to it, is not right. Go back to the shop.',
}
const failed: RefusalWords = {
  title: 'Something went wrong here',
  sentence:
    'It is not your doing. The shop knows how your payment stands; go back there before you pay again.',
}
const busy: RefusalWords = {
  title: 'One moment, please',
  sentence: 'We cannot go on just now, and nothing was done. Wait a little, then load this page again.',
}
const known: ReadonlyMap<number, RefusalWords> = new Map([
  [
    403,
    {
      title: 'This page is not for you',
      sentence: 'It cannot be opened from here, or not from the page you came from.',
    },
  ],
  [
    404,
    {
      title: 'There is no such page',
      sentence: 'Its address has expired, or part of it is missing. The shop knows how your payment stands.',
    },
  ],
  [
    405,
    {
      title: 'This page cannot be loaded again',
      sentence: 'The step it belongs to is over. Go back to the shop to see how your payment stands.',
    },
  ],
  [429, busy],
  [503, busy],
])
