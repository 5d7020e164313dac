import { expect, test } from 'vitest'
import { sidebarFrom } from './sidebar-state.ts'

test('the sidebar is as it was left, whatever other cookies stand next to it', () => {
  expect(sidebarFrom('session=x; sidebar=closed; live=1')).toBe('closed')
  expect(sidebarFrom('sidebar=open')).toBe('open')
})

test('a first visit, a foreign cookie and nonsense leave it to the page', () => {
  expect(sidebarFrom(null)).toBeUndefined()
  expect(sidebarFrom('leftsidebar=closed')).toBeUndefined()
  expect(sidebarFrom('sidebar=sideways')).toBeUndefined()
})
