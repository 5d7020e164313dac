import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { cookiesOf } from '../../../../tests/visits.ts'
import { action } from './route.tsx'

const admin = await anAdmin()
// A demo prints its emails, so an invitation can be sent.
await change('update app.installation set demo = true')
const path = '/admin-dashboard/investors/new?q=hodan'
type Who = Parameters<typeof requestBy>[0]

function send(fields: Record<string, string>, by: Who = admin) {
  const body = formOf({ key: randomUUID(), fullName: 'Hodan Ali', phone: '', ...fields })
  return action(requestBy(by, path, { method: 'POST', body }) as Parameters<typeof action>[0])
}

const countOf = (email: string) =>
  asSuperuser(async (client) => {
    const { rowCount } = await client.query('select from app.investor where email = $1', [email])
    return rowCount
  })

test('MIN-013 adding raises the toast on the list that was open', async () => {
  const answer = await send({ email: `${randomUUID()}@example.com` })
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe('/admin-dashboard/investors?q=hodan')
  expect(decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')).toContain(
    '"title":"Investor added"',
  )
})

test('MIN-007 the dialog asks for full name, email and phone, and requires the first two', async () => {
  const { html } = await ask(path, { cookie: await cookiesOf(admin) })
  const field = (name: string) => new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0]
  expect(field('fullName')).toContain('required=""')
  expect(field('email')).toMatch(/type="email".*required=""|required="".*type="email"/)
  expect(field('phone')).not.toContain('required')
  const labels = [...html.matchAll(/<label [^>]*>([^<]*)</g)].map(([, label]) => label?.trim())
  expect(labels).toEqual(expect.arrayContaining(['Full Name', 'Email', 'Phone']))
})

test('MIN-011, LIM-013 (W-17) the account gets no password that anyone would have to be told: the invitation sets the first', async () => {
  const email = `${randomUUID()}@example.com`
  await send({ email })
  const { rows } = await change(
    `select a.password, u.status, (select template from app.outbox o where o.user_id = u.id) as mail
     from auth."user" u join auth.account a on a."userId" = u.id where u.email = $1`,
    [email],
  )
  expect(rows).toEqual([{ password: null, status: 'pending', mail: 'invitation' }])
})

test('MIN-012 (W-17) an address that is none is refused in the form, and no one gets an invented one', async () => {
  const count = async () => (await change('select from auth."user"')).rowCount
  const before = await count()
  for (const email of ['hodan', 'hodan@', 'hodan@example', 'ho dan@example.com']) {
    expect(await send({ email })).toMatchObject({
      data: { reply: { errors: { email: 'Please enter a valid email address' } } },
    })
  }
  expect(await count()).toBe(before)
})

test('full name and email must be filled, and what was typed stays', async () => {
  expect(await send({ fullName: ' ', email: 'nobody', phone: '+254 7' })).toMatchObject({
    data: {
      reply: {
        errors: { fullName: 'Full name is required', email: 'Please enter a valid email address' },
        values: { email: 'nobody', phone: '+254 7' },
      },
    },
    init: { status: 422 },
  })
})

test('MIN-007 an email that was not typed is missing, not wrong', async () => {
  for (const email of ['', '   ']) {
    expect(await send({ email })).toMatchObject({
      data: { reply: { errors: { email: 'Email is required' } } },
    })
  }
})

test('MIN-009 the phone may stay empty, and the email is trimmed and put in lower case', async () => {
  const email = `${randomUUID()}@example.com`
  expect(await send({ email: `  ${email.toUpperCase()} ` })).toBeInstanceOf(Response)
  expect(await countOf(email)).toBe(1)
})

test("MIN-043 an investor's email is refused next to its field; an administrator's asks first and is then linked", async () => {
  const investor = await anInvestor()
  expect(await send({ email: investor.email.toUpperCase() })).toMatchObject({
    data: { reply: { errors: { email: 'Email Already In Use' } } },
    init: { status: 422 },
  })
  const { email, name } = await anAdmin('Ifrah Abdi')
  expect(await send({ email })).toMatchObject({
    data: { reply: { errors: { linkedEmail: expect.any(String) } }, known: { name, email } },
    init: { status: 422 },
  })
  expect(await countOf(email)).toBe(0)
  expect(await send({ email, linkedEmail: email })).toBeInstanceOf(Response)
  expect(await countOf(email)).toBe(1)
})

test('MIN-015 a fault adds no one, raises an error toast, and what was typed stays', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const email = `${randomUUID()}@example.com`
  await asSuperuser((client) => client.query('revoke insert on app.event from msingi_reactions'))
  const answer = await send({ email })
  await asSuperuser((client) => client.query('grant insert on app.event to msingi_reactions'))
  expect(answer).toMatchObject({
    data: {
      reply: {
        values: { email },
        message: 'Error adding investor. Please try again later. Reference test',
      },
      toast: { title: 'Error adding investor', kind: 'error' },
    },
    init: { status: 500 },
  })
  expect(await countOf(email)).toBe(0)
})

test('someone who is no administrator adds no one', async () => {
  const email = `${randomUUID()}@example.com`
  await expect(send({ email }, null)).rejects.toMatchObject({ status: 303 })
  await expect(send({ email }, await anInvestor())).rejects.toMatchObject({ init: { status: 404 } })
  expect(await countOf(email)).toBe(0)
})
