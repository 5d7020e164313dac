import { describe, expect, test } from 'vitest'
import { aNotification } from '../../../tests/notifications.ts'
import { anAdmin, anInvestor, as, asPerson } from '../../../tests/people.ts'
import { clock, setClock } from '../../platform/clock.server.ts'
import { clearNotifications } from './clear-notifications.server.ts'
import { unreadCount } from './my-notifications.server.ts'
import { listNotifications } from './notifications.server.ts'

const admin = await anAdmin()

describe('Mark All as Read', () => {
  const list = (q: string) =>
    as(admin, (actor) => listNotifications(actor, { q, type: null, page: 1 }))
  const clear = (q: string, upTo = clock.now()) =>
    as(admin, (actor) => clearNotifications(actor, { q, type: null }, upTo))

  test('MNO-022 MNO-023 (W-35) clears what the search shows on every page, and no recipient’s own state', async () => {
    const person = await anInvestor()
    for (let nth = 0; nth < 13; nth += 1)
      await aNotification(admin, 'investor', {
        title: `Cleared ${nth}`,
        investorId: person.investorId,
      })
    await aNotification(admin, 'investor', { title: 'Left alone', investorId: person.investorId })
    expect(await list('cleared')).toMatchObject({ total: 13, hasUnread: true })
    expect(await clear('cleared')).toBe(13)
    const after = await list('cleared')
    expect(after.hasUnread).toBe(false)
    expect(after.notifications.every(({ isRead, readCopies }) => isRead && readCopies === 0)).toBe(
      true,
    )
    expect(await list('left alone')).toMatchObject({
      hasUnread: true,
      notifications: [{ isRead: false }],
    })
    expect(await asPerson(person, unreadCount)).toBe(14)
    expect(await clear('cleared')).toBe(0)
  })

  test('leaves alone what was sent after the list was looked at', async () => {
    const { investorId } = await anInvestor()
    setClock(() => new Date('2026-11-20T10:00:00.500Z'))
    await aNotification(admin, 'investor', { title: 'Timely', investorId })
    setClock(() => new Date('2026-11-20T10:00:01Z'))
    await aNotification(admin, 'investor', { title: 'Timely too', investorId })
    setClock()
    expect(await clear('timely', new Date('2026-11-20T10:00:00.500Z'))).toBe(1)
    expect((await list('timely')).notifications.map(({ isRead }) => isRead)).toEqual([false, true])
  })

  test('MNO-002 (decisions §6) a search finds the name of the audience, the project or the person', async () => {
    const person = await anInvestor('Khadra Findable')
    await aNotification(admin, 'investor', { title: 'Audience one', investorId: person.investorId })
    await aNotification(admin, 'active', { title: 'Audience two' })
    expect((await list('khadra find')).notifications.map(({ title }) => title)).toEqual([
      'Audience one',
    ])
    expect((await list('active inv')).notifications.map(({ title }) => title)).toContain(
      'Audience two',
    )
  })
})
