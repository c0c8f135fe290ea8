// Results for programs: everything that was sent and came, masked.

import { maskedAnswer, maskedText } from './maskedText.ts'
import type { CheckResult } from './runPlan.ts'

export const resultJson = ({ exchanges, failures, ...about }: CheckResult): object => ({
  ...about,
  requests: exchanges.length,
  failures: failures.map(({ sends, expected, came, exchange: { request, answer } }) => ({
    ...{ sends, expected, came: maskedAnswer(came) },
    request: { method: request.method, path: request.path, body: maskedText(request.body?.toString() ?? '') },
    ...(answer && { answer: { status: answer.status, text: maskedAnswer(answer.text) } }),
  })),
})
