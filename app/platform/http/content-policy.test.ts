import { expect, test } from 'vitest'
import { contentPolicy } from './content-policy.ts'

test('the landing form, sent without script, is let through to the chat and to where the chat sends it on', () => {
  const formAction = contentPolicy([])
    .split('; ')
    .find((directive) => directive.startsWith('form-action '))
  expect(formAction).toBe(
    "form-action 'self' https://wa.me https://api.whatsapp.com https://web.whatsapp.com whatsapp:",
  )
})
