import { expect, test } from 'vitest'
import { createMemoryOrder } from '../../../test/stories/memoryStage.ts'
import { stories } from '../../../test/stories/stories.ts'
import { play, readStory } from '../../../test/stories/story.ts'
import { sandboxProfile } from '../../orders/merchant.ts'

/** The flows alone, without a pipeline: what each operation plans and concludes. */
test.each(stories)('%s', async line => {
  const story = readStory(line)
  const { excessPercent } = story
  const order = createMemoryOrder({
    ...sandboxProfile,
    captureExcessPercent: excessPercent,
    refundExcessPercent: excessPercent,
  })
  expect(await play(story, order)).toBe(story.outcome)
})

test('no story is told twice, and there are enough of them', () => {
  expect(new Set(stories).size).toBe(stories.length)
  expect(stories.length).toBeGreaterThanOrEqual(60)
})
