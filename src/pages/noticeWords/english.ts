/** Titles and texts of the small pages with a message. All languages have the same names. */
export const english = {
  oneMoment: { title: 'One moment', text: 'One moment, please.' },
  unread: {
    title: 'This page cannot be shown',
    text: 'Something in its address, or in what was sent to it, is not right. Go back to the shop.',
  },
  failed: {
    title: 'Something went wrong here',
    text: 'It is not your doing. The shop knows how your payment stands; go back there before you pay again.',
  },
  busy: {
    title: 'One moment, please',
    text: 'We cannot go on just now, and nothing was done. Wait a little, then load this page again.',
  },
  forbidden: {
    title: 'This page is not for you',
    text: 'It cannot be opened from here, or not from the page you came from.',
  },
  absent: {
    title: 'There is no such page',
    text: 'Its address has expired, or part of it is missing. The shop knows how your payment stands.',
  },
  stepOver: {
    title: 'This page cannot be loaded again',
    text: 'The step it belongs to is over. Go back to the shop to see how your payment stands.',
  },
  looked: { title: 'Done', text: 'Your bank has looked at your browser.' },
  answered: {
    title: 'This step is finished',
    text: 'Your bank has answered. Go back to the shop to see what came of your payment.',
  },
  answeredBefore: {
    title: 'This step is finished',
    text: 'Your bank has already answered. Go back to the shop to see what came of your payment.',
  },
  unknownStep: {
    title: 'This link is no longer valid',
    text: 'It has expired or was never issued. Go back to the shop to see what came of your payment.',
  },
  unknownLink: {
    title: 'This payment link does not work',
    text: 'It has expired, or part of it is missing. The shop knows how your payment stands.',
  },
  unknownReturn: {
    title: 'The way back to the shop is lost',
    text: 'This address has expired, or part of it is missing. The shop knows how your payment stands.',
  },
  ended: {
    title: 'This payment has ended',
    text: 'There is nothing left to do here. The shop knows what came of it; to pay once more, start there.',
  },
  done: {
    title: 'You can go back to the shop now',
    text: 'Everything here is done. You may close this page; the shop knows how your payment stands.',
  },
  /** The title is for a button, the text for browsers without scripts. */
  stepDone: { title: 'Continue', text: 'This step is done. Please continue.' },
  backToShop: 'Back to the shop',
  supportCode: 'Support code: {code}',
} as const

/** The texts that every language has. */
export type NoticeWords = {
  readonly [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : NoticeText
}
export type NoticeText = { readonly title: string; readonly text: string }
