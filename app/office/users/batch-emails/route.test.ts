import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Answered, answerTo } from '../../../../tests/answers.ts'
import { onlyStaff } from '../../../../tests/approvals.ts'
import { change, withoutRight } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { action as batchEmails } from './route.tsx'

const home = '/admin-dashboard/users'

const admin = await anAdmin('Zeynab Warsame')

let cookie = await cookiesOf(admin)

beforeEach(async () => {
  cookie = await cookiesOf(admin)
})

const confirmed = { currentPassword: password }

type Action = Parameters<typeof answerTo>[0]

const send = (action: Action, fields: Record<string, string>): Promise<Answered> =>
  answerTo(action, home, { cookie, form: { ...confirmed, key: randomUUID(), ...fields } })

const errorToast = (title: string, text: string) => ({ kind: 'error', title, text })

describe('Update Batch Emails', () => {
  const path = `${home}/batch-emails`
  const anEmail = () => `${randomUUID().slice(0, 8)}@example.com`

  test('APPR-069 the line of a member of staff, which needs a second person, leads to Update Email', async () => {
    const [person, colleague] = [await anInvestor('Amal Ali'), await anAdmin('Idil Isse')]
    await onlyStaff(admin, colleague, await anAdmin('Omar Aden'))
    const lines = `${person.userId},${anEmail()}\n${colleague.userId},${anEmail()}`
    const done = await ask(path, {
      cookie,
      form: { ...confirmed, key: randomUUID(), lines, ready: '2' },
    })
    expect(wordsOf(done.html)).toContain(
      'This is a member of staff: another person must approve a new email. Propose it under Update Email.',
    )
    const { rows } = await change('select email from auth."user" where id = $1', [colleague.userId])
    expect(rows).toEqual([{ email: colleague.email }])
  })

  test('shows what each line would do before anything is changed, then what each did', async () => {
    const [first, second] = [await anInvestor('Amal Ali'), await anInvestor('Bilan Noor')]
    const lines = `user id,new email\n${first.userId},${anEmail()}\n${second.userId},${first.email}\n${anEmail()},${second.userId}`
    const preview = await ask(path, { cookie, form: { lines } })
    const words = wordsOf(preview.html)
    for (const word of [
      'Will be updated',
      'Email Already In Use',
      'The columns are swapped.',
      'Update 1 email',
    ]) {
      expect(words).toContain(word)
    }
    expect(
      await answerTo(batchEmails, path, { cookie, form: { lines, key: randomUUID() } }),
    ).toMatchObject({
      status: 422,
      errors: { currentPassword: expect.any(String) },
    })
    expect((await send(batchEmails, { lines, ready: '2' })).toast).toEqual({
      kind: 'warning',
      title: 'Email Updated',
      text: '1 updated, 2 left as they were.',
      seconds: 8,
    })
  })

  test('one’s own line is marked, left as it is, and does not take the results of the others away', async () => {
    const person = await anInvestor('Deqa Omar')
    const lines = `${admin.userId},${anEmail()}\n${person.userId},${anEmail()}`
    const oneself = 'This is you. Change your own email under Update Email: it signs you out.'
    expect(wordsOf((await ask(path, { cookie, form: { lines } })).html)).toContain(oneself)
    const form = { ...confirmed, key: randomUUID(), lines, ready: '1' }
    const done = await ask(path, { cookie, form })
    expect(wordsOf(done.html)).toContain(`Update Failed ${oneself}`)
    expect((await ask(path, { cookie: done.cookie ?? cookie })).status).toBe(200)
    const { rows } = await change('select email from auth."user" where id = $1', [admin.userId])
    expect(rows).toEqual([{ email: admin.email }])
  })

  test('one line has the toast of a single change', async () => {
    const person = await anInvestor('Caasha Aden')
    const email = anEmail()
    expect(
      (await send(batchEmails, { lines: `${person.userId};${email}`, ready: '1' })).toast,
    ).toEqual({
      kind: 'success',
      title: 'Email Updated',
      text: email,
    })
    expect(
      (await send(batchEmails, { lines: `${randomUUID()};${email}`, ready: '1' })).toast,
    ).toEqual(errorToast('Update Failed', 'No account has this user ID.'))
  })

  test('MUS-048 that fails as a whole says so in one text', async () => {
    const person = await anInvestor('Filsan Aden')
    await withoutRight('execute on function auth.change_email', async () => {
      expect(
        await send(batchEmails, { lines: `${person.userId},${anEmail()}`, ready: '1' }),
      ).toMatchObject({
        status: 500,
        toast: errorToast('Update Failed', 'Failed to update user emails. Please try again.'),
      })
    })
  })

  test('refuses nothing, too much, and what is no text', async () => {
    const preview = (form: Record<string, string>) => answerTo(batchEmails, path, { cookie, form })
    expect((await preview({ lines: ' \n' })).errors).toEqual({
      lines: 'Paste lines, or choose a file with them.',
    })
    const many = Array.from({ length: 501 }, () => `${randomUUID()},${anEmail()}`).join('\n')
    expect((await preview({ lines: many })).errors).toEqual({
      lines: 'At most 500 lines at a time; you entered 501.',
    })
  })
})
