import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aMail } from '../../../tests/outbox.ts'
import { anAdmin, anInvestor, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'

const admin = await anAdmin()

const cookie = await cookiesOf(admin)

const home = '/admin-dashboard/outbox'

async function anInquiry(template: string, name: string, email: string) {
  const { rows } = await change(
    `insert into app.inquiry (source, name, email, message, received_at) values ('contact', $1, $2, 'Hello', now())
     returning id`,
    [name, email],
  )
  await change('insert into app.outbox (template, subject_id) values ($1, $2)', [
    template,
    rows[0]?.id,
  ])
}

const words = async (path: string, form?: Record<string, string>) =>
  wordsOf((await ask(path, { cookie, ...(form && { form }) })).html)

const stateOf = async (id: string) =>
  (await change<{ state: string }>('select state from app.outbox where id = $1', [id])).rows[0]
    ?.state

beforeEach(async () => {
  await change('delete from app.outbox')
})

describe('the list', () => {
  test('MAIL-005 (decisions §2) says to whom, what, how it stands and how often it was tried, the newest first', async () => {
    const [first, second] = [await anInvestor('Aisha First'), await anInvestor('Bashir Second')]
    await aMail(
      'receipt',
      first,
      `state = 'sent', sent_to = '${first.email}', attempts = 1, created_at = now() - interval '2 hours'`,
    )
    await aMail('recovery', second, "attempts = 3, last_error = '450 later'")
    const shown = await words(home)
    expect(shown).toMatch(
      /Bashir Second.*Password reset.*Trying again.*3.*Send now.*Aisha First.*Payment receipt.*Sent/,
    )
    expect(shown).toContain(first.email)
  })

  test('a mail whose first try is under way waits; the next try is one again', async () => {
    const mail = await aMail('receipt', await anInvestor('Cawo Third'), 'attempts = 1')
    expect(await words(`${home}?state=waiting`)).toMatch(/Cawo Third.*Payment receipt.*Waiting/)
    expect(await words(`${home}?state=retrying`)).not.toContain('Cawo Third')
    await change('update app.outbox set attempts = 2 where id = $1', [mail])
    expect(await words(`${home}?state=retrying`)).toMatch(
      /Cawo Third.*Payment receipt.*Trying again/,
    )
  })

  test('mails of inquiries go to the company and to the sender, and those to a former address name none', async () => {
    await anInquiry('inquiry', 'Visitor One', 'visitor.one@example.com')
    await anInquiry('acknowledgement', 'Visitor Two', 'visitor.two@example.com')
    const moved = await anInvestor('Moved Person')
    await aMail('email-changed', moved)
    const shown = await words(home)
    for (const part of [
      'New inquiry: Visitor One',
      'Visitor Two',
      'visitor.two@example.com',
      'to their former address',
    ]) {
      expect(shown).toContain(part)
    }
    expect(shown).not.toContain(moved.email)
  })

  test('a mail that was sent names the address it went to, whatever the present one is', async () => {
    const moved = await anInvestor('Moved Since')
    const mail = await aMail(
      'receipt',
      moved,
      "state = 'sent', sent_to = 'before.the.move@example.com'",
    )
    for (const path of [home, `${home}?q=before.the.move`, `${home}/${mail}`]) {
      const shown = await words(path)
      expect(shown).toContain('before.the.move@example.com')
      expect(shown).not.toContain(moved.email)
    }
  })

  test('a mail that was refused names the address it was tried at, and the present one once it is tried again', async () => {
    const moved = await anInvestor('Moved After')
    const mail = await aMail(
      'recovery',
      moved,
      "state = 'failed', attempts = 1, last_error = '550 nobody here', sent_to = 'mistyped@example.com'",
    )
    for (const path of [home, `${home}?q=mistyped`, `${home}/${mail}`]) {
      const shown = await words(path)
      expect(shown).toContain('mistyped@example.com')
      expect(shown).not.toContain(moved.email)
    }
    await ask(home, { cookie, form: { mail } })
    expect(await words(home)).toContain(moved.email)
    expect(await words(home)).not.toContain('mistyped@example.com')
  })

  test('a mail whose address is forgotten names none, and not the present one', async () => {
    const moved = await anInvestor('Moved Long Ago')
    const mail = await aMail('receipt', moved, "state = 'sent'")
    for (const path of [home, `${home}/${mail}`]) {
      const shown = await words(path)
      expect(shown).toContain('their address at that time')
      expect(shown).not.toContain(moved.email)
    }
  })

  test('is searched by name and address, and narrowed by state and by mail', async () => {
    const [aisha, bashir] = [await anInvestor('Aisha Searched'), await anInvestor('Bashir Hidden')]
    await aMail('recovery', aisha)
    await aMail('receipt', bashir, "state = 'sent'")
    for (const query of ['q=searched', `q=${aisha.email}`, 'state=failed', 'mail=recovery']) {
      const shown = await words(`${home}?${query}`)
      expect(shown).toContain('Aisha Searched')
      expect(shown).not.toContain('Bashir Hidden')
    }
    expect(await words(`${home}?q=nobody-of-this-name`)).toContain(
      'No emails found matching your search',
    )
  })

  test('an empty outbox says what will appear in it', async () => {
    expect(await words(home)).toContain('No emails yet')
  })

  test('ADM-374 says how email is set up while there is no mail server, and only then', async () => {
    const note = 'Email is not set up, so messages wait here.'
    expect(await words(home)).toMatch(new RegExp(`${note}.*SMTP_URL.*MAIL_FROM`))
    await change('update app.installation set demo = true')
    const ofDemo = await words(home)
    await change('update app.installation set demo = false')
    expect(ofDemo).not.toContain(note)
  })

  test('shows 25 a page', async () => {
    const { userId } = await anInvestor()
    await change(
      `insert into app.outbox (template, user_id, state, created_at)
       select 'receipt', $1, 'sent', now() - make_interval(mins => n) from generate_series(1, 30) n`,
      [userId],
    )
    expect(await words(home)).toContain('1–25 of 30')
    expect(await words(`${home}?page=9`)).toContain('26–30 of 30')
  })
})

describe('sending again', () => {
  test('queues the mail, and says so on the list that was open', async () => {
    const mail = await aMail('recovery', await anInvestor())
    const answer = await ask(`${home}?state=failed`, { cookie, form: { mail } })
    expect(answer).toMatchObject({ status: 303, location: `${home}?state=failed` })
    expect(await stateOf(mail)).toBe('queued')
  })

  test('all that were not delivered go with one button', async () => {
    const mails = [
      await aMail('recovery', await anInvestor()),
      await aMail('recovery', await anInvestor()),
    ]
    expect(await words(home)).toContain('Send the 2 again')
    await ask(home, { cookie, form: { mail: 'all' } })
    expect(await Promise.all(mails.map(stateOf))).toEqual(['queued', 'queued'])
  })

  test('what is no mail changes nothing', async () => {
    for (const mail of ['', 'nonsense', randomUUID()]) {
      expect(await ask(home, { cookie, form: { mail } })).toMatchObject({ status: 303 })
    }
  })

  test('a mail that has become pointless has no button', async () => {
    await aMail('recovery', await anInvestor('Omar Nur', 'inactive'))
    expect(await words(`${home}?state=failed`)).not.toContain('Send again')
  })
})

describe('one mail', () => {
  test('shows the answer of each server on its own line', async () => {
    const answers = 'Main server: 550 no such user\nSecond server: 451 later'
    const mail = await aMail(
      'receipt',
      await anInvestor(),
      `state = 'failed', last_error = '${answers}'`,
    )
    const { html } = await ask(`${home}/${mail}`, { cookie })
    expect(html).toMatch(
      /class="[^"]*whitespace-pre-line[^"]*">Main server: 550 no such user\nSecond server: 451 later</,
    )
  })

  test('shows what the servers said, and where a refused address is corrected', async () => {
    const person = await anInvestor()
    await change('update auth."user" set refused_mail_at = now() where id = $1', [person.userId])
    const mail = await aMail(
      'receipt',
      person,
      "state = 'failed', last_error = '550 5.1.1 no such user'",
    )
    const { html } = await ask(`${home}/${mail}`, { cookie })
    expect(wordsOf(html)).toContain('550 5.1.1 no such user')
    expect(html).toContain(`/admin-dashboard/users/update-email?user=${person.userId}`)
  })

  test('W-18 its link is hidden, and shown once to who confirms that it is them', async () => {
    const mail = await aMail('recovery', await anInvestor())
    const dialog = await ask(`${home}/${mail}`, { cookie })
    expect(dialog.html).not.toContain('token=')
    expect(dialog.html).toContain('name="currentPassword"')
    expect(
      await ask(`${home}/${mail}`, { cookie, form: { currentPassword: 'not-mine' } }),
    ).toMatchObject({
      status: 422,
    })
    const shown = await ask(`${home}/${mail}`, { cookie, form: { currentPassword: password } })
    expect(shown.status).toBe(200)
    expect(shown.html).toMatch(/\/reset-password\?token=[\w-]{43}&amp;type=recovery/)
    expect((await ask(`${home}/${mail}`, { cookie })).html).not.toContain('token=')
  })

  test('that was sent has no link to show, and none is made when it is asked for', async () => {
    const mail = await aMail('recovery', await anInvestor(), "state = 'sent'")
    expect(await words(`${home}/${mail}`)).not.toContain('Show link')
    expect(await words(`${home}/${mail}`, { currentPassword: password })).toContain(
      'shown for undelivered email only',
    )
  })

  test('to an administrator never shows its link', async () => {
    const mail = await aMail('recovery', await anAdmin('Other Admin'))
    const shown = await words(`${home}/${mail}`)
    expect(shown).toContain('is never shown here')
    expect(shown).not.toContain('Show link')
    expect(await words(`${home}/${mail}`, { currentPassword: password })).toContain(
      'the account of an administrator',
    )
  })

  test('that no one knows is a 404', async () => {
    for (const id of ['nonsense', randomUUID()])
      expect((await ask(`${home}/${id}`, { cookie })).status).toBe(404)
  })
})

test('the outbox is for administrators', async () => {
  const mail = await aMail('recovery', await anInvestor())
  expect(await ask(home)).toMatchObject({ status: 302 })
  const investor = await cookiesOf(await anInvestor())
  expect(await ask(home, { cookie: investor })).toMatchObject({
    status: 302,
    location: '/investment-dashboard',
  })
  for (const path of [home, `${home}/${mail}`]) {
    expect((await ask(path, { cookie: investor, form: { mail } })).status).toBe(404)
  }
  expect(await stateOf(mail)).toBe('failed')
})
