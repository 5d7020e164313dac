import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, aProject } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { action } from './route.tsx'

const admin = await anAdmin('Amina Yusuf')
const home = '/admin-dashboard/inquiries'

async function anInquiry(facts: Record<string, string | boolean | null> = {}) {
  const row = {
    source: 'contact',
    name: 'Hodan Ali',
    email: `${randomUUID()}@example.com`,
    message: 'Hello',
    ...facts,
  }
  const names = Object.keys(row)
  const { rows } = await change(
    `insert into app.inquiry (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return rows[0]?.id ?? ''
}

const screen = async (address: string) =>
  (await ask(`${home}${address}`, { cookie: await cookiesOf(admin) })).html

type Who = Parameters<typeof requestBy>[0]
async function send(id: string, fields: Record<string, string>, by: Who = admin) {
  const args = requestBy(by, `${home}/${id}?status=new`, { method: 'POST', body: formOf(fields) })
  const answer = await action({ ...args, params: { inquiryId: id } } as unknown as Parameters<
    typeof action
  >[0])
  if (!(answer instanceof Response)) return { status: answer.init?.status, ...answer.data }
  const toast = decodeURIComponent(answer.headers.getSetCookie()[0] ?? '')
  return { status: answer.status, location: answer.headers.get('location'), toast }
}

const noteIn = async (id: string) =>
  (await change<{ body: string }>('select body from app.inquiry_note where inquiry_id = $1', [id]))
    .rows

test('a list without inquiries says so, and does not when all there are is suspected spam', async () => {
  expect(wordsOf(await screen(''))).toContain('No inquiries yet')
  await anInquiry({ suspected_spam: true, suspicion: 'hidden-field' })
  const words = wordsOf(await screen(''))
  expect(words).toContain('All inquiries so far are suspected spam.')
  expect(words).not.toContain('No inquiries yet')
})

test('INQ-001 the list narrows by words and by status, and keeps suspected spam apart', async () => {
  await anInquiry({ name: 'Nasra First', message: 'About the towers' })
  await anInquiry({ name: 'Nasra Second', status: 'closed' })
  await anInquiry({ name: 'Nasra Robot', suspected_spam: true, suspicion: 'hidden-field' })
  const all = wordsOf(await screen('?q=nasra'))
  expect(all).toContain('All 2 New 1 Contacted 0 Converted 0 Closed 1 Suspected spam 1')
  expect(all).toMatch(/Nasra Second.*Nasra First.*About the towers/)
  expect(all).not.toContain('Nasra Robot')
  expect(wordsOf(await screen('?q=nasra&status=spam'))).toMatch(/Nasra Robot.*Suspected spam/)
  expect(wordsOf(await screen('?q=nasra&status=closed'))).not.toContain('Nasra First')
  expect(wordsOf(await screen('?q=nasra&sort=oldest'))).toMatch(/Nasra First.*Nasra Second/)
  const [, open = ''] =
    new RegExp(`href="${home}/([0-9a-f-]{36})`).exec(await screen('?q=nasra')) ?? []
  expect(await screen(`/${open}?q=nasra`)).toContain(`href="${home}?q=nasra&amp;status=closed"`)
  expect(await screen('?q=nasra&status=nonsense')).toMatch(/aria-current="true"[^>]*>All</)
  expect(await screen('?q=nobody-of-this-name')).toContain(
    'No inquiries found matching your search',
  )
})

test('INQ-002 the sidebar counts the new ones, without what is suspected', async () => {
  await change("update app.inquiry set status = 'closed' where investor_id is null")
  expect(await screen('')).not.toMatch(/\d+ new</)
  await anInquiry()
  await anInquiry({ suspected_spam: true, suspicion: 'too-fast' })
  expect(await screen('')).toContain('1 new</span>')
})

