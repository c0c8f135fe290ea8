import { expect, test } from 'vitest'
import { methodHtml } from '../../threeDSecure/redirect.ts'
import { methodScript } from './routes.ts'

test('the script that the demo lets in is the one that Initiate Authentication answers', () => {
  const excerpt = methodHtml({ methodUrl: 'https://issuer.example/method', methodData: 'e30' })
  const [, script] = /<script[^>]*>([\s\S]*)<\/script>/.exec(excerpt) ?? []
  expect(script).toBe(methodScript.text)
})
