import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  type Person,
} from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { readStoredCompany } from '../../domain/company/stored-company.ts'
import { askQuestion } from '../../domain/inquiries/ask-question.server.ts'
import { changeInquiry } from '../../domain/inquiries/change-inquiry.server.ts'
import { pdfFrame } from '../../domain/receipts/pdf-frame.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'

const page = '/investment-dashboard/contact'
const admin = await anAdmin()
const project = await aProject('Garden City Apartments')

async function anAsker(name = 'Hodan Abdi') {
  const person = await anInvestor(name)
  const investmentId = await anInvestment(person.investorId, project, usd('1,000'))
  return { person, investmentId, cookie: await cookiesOf(person) }
}

const questionsOf = async ({ investorId }: Person) => {
  const { rows } = await change<{
    id: string
    subject: string | null
    message: string
    email: string
  }>(
    `select id, subject, message, email from app.inquiry where investor_id = $1 and source = 'portal' order by received_at`,
    [investorId],
  )
  return rows
}

test('PROOF-080 the portal says how to reach the company, and leaves out what is not set', async () => {
  const { cookie } = await anAsker()
  await change(
    `update app.company set facts = facts || '{"phone":"+254 20 000 0000","whatsapp":"254711000000","answerTime":"within one working day",
      "hours":[{"days":"Mon-Fri","open":"9:00-5:00"}]}'::jsonb`,
  )
  const words = wordsOf((await ask(page, { cookie })).html)
  for (const sentence of [
    '+254 20 000 0000',
    '+254 711 000000',
    'Mon-Fri 9:00-5:00',
    'within one working day',
  ])
    expect(words).toContain(sentence)
  await change(
    `update app.company set facts = facts - 'phone' - 'whatsapp' - 'answerTime' - 'hours'`,
  )
  const { html } = await ask(page, { cookie })
  expect(html).not.toMatch(/wa\.me|tel:|Opening hours|We answer/)
})

test('PROOF-087 an investor who has several investments in a project tells them apart by unit or amount', async () => {
  const { person, investmentId, cookie } = await anAsker()
  const { rows } = await change<{ project_id: string }>(
    'update app.investment set share_bp = 2500 where id = $1 returning project_id',
    [investmentId],
  )
  await anInvestment(person.investorId, rows[0]?.project_id ?? '', usd('1,200'))
  const words = wordsOf((await ask(page, { cookie })).html)
  expect(words).toContain('Garden City Apartments, 25%')
  expect(words).toContain('Garden City Apartments, $1,200')
  await ask(page, { cookie, form: { key: randomUUID(), investmentId, message: 'Which rent?' } })
  expect(await questionsOf(person)).toMatchObject([
    { subject: 'About: Garden City Apartments, 25%' },
  ])
})

test('PROOF-081 a question becomes an inquiry of the investor, which the office works on and the portal follows', async () => {
  const { person, investmentId, cookie } = await anAsker()
  const form = { key: randomUUID(), investmentId, message: 'When is the roof built?' }
  for (const _ of [1, 2]) expect((await ask(page, { cookie, form })).status).toBe(303)
  const [question, another] = await questionsOf(person)
  expect(another).toBeUndefined()
  expect(question).toMatchObject({
    subject: 'About: Garden City Apartments',
    message: 'When is the roof built?',
    email: person.email,
  })
  const office = { cookie: await cookiesOf(admin) }
  const investorPage = wordsOf(
    (await ask(`/admin-dashboard/investors/${person.investorId}`, office)).html,
  )
  expect(investorPage).toContain('About: Garden City Apartments: When is the roof built?')
  const inquiry = wordsOf((await ask(`/admin-dashboard/inquiries/${question?.id}`, office)).html)
  expect(inquiry).toContain('Investor portal')
  expect(inquiry).toContain('Mark as contacted')
  expect(inquiry).not.toContain('Make Hodan')
  const { rows: mails } = await change(
    `select id from app.outbox where template = 'inquiry' and subject_id = $1`,
    [question?.id],
  )
  expect(mails).toHaveLength(1)
  expect(wordsOf((await ask(page, { cookie })).html)).toContain('Sent')
  await as(admin, (actor) =>
    changeInquiry(actor, question?.id ?? '', { act: 'closed', version: 1 }),
  )
  expect(wordsOf((await ask(page, { cookie })).html)).toContain('Answered')
})

test('PROOF-082 bad input keeps what was typed, and another’s investment is no subject', async () => {
  const { cookie } = await anAsker()
  const { investmentId } = await anAsker('Another Ali')
  const empty = await ask(page, {
    cookie,
    form: { key: randomUUID(), investmentId: '', message: ' ' },
  })
  expect(empty.status).toBe(422)
  expect(wordsOf(empty.html)).toContain('Write your question.')
  const foreign = { key: randomUUID(), investmentId, message: 'Whose is it?' }
  expect((await ask(page, { cookie, form: foreign })).status).toBe(404)
})

test('PROOF-083 no more than ten questions in a day, in any number of windows', async () => {
  const { person } = await anAsker()
  const send = () =>
    asPerson(person, (investor) =>
      askQuestion(investor, { key: randomUUID(), investmentId: null, message: 'Again' }),
    )
  const answers = await Promise.all(Array.from({ length: 12 }, send))
  expect(answers.filter((answer) => 'refused' in answer)).toEqual([
    { refused: 'too-many' },
    { refused: 'too-many' },
  ])
  expect(await questionsOf(person)).toHaveLength(10)
})

test('PROOF-084 past the server an investor asks in no other name and reads no other question', async () => {
  const { person } = await anAsker()
  const { person: other } = await anAsker('Another Ali')
  const insert = (values: Record<string, string>) =>
    asPerson(person, ({ tx }) =>
      tx
        .insertInto('inquiry')
        .values({
          source: 'portal' as const,
          name: 'X',
          message: 'Y',
          email: person.email,
          investor_id: person.investorId,
          ...values,
        })
        .execute(),
    )
  for (const values of [
    { investor_id: other.investorId },
    { email: other.email },
    { source: 'contact' },
  ])
    await expect(insert(values)).rejects.toMatchObject({ code: '42501' })
  await asPerson(other, (investor) =>
    askQuestion(investor, { key: randomUUID(), investmentId: null, message: 'Mine' }),
  )
  const seen = await asPerson(person, ({ tx }) => tx.selectFrom('inquiry').select('id').execute())
  expect(seen).toEqual([])
})

test('PROOF-085 receipts and statements say how to reach the company', () => {
  const company = {
    ...readStoredCompany({}, 'hello@example.com'),
    ...{
      phone: '+254 20 000 0000',
      whatsapp: '254711000000',
      answerTime: 'within one working day',
    },
    hours: [{ days: 'Mon-Fri', open: '9:00-5:00' }],
  }
  const facts = { title: 'T', label: 'L', name: 'N', code: 'C', fingerprint: '', stamp: null }
  const frame = pdfFrame(company, { ...facts, issuedAt: clock.now() })
  const same = { ...company, whatsapp: '254200000000' }
  expect(pdfFrame(same, { ...facts, issuedAt: clock.now() }).issuer.contact.join()).toContain(
    'WhatsApp +254 20 000 0000,',
  )
  expect(frame.issuer.contact.join(' · ')).toContain(
    '+254 20 000 0000, WhatsApp +254 711 000000 · Mon-Fri 9:00-5:00. We answer within one working day',
  )
})
