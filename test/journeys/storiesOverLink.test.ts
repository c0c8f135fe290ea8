import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstOfEachKind, storiesIn } from '../stories/dialectStories.ts'
import { openStoryTeller, type StoryTeller } from './storiesOverLink.ts'

/** Some of the stories in the default dialect; the long tier has all of them, in every dialect. */
const stories = firstOfEachKind(storiesIn('iso1987-ascii')).filter(line => !line.includes('→ 400'))

let teller: StoryTeller
beforeAll(async () => {
  teller = await openStoryTeller('iso1987-ascii')
})
afterAll(() => teller?.close())

test('operations end over a link as they end with the simulator', async () => {
  expect(stories.length).toBeGreaterThan(20)
  expect(await teller.tell(stories)).toEqual(stories)
})

test('afterwards gateway and host agree about every order', async () => {
  expect(await teller.differences()).toEqual([])
})
