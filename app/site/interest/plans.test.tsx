import { randomUUID } from 'node:crypto'
import { render } from 'react-email'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aMilestone } from '../../../tests/payment-plans.ts'
import { anAdmin, anOffer, aStaffMember, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { anAddress, cookiesOf } from '../../../tests/visits.ts'
import { inquiryLines } from '../../domain/inquiries/inquiries.server.ts'
import { interestCode } from '../../domain/inquiries/interest-code.server.ts'
import type { ComposedMail } from '../../domain/outbox/outbox.server.ts'
import { addTemplate } from '../../domain/payment-plans/change-templates.server.ts'
import type { TemplateLine } from '../../domain/payment-plans/plan-line.ts'
import { clock } from '../../platform/clock.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { composers } from '../../program/jobs.server.ts'
import { addMonths, formatDay } from '../../values/calendar-date.ts'
import { usd } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'

const admin = await anAdmin()
const support = await aStaffMember(['support'])

/** A published project with a template in halves, the second of which waits for its milestone. */
async function aPlannedRow(name = 'Harbour Row') {
  const offer = await anOffer({ target: usd('200,000'), minimum: usd('5,000') }, name)
  const milestoneId = await aMilestone(offer.projectId, 'Roof finished')
  const half = { label: null, amount: null, percent: basisPoints(5000) }
  const templateId = await aTemplate(offer.projectId, 'Halves', [
    { ...half, due: { kind: 'months', months: 1 } },
    { ...half, due: { kind: 'milestone', milestoneId, days: 14 } },
  ])
  return { ...offer, at: `/investment/${offer.slug}/interest`, templateId }
}
type Row = Awaited<ReturnType<typeof aPlannedRow>>

async function aTemplate(projectId: string, name: string, lines: TemplateLine[]) {
  const added = await as(admin, (actor) =>
    addTemplate(actor, projectId, { key: randomUUID(), name, lines }),
  )
  if ('refused' in added) throw new Error(added.refused)
  return added.templateId
}

const archive = (templateId: string) =>
  change('update app.plan_template set archived_at = now() where id = $1', [templateId])

async function detailsOf({ at }: Row, amount = '25,000') {
  const { html } = await ask(`${at}?amount=${amount}`)
  const [, terms = ''] = /name="terms" value="(\w+)"/.exec(html) ?? []
  return { address: `${at}?amount=${amount}&terms=${terms}&isRequest=on&isRisky=on`, terms }
}

async function send(row: Row, templateId: string, amount = '25,000', note = '') {
  const { address, terms } = await detailsOf(row, amount)
  const email = `${randomUUID()}@example.com`
  const form = { amount, terms, name: 'Hodan Ali', email, phone: '', note, templateId }
  const answer = await ask(address, { form, clientAddress: anAddress() })
  return { ...answer, email, interestId: answer.location?.split('/').at(-1) ?? '' }
}

async function anInquiry(row: Row, templateId: string) {
  const { interestId: inquiryId, email } = await send(row, templateId)
  const form = { code: interestCode(inquiryId, 1) }
  await ask(`${row.at}/${inquiryId}`, { form })
  return { inquiryId, email }
}

async function requestOf({ inquiryId, email }: { inquiryId: string; email: string }) {
  const form = { key: randomUUID(), fullName: 'Hodan Ali', email, phone: '' }
  const cookie = await cookiesOf(admin)
  await ask(`/admin-dashboard/inquiries/${inquiryId}/convert`, { form, cookie })
  const { rows } = await change<{ id: string; template_id: string | null }>(
    `select r.id, r.template_id from app.investment_request r join app.investor i on i.id = r.investor_id
     where i.email = $1`,
    [email],
  )
  return rows[0]
}

async function mailOf(
  template: 'interest-code' | 'acknowledgement' | 'inquiry',
  subjectId: string,
) {
  const mail = await workerCommand(
    (worker): Promise<ComposedMail> =>
      composers[template](worker, { template, userId: null, subjectId }),
  )
  if (!mail) throw new Error(`${template} was not composed`)
  return { ...mail, text: await render(mail.body, { plainText: true }) }
}

const officePage = async (address: string, person = admin) =>
  wordsOf((await ask(`/admin-dashboard/${address}`, { cookie: await cookiesOf(person) })).html)

const seenByGuest = (text: string, id: string) =>
  asSuperuser(async (client) => {
    await client.query('begin')
    await client.query('set local role msingi_guest')
    return (await client.query(text, [id])).rows
  })
const templatesSeen = (id: string) =>
  seenByGuest('select name from app.plan_template where id = $1', id)
const linesSeen = (id: string) =>
  seenByGuest('select position from app.plan_template_line where template_id = $1', id)

test('PLAN-142 a guest reads templates in use of published projects with their lines, and no others', async () => {
  const { projectId, templateId } = await aPlannedRow()
  expect(await templatesSeen(templateId)).toEqual([{ name: 'Halves' }])
  expect(await linesSeen(templateId)).toHaveLength(2)
  for (const [hide, show] of [
    ['app.project set published = false', 'app.project set published = true'],
    ['app.project set archived_at = now()', 'app.project set archived_at = null'],
    ['app.plan_template set archived_at = now()', 'app.plan_template set archived_at = null'],
  ]) {
    const id = hide?.startsWith('app.project') ? projectId : templateId
    await change(`update ${hide} where id = $1`, [id])
    expect(await templatesSeen(templateId)).toEqual([])
    expect(await linesSeen(templateId)).toEqual([])
    await change(`update ${show} where id = $1`, [id])
    expect(await linesSeen(templateId)).toHaveLength(2)
  }
  for (const text of [
    'select created_at from app.plan_template where id = $1',
    'select id from app.payment_plan where template_id = $1',
    `update app.plan_template set name = 'x' where id = $1`,
    'delete from app.plan_template_line where template_id = $1',
  ])
    await expect(seenByGuest(text, templateId)).rejects.toThrow('permission denied')
})

test('PLAN-143 a guest is offered the schedules that fit their amount, without script', async () => {
  const row = await aPlannedRow()
  const fixed = { label: 'All', percent: null, amount: usd('7,000') }
  await aTemplate(row.projectId, 'Of seven thousand', [
    { ...fixed, due: { kind: 'months', months: 0 } },
  ])
  const shown = wordsOf((await ask((await detailsOf(row)).address)).html)
  const day = formatDay(addMonths(clock.today(), 1))
  expect(shown).toContain('Payment plan Halves')
  expect(shown).toContain(`${day} $12,500`)
  expect(shown).toContain('14 days after “Roof finished” $12,500 Total $25,000')
  expect(shown).toContain('Agree the payments later')
  expect(shown).not.toContain('Of seven thousand')
  const seven = wordsOf((await ask((await detailsOf(row, '7,000')).address)).html)
  expect(seven).toContain('Of seven thousand')
  await archive(row.templateId)
  const without = wordsOf((await ask((await detailsOf(row)).address)).html)
  expect(without).not.toContain('Payment plan')
})

test('PLAN-144 the plan that a guest chose is in the inquiry, the email to the team and the request', async () => {
  const row = await aPlannedRow()
  const inquiry = await anInquiry(row, row.templateId)
  for (const reader of [admin, support])
    expect(await officePage(`inquiries/${inquiry.inquiryId}`, reader)).toMatch(
      /Payment plan Halves Terms/,
    )
  const [line] = await as(admin, (actor) => inquiryLines(actor, [inquiry.inquiryId]))
  expect(line).toMatchObject({ plan: 'Halves' })
  expect((await mailOf('inquiry', inquiry.inquiryId)).text).toMatch(/Payment plan:\s+Halves/)
  const request = await requestOf(inquiry)
  expect(request?.template_id).toBe(row.templateId)
  const approval = await officePage(`requests/${request?.id}/approve`)
  expect(approval).toContain('The investor chose it with the request.')
  const later = await requestOf(await anInquiry(row, ''))
  expect(later?.template_id).toBeNull()
})

test('PLAN-144 a plan that is no longer offered stays named, and the office reads that it is not', async () => {
  const row = await aPlannedRow()
  const inquiry = await anInquiry(row, row.templateId)
  await archive(row.templateId)
  expect(await officePage(`inquiries/${inquiry.inquiryId}`)).toMatch(
    /Payment plan Halves ?, no longer offered/,
  )
  expect((await requestOf(inquiry))?.template_id).toBe(row.templateId)
})

test('PLAN-145 a plan of another or unpublished project, a former one, or one that does not fit is refused next to it', async () => {
  const [row, other, hidden] = [await aPlannedRow(), await aPlannedRow(), await aPlannedRow()]
  await change('update app.project set published = false where id = $1', [hidden.projectId])
  const due = { kind: 'months', months: 0 } as const
  const unfit = await aTemplate(row.projectId, 'Of seven thousand', [
    { label: null, percent: null, amount: usd('7,000'), due },
  ])
  const former = await aTemplate(row.projectId, 'Former', [
    { label: null, percent: basisPoints(10_000), amount: null, due },
  ])
  await archive(former)
  for (const templateId of [other.templateId, hidden.templateId, unfit, former, randomUUID()]) {
    const { status, html } = await send(row, templateId)
    expect(status).toBe(422)
    const fieldset = wordsOf(/<fieldset.*?<\/fieldset>/s.exec(html)?.[0] ?? '')
    expect(fieldset).toContain('This payment plan is no longer offered. Choose another.')
    expect(html).toContain('value="Hodan Ali"')
  }
  const { status, html } = await send(row, 'nonsense')
  expect(status).toBe(422)
  expect(wordsOf(html)).toContain('Choose a payment plan of this project.')
  const { rows } = await change('select 1 from app.expression_of_interest where project_id = $1', [
    row.projectId,
  ])
  expect(rows).toEqual([])
})

test('PLAN-145 a refused plan is said where no plan is left, and what is sent again agrees the payments later', async () => {
  const row = await aPlannedRow()
  await archive(row.templateId)
  const { status, html } = await send(row, row.templateId)
  expect(status).toBe(422)
  expect(wordsOf(html)).toContain('This payment plan is no longer offered. Choose another.')
  expect(html).toMatch(
    /<input type="radio"[^>]*name="templateId"[^>]*checked=""[^>]*value=""|<input type="radio"[^>]*name="templateId"[^>]*value=""[^>]*checked=""/,
  )
})

test('PLAN-145 the inquiry of a guest has no other plan than their interest, in the database too', async () => {
  const row = await aPlannedRow()
  const { interestId } = await send(row, '')
  const insert = asSuperuser(async (client) => {
    await client.query('begin')
    await client.query(`select set_config('app.interest', $1, true)`, [interestId])
    await client.query('set local role msingi_guest')
    await client.query('update app.expression_of_interest set confirmed_at = now()')
    await client.query(
      `insert into app.inquiry (id, source, name, email, message, project_id, amount_cents, understood_at,
         email_confirmed_at, template_id)
       select id, 'interest', name, email, 'x', project_id, amount_cents, now(), confirmed_at, $1
       from app.expression_of_interest`,
      [row.templateId],
    )
  })
  await expect(insert).rejects.toThrow('row-level security')
})

test('PLAN-146 the emails to a guest name the project and the amount, and no text that was typed', async () => {
  const row = await aPlannedRow('Quay Lofts')
  const { interestId, email } = await send(row, row.templateId, '25,000', 'Buy watches')
  const code = await mailOf('interest-code', interestId)
  await ask(`${row.at}/${interestId}`, { form: { code: interestCode(interestId, 1) } })
  const received = await mailOf('acknowledgement', interestId)
  for (const { to, subject, text } of [code, received]) {
    expect(to).toBe(email)
    expect(text).toMatch(/Project:\s+Quay Lofts/)
    expect(text).toMatch(/Amount:\s+\$25,000/)
    expect(subject + text).not.toMatch(/Hodan|watches/)
  }
})

test('PLAN-146 the answer to a message names neither', async () => {
  const { projectId } = await aPlannedRow('Quay Lofts')
  const { rows } = await change<{ id: string }>(
    `insert into app.inquiry (source, name, email, message, project_id)
     values ('contact', 'Hodan', 'hodan@example.com', 'Hello', $1) returning id`,
    [projectId],
  )
  const { text } = await mailOf('acknowledgement', rows[0]?.id ?? '')
  expect(text).not.toMatch(/Quay Lofts|Amount/)
})
