import { expect, test } from 'vitest'
import { acquirerScriptVocabulary, readAcquirerScript } from '../../../sandbox/acquirer/scripts.ts'
import { newAnswer, scriptCurl, scriptInput } from './scriptForm.ts'

const vocabulary = acquirerScriptVocabulary()

test('what an answer does not take is not sent, also if it was typed before', () => {
  const typed = { answer: 'silent', gatewayCode: '', amount: '4.00', delayMs: '5000' }
  const form = { orderId: ' o-1 ', cardNumber: '5123 4500 0000 0008', answers: [typed] }
  expect(scriptInput('SHOP', form, vocabulary)).toEqual({
    ...{
      merchantId: 'SHOP',
      orderId: 'o-1',
      cardNumber: '5123450000000008',
      answers: [{ answer: 'silent' }],
    },
  })
  const partial = { ...form, answers: [{ ...typed, answer: 'partial', gatewayCode: 'DECLINED' }] }
  expect(scriptInput('SHOP', partial, vocabulary).answers).toEqual([
    { answer: 'partial', amount: '4.00', delayMs: 5_000 },
  ])
})

test('the line for a shell is what the control API reads, whatever was typed', () => {
  const orderId = `it's "$(reboot)" \\`
  const input = scriptInput('SHOP', { orderId, cardNumber: '', answers: [newAnswer(vocabulary)] }, vocabulary)
  const line = scriptCurl('http://127.0.0.1:8080', input)
  // As a shell reads single quotes.
  const [, quoted = ''] = / -d '(.*)'$/.exec(line) ?? []
  expect(quoted.replaceAll(`'\\''`, '')).not.toContain(`'`)
  expect(readAcquirerScript(JSON.parse(quoted.replaceAll(`'\\''`, `'`)))).toEqual({
    ...{ match: { merchantId: 'SHOP', orderId }, answers: [{ answer: 'decline' }] },
  })
})
