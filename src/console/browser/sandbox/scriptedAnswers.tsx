// Answers that the acquirer is told to give, in the reader's words.

import { Group, Stack } from '@mantine/core'
import type { ShownAnswer } from '../../api/sandbox.ts'
import { type Say, useWords } from '../language.tsx'
import { answerFacts } from './scriptForm.ts'
import { answerWords } from './scriptWords.ts'

/** One after the other: each is used once. */
export function Answers({ answers }: { readonly answers: readonly ShownAnswer[] }) {
  const say = useWords(answerWords)
  return (
    <Stack gap={4}>
      {answers.map((answer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same answer may come twice
        <Group key={index} gap={6}>
          <span>{nameOf(answer.answer, say)}</span>
          {answerFacts(answer).map(fact => (
            <span key={fact} lang="en" className="digits">
              {fact}
            </span>
          ))}
        </Group>
      ))}
    </Stack>
  )
}

/** One of a later sandbox has no words here yet: then its name says it. */
export const nameOf = (answer: string, say: Say<(typeof answerWords)['en']>): string =>
  isWorded(answer) ? say(answer) : answer

const isWorded = (answer: string): answer is keyof (typeof answerWords)['en'] =>
  Object.hasOwn(answerWords.en, answer)
