import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, type Person } from '../../../tests/people.ts'
import { addresses, ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'

const path = '/investment-dashboard/settings'
const pageOf = async (person: Person) => (await ask(path, { cookie: await cookiesOf(person) })).html
const viewOf = async (person: Person) =>
  (
    await ask(`${path}?investorId=${person.investorId}`, {
      cookie: await cookiesOf(await anAdmin()),
    })
  ).html

test('INV-055 (W-54) Profile Settings shows name, email, joining date and status to read', async () => {
  const person = await anInvestor('Hodan Abdi')
  const html = await pageOf(person)
  expect(wordsOf(html)).toContain(
    `Full Name Hodan Abdi Email Address ${person.email} Investor Since 15 Jan 2025 Holder Number H-`,
  )
  expect(wordsOf(html)).toMatch(/Holder Number H-\d{6} Account Status Active/)
  expect(html).toMatch(/<h1[^>]*>Profile Settings/)
  const profile = /<section id="profile".*?<\/section>/s.exec(html)?.[0] ?? ''
  expect(profile).not.toMatch(/<(input|form|button)/)
})

test('INV-056 the phone number is shown only when one is on record', async () => {
  const person = await anInvestor()
  expect(await pageOf(person)).not.toContain('Phone Number')
  await change(`update app.investor set phone = '+254700000014' where id = $1`, [person.investorId])
  expect(wordsOf(await pageOf(person))).toContain('Phone Number +254 700 000014')
})

test('INV-057 the status is green for active, amber for pending and grey otherwise', async () => {
  const toneOf = async (status: string) => {
    const html = await viewOf(await anInvestor('Jama Warsame', status))
    const [, tone, word] = /bg-tint-(\w+)[^>]*>(Active|Pending|Inactive)</.exec(html) ?? []
    return { tone, word }
  }
  expect(await toneOf('active')).toEqual({ tone: 'positive', word: 'Active' })
  expect(await toneOf('pending')).toEqual({ tone: 'warning', word: 'Pending' })
  expect(await toneOf('inactive')).toEqual({ tone: 'neutral', word: 'Inactive' })
})

test('INV-058 (W-54) an investor changes password, second factor and sessions here', async () => {
  const person = await anInvestor()
  await cookiesOf(person)
  const html = await pageOf(person)
  const words = wordsOf(html)
  expect(words).toMatch(
    /Password.*Current password.*Second factor.*Set it up.*Where you are signed in/,
  )
  expect(words).toMatch(/This device.*End.*End the other one/)
  expect(html).toContain('action="/login/new-password?next=%2Finvestment-dashboard%2Fsettings"')
})

test('DATA-022 (W-10) a second factor is offered; no one signs up by themselves or with a code alone', async () => {
  expect(wordsOf(await pageOf(await anInvestor()))).toContain('Second factor')
  expect(addresses().filter(({ path }) => /sign-?up|register|otp|one-time/.test(path))).toEqual([])
})

test('INV-059 an administrator who looks on sees nothing of how its owner signs in', async () => {
  const words = wordsOf(await viewOf(await anInvestor('Hodan Abdi')))
  expect(words).toContain('Full Name Hodan Abdi')
  expect(words).not.toMatch(/Current password|Second factor|signed in|This device/)
})

test('the sidebar leads to Profile Settings, after My Notifications', async () => {
  const html = await pageOf(await anInvestor())
  expect(wordsOf(html)).toMatch(/My Notifications.*Profile Settings.*Logout/)
  expect(html).toContain('href="/investment-dashboard/settings"')
})

test('OWN-011 an investor chooses which notices come by mail, which is logged; who looks on sees none of it', async () => {
  const person = await anInvestor()
  const cookie = await cookiesOf(person)
  const box = async (name: string) => {
    const { html } = await ask(path, { cookie })
    return / checked=""/.test(
      new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? 'none',
    )
  }
  expect([await box('messages'), await box('news')]).toEqual([true, false])
  expect(await ask(path, { cookie, form: { news: 'on' } })).toMatchObject({ status: 303 })
  expect([await box('messages'), await box('news')]).toEqual([false, true])
  const { rows } = await change<{ after: unknown }>(
    "select after from app.audit_log where act = 'choosemails' and subject_id = $1",
    [person.investorId],
  )
  expect(rows).toEqual([{ after: { messages: false, news: true, reminders: false } }])

  const admin = await cookiesOf(await anAdmin())
  const viewed = `${path}?investorId=${person.investorId}`
  const { html } = await ask(viewed, { cookie: admin })
  expect(wordsOf(html)).not.toMatch(/Email preferences|Save email preferences/)
  expect(await ask(viewed, { cookie: admin, form: { messages: 'on' } })).toMatchObject({
    status: 404,
  })
  expect([await box('messages'), await box('news')]).toEqual([false, true])
})

test('OWN-011 when the choice cannot be kept the page says so with a reference, and keeps what was ticked', async () => {
  const person = await anInvestor()
  const cookie = await cookiesOf(person)
  await asSuperuser((client) =>
    client.query('revoke insert on app.mail_choice from msingi_investor'),
  )
  const { status, html } = await ask(path, { cookie, form: { news: 'on' } })
  await asSuperuser((client) => client.query('grant insert on app.mail_choice to msingi_investor'))
  expect(status).toBe(500)
  const [messages, news] = ['messages', 'news'].map(
    (name) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0],
  )
  expect(messages).not.toContain(' checked=""')
  expect(news).toContain(' checked=""')
  expect(wordsOf(html)).toContain('The email preferences were not saved Nothing was changed.')
  expect(wordsOf(html)).toMatch(/Nothing was changed\. Please try again later\. Reference /)
})
