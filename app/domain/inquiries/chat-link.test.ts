import { expect, test } from 'vitest'
import { chatLink } from './chat-link.ts'

const typed = {
  name: 'Hodan & Ali',
  email: 'hodan@example.com',
  subject: 'A flat?',
  message: 'Line one\nLine two 🏠 #1',
}

test('PUB-043 the chat is prepared with everything typed: name, email, subject and message', () => {
  const url = new URL(chatLink('254711000000', typed))
  expect(`${url.origin}${url.pathname}`).toBe('https://wa.me/254711000000')
  expect(url.searchParams.get('text')).toBe(
    'Name: Hodan & Ali\nEmail: hodan@example.com\nSubject: A flat?\n\nLine one\nLine two 🏠 #1',
  )
  expect([...url.searchParams.keys()]).toEqual(['text'])
  expect(url.hash).toBe('')
})

test('half a character does not keep the chat from opening', () => {
  const half = '🏠'.slice(0, 1)
  expect(
    new URL(chatLink('254711000000', { ...typed, message: `roof ${half}!` })).searchParams.get(
      'text',
    ),
  ).toMatch(/roof \?!$/)
})
