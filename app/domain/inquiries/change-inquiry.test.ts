import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../tests/people.ts'
import { inquiryHistory } from '../audit/inquiry-history.server.ts'
import { addInquiryNote, changeInquiry } from './change-inquiry.server.ts'
import { convertInquiry, linkInquiry } from './convert-inquiry.server.ts'
import { countNewInquiries, findInquiry, listInquiries, notesOf } from './inquiries.server.ts'
import type { InquiryAct } from './inquiry-acts-schema.ts'

const admin = await anAdmin('Amina Yusuf')

let people = 0
/** An inquiry of a new person with this name. */
async function anInquiry(name = 'Hodan Ali', facts: Record<string, string | boolean | null> = {}) {
  people += 1
  const row = {
    source: 'contact',
    name,
    email: `visitor.${people}@example.com`,
    message: 'Hello',
    ...facts,
  }
  const names = Object.keys(row)
  const { rows } = await change(
    `insert into app.inquiry (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return { id: rows[0]?.id ?? '', email: row.email }
}

const find = async (id: string) =>
  (await as(admin, (actor) => findInquiry(actor, id))) ?? expect.unreachable('gone')
const list = (
  q: string,
  status: 'new' | 'closed' | 'spam' | null = null,
  page = 1,
  oldestFirst = false,
) => as(admin, (actor) => listInquiries(actor, { q, status, oldestFirst, page }))
const turn = (id: string, act: InquiryAct, version = 1) =>
  as(admin, (actor) => changeInquiry(actor, id, { act, version }))

function facts(email: string, changes: { key?: string; linkedEmail?: string | null } = {}) {
  return {
    key: randomUUID(),
    fullName: 'Hodan Ali',
    email,
    phone: '+254 711 000 000',
    linkedEmail: null,
    ...changes,
  }
}

describe('the list of inquiries', () => {
  test('finds by name, email, subject and message, and counts what is suspected to be spam apart', async () => {
    await anInquiry('Qamar One', { message: 'I ask about shops' })
    await anInquiry('Qamar Two', { subject: 'A flat', source: 'landing', status: 'closed' })
    await anInquiry('Qamar Three', { suspected_spam: true, suspicion: 'too-fast' })
    expect((await list('qamar')).counts).toEqual({
      new: 1,
      contacted: 0,
      converted: 0,
      closed: 1,
      spam: 1,
    })
    expect((await list('qamar')).inquiries.map(({ name }) => name)).toEqual([
      'Qamar Two',
      'Qamar One',
    ])
    expect((await list('qamar', 'spam')).inquiries.map(({ name }) => name)).toEqual(['Qamar Three'])
    expect((await list('about shops')).inquiries.map(({ about }) => about)).toEqual([
      'I ask about shops',
    ])
    expect((await list('a flat', 'closed')).total).toBe(1)
    expect((await list('a flat', 'new')).total).toBe(0)
    expect((await list('qamar', null, 1, true)).inquiries.map(({ name }) => name)).toEqual([
      'Qamar One',
      'Qamar Two',
    ])
  })

  test('gives a page of 25, and the last page when a later one is asked for', async () => {
    for (let nth = 0; nth < 26; nth += 1) await anInquiry('Zubeda Many')
    expect((await list('zubeda many')).inquiries).toHaveLength(25)
    expect(await list('zubeda many', null, 9)).toMatchObject({
      total: 26,
      page: 2,
      inquiries: [{}],
    })
  })

  test('tells how many no one has looked after, spam aside', async () => {
    const before = await as(admin, countNewInquiries)
    const { id } = await anInquiry()
    await anInquiry('A robot', { suspected_spam: true, suspicion: 'hidden-field' })
    expect(await as(admin, countNewInquiries)).toBe(before + 1)
    await turn(id, 'contacted')
    expect(await as(admin, countNewInquiries)).toBe(before)
  })
})

describe('the standing of an inquiry', () => {
  test('is changed, with who did it in its history, oldest first', async () => {
    const { id } = await anInquiry()
    expect(await turn(id, 'contacted')).toEqual({ changed: true })
    expect(await turn(id, 'closed', 2)).toEqual({ changed: true })
    expect(await find(id)).toMatchObject({ status: 'closed', version: 3 })
    expect(await as(admin, (actor) => inquiryHistory(actor, id))).toMatchObject([
      { by: 'Amina Yusuf', status: 'contacted', isSpam: null },
      { by: 'Amina Yusuf', status: 'closed', isSpam: null },
    ])
  })

  test('is refused to who looked at an older version, and the same twice is done once', async () => {
    const { id } = await anInquiry()
    await turn(id, 'contacted')
    expect(await turn(id, 'closed')).toEqual({ refused: 'version-conflict' })
    expect(await turn(id, 'contacted')).toEqual({ changed: true })
    expect(await find(id)).toMatchObject({ status: 'contacted', version: 2 })
    expect(await turn(randomUUID(), 'closed')).toEqual({ refused: 'not-found' })
  })

  test('is spam when an administrator says so, and no longer when they say so; why it was suspected stays', async () => {
    const { id } = await anInquiry()
    await turn(id, 'spam')
    expect(await find(id)).toMatchObject({ isSpam: true, suspicion: 'admin', status: 'new' })
    await turn(id, 'not-spam', 2)
    expect(await find(id)).toMatchObject({ isSpam: false, suspicion: 'admin' })
    const caught = await anInquiry('A robot', { suspected_spam: true, suspicion: 'hidden-field' })
    await turn(caught.id, 'not-spam')
    expect(await find(caught.id)).toMatchObject({ isSpam: false, suspicion: 'hidden-field' })
  })
})

describe('a note', () => {
  const note = (id: string, body: string, key = randomUUID()) =>
    as(admin, (actor) => addInquiryNote(actor, id, { key, body }))

  test('is kept with who wrote it, once for each form, and no one changes it', async () => {
    const { id } = await anInquiry()
    const key = randomUUID()
    expect(await note(id, 'Called her back', key)).toEqual(await note(id, 'Called her back', key))
    expect(await note(id, 'Something else', key)).toEqual({ refused: 'key-reused' })
    await note(id, 'She asks for papers')
    expect(await as(admin, (actor) => notesOf(actor, id))).toMatchObject([
      { body: 'Called her back', writtenBy: 'Amina Yusuf' },
      { body: 'She asks for papers', writtenBy: 'Amina Yusuf' },
    ])
    for (const act of ["update app.inquiry_note set body = 'x'", 'delete from app.inquiry_note']) {
      await expect(asSuperuser((client) => client.query(act))).rejects.toThrow('append-only')
    }
    expect(await note(randomUUID(), 'For nobody')).toEqual({ refused: 'not-found' })
  })
})

describe('an inquiry that becomes an investor', () => {
  const convert = (id: string, input: ReturnType<typeof facts>) =>
    as(admin, (actor) => convertInquiry(actor, id, input))

  test('adds the investor with their invitation and is converted to them, once', async () => {
    const { id, email } = await anInquiry()
    const input = facts(email)
    const added = await convert(id, input)
    expect(added).toMatchObject({ invited: true })
    expect(await convert(id, input)).toEqual(added)
    const { status, investor } = await find(id)
    expect({ status, investorId: investor?.id }).toEqual({
      status: 'converted',
      investorId: 'investorId' in added ? added.investorId : null,
    })
    expect(await convert(id, facts('somebody.else@example.com'))).toEqual({ refused: 'converted' })
    expect(await turn(id, 'closed', 2)).toEqual({ refused: 'converted' })
  })

  test('of two at the same time only one is added', async () => {
    const { id } = await anInquiry()
    const answers = await Promise.all(
      ['one', 'two'].map((who) => convert(id, facts(`${who}.${id}@example.com`))),
    )
    expect(answers.filter((answer) => 'investorId' in answer)).toHaveLength(1)
    expect(answers).toContainEqual({ refused: 'converted' })
    expect(
      (await change('select from app.investor where email like $1', [`%${id}@example.com`]))
        .rowCount,
    ).toBe(1)
  })

  test('stays as it is when the investor cannot be added, or when it is held to be spam', async () => {
    const { email } = await anInvestor()
    const { id } = await anInquiry('Hodan Ali', { email })
    expect(await convert(id, facts(email))).toEqual({ refused: 'email-in-use' })
    expect(await find(id)).toMatchObject({ status: 'new', investor: null, version: 1 })
    const spam = await anInquiry('A robot', { suspected_spam: true, suspicion: 'too-fast' })
    expect(await convert(spam.id, facts(spam.email))).toEqual({ refused: 'spam' })
    expect((await change('select from app.investor where email = $1', [spam.email])).rowCount).toBe(
      0,
    )
  })

  test('is linked to an investor who is there already, but to no archived one', async () => {
    const { email, investorId } = await anInvestor('Jama Warsame')
    const { id } = await anInquiry('Jama W', { email })
    expect(await find(id)).toMatchObject({
      sameEmail: { id: investorId, name: 'Jama Warsame', isArchived: false },
    })
    const link = (to: string) => as(admin, (actor) => linkInquiry(actor, id, to))
    expect(await link(randomUUID())).toEqual({ refused: 'investor-unknown' })
    const gone = await anInvestor()
    await change('update app.investor set archived_at = now() where id = $1', [gone.investorId])
    const { id: late } = await anInquiry('Gone', { email: gone.email })
    expect(await find(late)).toMatchObject({
      sameEmail: { id: gone.investorId, isArchived: true },
    })
    expect(await link(gone.investorId)).toEqual({ refused: 'investor-unknown' })
    expect(await link(investorId)).toEqual({ investorId, request: null })
    expect(await find(id)).toMatchObject({ status: 'converted', investor: { id: investorId } })
    expect(await link(investorId)).toEqual({ refused: 'converted' })
  })

  test('the database keeps an investor away from an inquiry that is not converted, or is spam', async () => {
    const { investorId } = await anInvestor()
    const { id } = await anInquiry()
    const put = (set: string) =>
      change(`update app.inquiry set investor_id = $2, ${set} where id = $1`, [id, investorId])
    await expect(put("status = 'closed'")).rejects.toThrow('converted_with_its_investor')
    await expect(
      put("status = 'converted', suspected_spam = true, suspicion = 'admin'"),
    ).rejects.toThrow('converted_with_its_investor')
  })
})
