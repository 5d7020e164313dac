import { expect, test } from 'vitest'
import { isNoReplyAddress, senderAddress } from './new-company.ts'

test.each([
  ['Nyumba <office@example.com>', 'office@example.com'],
  ['"Nyumba, Nairobi" <a@example.com>', 'a@example.com'],
  ['office@example.com', 'office@example.com'],
])('PUB-372 the address in the sender %s is %s', (sender, address) => {
  expect(senderAddress(sender)).toBe(address)
})

test.each([
  ['no-reply@example.com', true],
  ['DoNotReply@example.com', true],
  ['noreplies@example.com', false],
  ['office@example.com', false],
])('PUB-372 no one reads %s: %s', (email, unread) => {
  expect(isNoReplyAddress(email)).toBe(unread)
})