test('INQ-003 an inquiry shows its whole message as text, who wrote, and the project it is about', async () => {
  const projectId = await aProject('Corner Plaza')
  const message = `<b>${'word '.repeat(300)}</b>\nlast line`
  const email = `${randomUUID()}@example.com`
  const id = await anInquiry({
    message,
    email,
    phone: '+254 711 000 000',
    project_id: projectId,
    subject: 'A shop',
  })
  const html = await screen(`/${id}`)
  expect(html).toContain(`&lt;b&gt;${'word '.repeat(300)}&lt;/b&gt;\nlast line`)
  expect(html).toContain(`mailto:${email}?subject=Re%3A%20A%20shop`)
  expect(html).toContain('href="tel:+254711000000"')
  expect(wordsOf(html)).toMatch(
    /Project Corner Plaza .*Existing investor\? No investor has this email/,
  )
})

test('it says when an investor has this email', async () => {
  const { email, name } = await anInvestor('Sahal Omar')
  expect(wordsOf(await screen(`/${await anInquiry({ email })}`))).toContain(
    `Existing investor? ${name} has this email`,
  )
})

test('INQ-004 a status is set with a toast, and the list stays as it was narrowed', async () => {
  const id = await anInquiry()
  const answer = await send(id, { act: 'contacted', version: '1' })
  expect(answer).toMatchObject({ status: 303, location: `${home}/${id}?status=new` })
  expect(answer.toast).toContain('"title":"Inquiry marked as contacted"')
  expect(wordsOf(await screen(`/${id}`))).toMatch(/Inquiry arrived .*Amina Yusuf Set to contacted/)
})

test('INQ-004 what someone else changed in the meantime is not written over', async () => {
  const id = await anInquiry()
  await send(id, { act: 'contacted', version: '1' })
  expect(await send(id, { act: 'spam', version: '1' })).toMatchObject({
    status: 422,
    reply: { message: expect.stringContaining('Someone else has changed this inquiry') },
  })
  for (const fields of [
    { act: 'deleted', version: '2' },
    { act: 'closed', version: 'x' },
  ]) {
    expect(await send(id, fields)).toMatchObject({
      status: 422,
      reply: { message: 'Reload the page and try again.' },
    })
  }
})

test('INQ-005 a note is added once, an empty one is refused next to its field, and nothing typed is lost', async () => {
  const id = await anInquiry()
  const key = randomUUID()
  expect(await send(id, { key, body: ' ' })).toMatchObject({
    status: 422,
    reply: { errors: { body: 'Write the note first' } },
  })
  const long = 'x'.repeat(4001)
  expect(await send(id, { key, body: long })).toMatchObject({
    reply: { errors: { body: 'Please keep this to 4000 characters.' }, values: { body: long } },
  })
  const body = 'Called her.\n<i>She</i> asks for papers.'
  for (const _ of ['first', 'second'])
    expect(await send(id, { key, body })).toMatchObject({ status: 303 })
  expect(await noteIn(id)).toEqual([{ body }])
  expect(await screen(`/${id}`)).toContain('Called her.\n&lt;i&gt;She&lt;/i&gt; asks for papers.')
})

test('a fault changes nothing, says so with its reference, and keeps the note', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const id = await anInquiry()
  await asSuperuser((client) => client.query('revoke insert on app.event from msingi_reactions'))
  const answers = [
    await send(id, { act: 'closed', version: '1' }),
    await send(id, { key: randomUUID(), body: 'Kept words' }),
  ]
  await asSuperuser((client) => client.query('grant insert on app.event to msingi_reactions'))
  expect(answers).toMatchObject([
    {
      status: 500,
      reply: { message: 'The inquiry was not changed. Please try again later. Reference test' },
    },
    {
      status: 500,
      reply: { message: expect.stringContaining('Reference test'), values: { body: 'Kept words' } },
    },
  ])
  expect(await noteIn(id)).toEqual([])
})

test('an inquiry that is not there is not found', async () => {
  const { status } = await ask(`${home}/${randomUUID()}`, { cookie: await cookiesOf(admin) })
  expect(status).toBe(404)
  await expect(send(randomUUID(), { act: 'closed', version: '1' })).rejects.toMatchObject({
    init: { status: 404 },
  })
  await expect(send('nonsense', { key: randomUUID(), body: 'x' })).rejects.toMatchObject({
    init: { status: 404 },
  })
})
