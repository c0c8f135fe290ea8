// Links that a test file opens: each is stopped, and its host closed, after its test.

import { afterEach, expect } from 'vitest'
import { authorization, openTestLink, type TestLink, type TestLinkOptions } from './testLink.ts'

export function linkStories() {
  const opened: TestLink[] = []

  async function open(options: TestLinkOptions = {}): Promise<TestLink> {
    const story = await openTestLink(options)
    opened.push(story)
    return story
  }

  async function openReady(options: TestLinkOptions = {}): Promise<TestLink> {
    const story = await open(options)
    await story.allReady()
    return story
  }

  afterEach(async () => {
    for (const { link, host, pass } of opened.splice(0)) {
      const stopped = link.stop()
      await host.close()
      await pass(12_000)
      await stopped
    }
  })

  return { open, openReady }
}

export const poll = <Value>(read: () => Value) => expect.poll(read, { interval: 2, timeout: 5_000 })

/** An authorization with this trace number. */
export const numbered = (number: number) => authorization({ 11: String(number).padStart(6, '0') })
