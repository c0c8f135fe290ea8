// The table of contents of the docs site, as data: which pages belong together, for whom, and in which order.

export type ContentsChapter = {
  readonly title: string
  /** For whom it is; those of operators and of the gateway's own developers stand apart. */
  readonly readers: 'developers' | 'operators' | 'contributors'
  /** Paths below docs/, without `.md`; a folder stands for its README. What is not there is left out. */
  readonly pages: readonly string[]
}

export const chapters: readonly ContentsChapter[] = [
  {
    title: 'Guides',
    readers: 'developers',
    pages: [
      'guides/quick-start',
      'guides/checkout',
      'guides/hosted-fields',
      'guides/browser-payments',
      'guides/payer-authentication',
      'guides/tokens',
      'guides/notifications',
      'guides/rehearsing',
      'guides/errors',
      'guides/going-live',
    ],
  },
  {
    title: 'In detail',
    readers: 'developers',
    pages: [
      'overview',
      'reference/errors',
      'payers',
      'notifications',
      'sandbox',
      'states',
      'terminals',
      'client',
      'compatibility',
      'conformance',
      'specification',
    ],
  },
  {
    title: 'For operators',
    readers: 'operators',
    pages: [
      'operations',
      'incident-tapes',
      'configuration',
      'commands',
      'merchants',
      'configuration-as-code',
      'console',
      'acquirers',
      'dialects',
      'providers',
      'provider-protocol',
      'payer-authentication',
      'risk',
      'keys',
      'transport',
      'metrics',
      'reliability',
      'scale',
      'performance',
      'supply-chain',
    ],
  },
  {
    title: 'How it is made',
    readers: 'contributors',
    pages: ['architecture', 'lifecycle', 'decisions'],
  },
]

/** Where a page is listed that no chapter names, until one does. */
export const chapterOfOthers = 'In detail'
