import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../../tests/people.ts'
import { ask, openLink } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const list = '/admin-dashboard/investors'
const words = async (path: string) => wordsOf((await ask(path, { cookie })).html)
const invitationsTo = async (userId: string) =>
  (
    await change(`select state from app.outbox where user_id = $1 and template = 'invitation'`, [
      userId,
    ])
  ).rows

beforeEach(() => change('delete from app.outbox'))

test('MIN-330 ticked investors are shown by name and email, and invited with one button', async () => {
  const [first, second] = [
    await anInvestor('Sagal One', 'pending'),
    await anInvestor('Sagal Two', 'pending'),
  ]
  const active = await anInvestor('Sagal Active')
  const html = (await ask(`${list}?q=sagal`, { cookie })).html
  expect(html).toContain(`aria-label="Select Sagal One, ${first.email}"`)
  const dialog = `${list}/invitations?q=sagal&select=${first.investorId}&select=${active.investorId}`
  const shown = await words(dialog)
  expect(shown).toContain(`Sagal One ${first.email}`)
  expect(shown).toMatch(/Can be invited 1 Not needed 1, active, inactive or archived/)
  expect(shown).toContain('Send 1 invitation')
  const sent = await ask(dialog, { cookie, form: { key: randomUUID() } })
  expect(sent).toMatchObject({ status: 303, location: `${list}?q=sagal` })
  expect(await invitationsTo(first.userId)).toEqual([{ state: 'queued' }])
  expect(await invitationsTo(second.userId)).toEqual([])
  expect(await words(dialog)).toContain('Also replace 1 invitation still open')
  const again = await ask(dialog, { cookie, form: { key: randomUUID() } })
  expect(again.status).toBe(422)
  expect(wordsOf(again.html)).toContain(
    'Everyone here has an open invitation. Tick this to replace them.',
  )
})

test('MIN-330 without a selection everyone in the list is meant; nonsense changes nothing', async () => {
  const [first, second] = [
    await anInvestor('Xareed One', 'pending'),
    await anInvestor('Xareed Two', 'pending'),
  ]
  for (const form of [{}, { key: 'x' }])
    expect((await ask(`${list}/invitations?q=xareed`, { cookie, form })).status).toBe(422)
  expect(await invitationsTo(first.userId)).toEqual([])
  const mistaken = `${list}/invitations?q=xareed&select=nonsense`
  expect((await ask(mistaken, { cookie, form: { key: randomUUID() } })).status).toBe(422)
  const sent = await ask(`${list}/invitations?q=xareed`, { cookie, form: { key: randomUUID() } })
  expect(sent).toMatchObject({ status: 303 })
  expect([await invitationsTo(first.userId), await invitationsTo(second.userId)]).toEqual(
    Array(2).fill([{ state: 'queued' }]),
  )
})

test('AUTH-330 without a mail server the invitation link is shown once, after confirming, also for who has no account', async () => {
  const { rows } = await change(
    `insert into app.investor (email, full_name, joined_on) values ($1, 'Imported Only', '2026-01-01') returning id`,
    [`${randomUUID()}@example.com`],
  )
  const id = rows[0]?.id ?? ''
  expect(await words(`${list}/${id}/invitation`)).toContain('Copy invitation link')
  const dialog = `${list}/${id}/invitation-link`
  await change(`update auth.session set "createdAt" = now() - interval '1 hour'`)
  const made = await ask(dialog, { cookie, form: { currentPassword: password } })
  const link = />(https?:\/\/[^<]+\/invitation\/[\w-]{43})</.exec(made.html)?.[1]
  expect(link).toBeDefined()
  expect((await ask(dialog, { cookie })).html).not.toContain(link)
  const opened = await openLink(new URL(link ?? '').pathname)
  expect(wordsOf(opened.html)).toContain('Imported Only')
})
