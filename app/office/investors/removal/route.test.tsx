import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerTo } from '../../../../tests/answers.ts'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, password } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { usd } from '../../../values/money.ts'
import { action as restore } from '../restore/route.tsx'
import { action } from './route.tsx'

const list = '/admin-dashboard/investors'
const admin = await anAdmin('Zeynab Warsame')
let cookie = await cookiesOf(admin)
beforeEach(async () => {
  cookie = await cookiesOf(admin)
})

const send = (
  investorId: string,
  as: string,
  more: Record<string, string> = { currentPassword: password },
) =>
  answerTo(action, `${list}/${investorId}/removal?q=h`, {
    cookie,
    form: { as, ...more },
    params: { investorId },
  })
const bringBack = (investorId: string, form: Record<string, string>) =>
  answerTo(restore, `${list}/${investorId}/restore?status=archived`, {
    cookie,
    form,
    params: { investorId },
  })
const words = async (investorId: string, dialog = 'removal') =>
  wordsOf((await ask(`${list}/${investorId}/${dialog}`, { cookie })).html)

async function invested(status = 'pending') {
  const person = await anInvestor('Hodan Ali')
  const investmentId = await anInvestment(person.investorId, await aProject(), usd('1,000'))
  await change('update app.investment set status = $2 where id = $1', [investmentId, status])
  return person
}

test('MIN-028 the dialog says that they will be deleted, asks who is there, does it, and says so', async () => {
  const { investorId } = await anInvestor('Hodan Ali')
  expect(await words(investorId)).toMatch(/Delete Investor Hodan Ali .*cannot be undone/)
  expect((await send(investorId, 'delete', {})).errors).toEqual({
    currentPassword: 'Enter your password to confirm your identity.',
  })
  expect(await send(investorId, 'delete')).toMatchObject({
    status: 303,
    location: `${list}?q=h`,
    toast: { kind: 'success', title: 'Investor deleted' },
  })
  expect((await ask(`${list}/${investorId}`, { cookie })).status).toBe(404)
})

test('MIN-028 (W-28) with a history they are archived, and come back with their sign-in or without', async () => {
  const { investorId } = await invested()
  expect(await words(investorId)).toMatch(
    /Archive Investor Hodan Ali .*Kept with them 1 investment/,
  )
  expect((await send(investorId, 'delete')).errors.form).toContain('they can only be archived')
  expect((await send(investorId, 'archive')).toast).toMatchObject({ title: 'Investor archived' })
  expect(await words(investorId)).toContain('This investor is already archived.')
  expect(await words(investorId, 'edit')).toContain(
    'This investor is archived. Restore them first.',
  )
  expect(await words(investorId, 'restore')).toContain('Let them sign in again')
  expect(await bringBack(investorId, { reopen: 'on', currentPassword: password })).toMatchObject({
    status: 303,
    location: `${list}?status=archived`,
    toast: { title: 'Investor restored', text: 'Their account is open again.' },
  })
  expect((await bringBack(investorId, {})).errors.form).toBe('This investor is not archived.')
})

test('an active investment leaves no button, and the server refuses too', async () => {
  const { investorId } = await invested('active')
  const { html } = await ask(`${list}/${investorId}/removal`, { cookie })
  expect(wordsOf(html)).toContain('They have 1 active investment. Complete or cancel it first')
  expect(html).not.toMatch(/<button type="submit"[^>]*>(?:(?!<\/button>).)*Archive Investor/)
  expect((await send(investorId, 'archive')).errors.form).toContain('Nothing was changed.')
})

test('MIN-029 a fault says so in a toast and removes nothing', async () => {
  const { investorId } = await anInvestor('Hodan Ali')
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await asSuperuser((client) => client.query('revoke delete on app.investor from msingi_admin'))
  const failed = await send(investorId, 'delete')
  await asSuperuser((client) => client.query('grant delete on app.investor to msingi_admin'))
  expect(failed).toMatchObject({
    status: 500,
    toast: { kind: 'error', title: 'Error deleting investor', text: 'Please try again later.' },
  })
  expect((await ask(`${list}/${investorId}`, { cookie })).status).toBe(200)
})

test('adding an archived investor’s email again offers to restore them', async () => {
  const { investorId, email } = await invested()
  await send(investorId, 'archive')
  const form = { key: randomUUID(), fullName: 'Again', email, phone: '' }
  const { html, status } = await ask(`${list}/new`, { cookie, form })
  expect(status).toBe(422)
  expect(wordsOf(html)).toContain('Email Already In Use')
  expect(html).toContain(`href="${list}/${investorId}/restore"`)
})

test('who was deleted has a closed account, which adding them again says', async () => {
  const { investorId, email } = await anInvestor('Hodan Ali')
  await send(investorId, 'delete')
  const form = { key: randomUUID(), fullName: 'Hodan Ali', email, phone: '' }
  expect(wordsOf((await ask(`${list}/new`, { cookie, form })).html)).toContain(
    'The account stays inactive until',
  )
})

test('it is an administrator’s to do, and an unknown investor is not there', async () => {
  const { investorId } = await anInvestor()
  const stranger = await cookiesOf(await anInvestor())
  for (const act of [action, restore]) {
    await expect(
      answerTo(act, `${list}/${investorId}/removal`, {
        cookie: stranger,
        form: {},
        params: { investorId },
      }),
    ).rejects.toMatchObject({ init: { status: 404 } })
  }
  for (const unknown of [randomUUID(), 'nothing']) {
    expect((await ask(`${list}/${unknown}/removal`, { cookie })).status).toBe(404)
    await expect(send(unknown, 'delete')).rejects.toMatchObject({ init: { status: 404 } })
    await expect(bringBack(unknown, {})).rejects.toMatchObject({ init: { status: 404 } })
  }
})
