import { describe, expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { aProject } from '../../../tests/people.ts'
import { anAddress } from '../../../tests/visits.ts'
import { clock, setClock } from '../../platform/clock.server.ts'
import { transact } from '../../platform/database/database.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { fillingPace, signFormStart } from './form-start.server.ts'
import { findInquiryProject } from './inquiry-project.server.ts'
import { type NewInquiry, receiveInquiry } from './receive-inquiry.server.ts'
import { sweepInquiries } from './sweep-inquiries.server.ts'

const look = async (query: string, ...values: unknown[]) =>
  (await asSuperuser((client) => client.query(query, values))).rows

let people = 0
/** A new person, with a form that was filled in calmly. */
function typed(changes: Partial<NewInquiry> = {}): NewInquiry {
  people += 1
  return {
    source: 'contact',
    name: 'Hodan Ali',
    email: `hodan.${people}@example.com`,
    phone: null,
    subject: null,
    message: 'Hello',
    project: null,
    website: '',
    startedAt: calmStart(),
    clientAddress: anAddress(),
    ...changes,
  }
}

/** The note of a form that was opened a minute ago. */
function calmStart(): string {
  const now = clock.now()
  setClock(() => new Date(now.getTime() - 60_000))
  const note = signFormStart()
  setClock(() => now)
  return note
}

const receive = (inquiry: NewInquiry) =>
  transact({ role: 'guest' }, (guest) => receiveInquiry(guest, inquiry))

async function received(inquiry: NewInquiry): Promise<string> {
  const answer = await receive(inquiry)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.inquiryId
}

const mailsOf = (inquiryId: string) =>
  look(
    'select template, user_id from app.outbox where subject_id = $1 order by template',
    inquiryId,
  )

test('DATA-018 an inquiry keeps name, email, phone and message, and from the landing page the subject', async () => {
  const message = '<script>alert(1)</script>\nوعليكم السلام 🏠'
  const id = await received(
    typed({ source: 'landing', subject: 'A "flat"', phone: '0700', message }),
  )
  expect(
    await look(
      'select source, name, phone, subject, message, status, suspected_spam from app.inquiry where id = $1',
      id,
    ),
  ).toEqual([
    {
      source: 'landing',
      name: 'Hodan Ali',
      phone: '0700',
      subject: 'A "flat"',
      message,
      status: 'new',
      suspected_spam: false,
    },
  ])
})

test('PUB-084 a project carried along stands in the subject; one that is not public is ignored', async () => {
  await aProject('Twin Towers Muthaiga')
  await aProject('Hidden House', { published: false })
  const slugs = await look(
    "select slug, name from app.project where name in ('Twin Towers Muthaiga', 'Hidden House')",
  )
  const slugOf = (name: string) => slugs.find((project) => project.name === name)?.slug
  const carried = (slug: string | null) =>
    transact({ role: 'guest' }, (guest) => findInquiryProject(guest, slug))
  const project = await carried(slugOf('Twin Towers Muthaiga'))
  expect(project).toMatchObject({ name: 'Twin Towers Muthaiga' })
  for (const slug of [slugOf('Hidden House'), 'nowhere', '', null])
    expect(await carried(slug)).toBeNull()
  const id = await received(typed({ project }))
  expect(await look('select subject, project_id from app.inquiry where id = $1', id)).toEqual([
    { subject: 'About: Twin Towers Muthaiga', project_id: project?.id },
  ])
})

test('a guest’s inquiry is audited as a guest’s, without a word of what was typed', async () => {
  const id = await received(typed({ message: 'a secret wish' }))
  const rows = await look(
    "select actor, actor_id, act, after from app.audit_log where subject = 'inquiry' and subject_id = $1",
    id,
  )
  expect(rows).toMatchObject([
    { actor: 'guest', actor_id: null, act: 'insert', after: { source: 'contact', status: 'new' } },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/secret|hodan/i)
})

describe('the mails', () => {
  test('MAIL-006 (W-47) go to the team and to the sender, and to no account', async () => {
    expect(await mailsOf(await received(typed()))).toEqual([
      { template: 'acknowledgement', user_id: null },
      { template: 'inquiry', user_id: null },
    ])
  })

  test('PUB-103 acknowledge an address once a day, also of two messages at the same time', async () => {
    const email = 'often@example.com'
    const ids = await Promise.all(
      ['One', 'Two', 'Three'].map((message) => received(typed({ email, message }))),
    )
    const mails = (await Promise.all(ids.map(mailsOf))).flat().map(({ template }) => template)
    expect(mails.filter((template) => template === 'inquiry')).toHaveLength(3)
    expect(mails.filter((template) => template === 'acknowledgement')).toHaveLength(1)
    const now = clock.now()
    setClock(() => new Date(now.getTime() + 24 * 3_600_000))
    expect(await mailsOf(await received(typed({ email })))).toHaveLength(2)
  })

  test('of an inquiry are refused by the table for any other template, and to accounts', async () => {
    const insert = (template: string) =>
      look('insert into app.outbox (template, subject_id) values ($1, app.new_id())', template)
    await expect(insert('receipt')).rejects.toThrow('to_an_account_or_about_something')
    await expect(look("insert into app.outbox (template) values ('inquiry')")).rejects.toThrow(
      'about_something',
    )
  })
})

test('PUB-104 the same words of the same sender on one day are one inquiry, also three times at the same time', async () => {
  const written = typed({ message: 'Did this arrive?' })
  const send = (changes: Partial<NewInquiry> = {}) =>
    received({ ...written, clientAddress: anAddress(), ...changes })
  const [first = '', ...others] = await Promise.all([send(), send(), send()])
  expect(others).toEqual([first, first])
  expect(await look('select from app.inquiry where email = $1', written.email)).toHaveLength(1)
  expect(await mailsOf(first)).toHaveLength(2)
  expect(await send({ message: 'Did that arrive?' })).not.toBe(first)
  // What was taken for a robot's, and comes again from a person, reaches the team.
  const quick = await send({ message: 'Now?', startedAt: signFormStart() })
  expect(await send({ message: 'Now?' })).not.toBe(quick)
  const now = clock.now()
  setClock(() => new Date(now.getTime() + 24 * 3_600_000))
  expect(await send()).not.toBe(first)
})

describe('suspected spam', () => {
  test('PUB-102 is stored with the reason and mailed to no one', async () => {
    const filled = await received(typed({ website: 'https://casino.example' }))
    const quick = await received(typed({ startedAt: signFormStart() }))
    const rows = await look(
      'select suspected_spam, suspicion from app.inquiry where id = any($1) order by suspicion',
      [filled, quick],
    )
    expect(rows).toEqual([
      { suspected_spam: true, suspicion: 'hidden-field' },
      { suspected_spam: true, suspicion: 'too-fast' },
    ])
    expect(await mailsOf(filled)).toEqual([])
    expect(await mailsOf(quick)).toEqual([])
  })

  test('takes no acknowledgement away from the address it used', async () => {
    const email = 'victim@example.com'
    await received(typed({ email, website: 'x' }))
    expect(await mailsOf(await received(typed({ email })))).toHaveLength(2)
  })
})

describe('the start time', () => {
  const paceAfter = (seconds: number, note: string) => {
    const now = clock.now()
    setClock(() => new Date(now.getTime() + seconds * 1000))
    const pace = fillingPace(note)
    setClock(() => now)
    return pace
  }

  test('tells who filled a form in calmly from who did in under three seconds', () => {
    setClock(() => new Date('2026-11-12T10:00:00Z'))
    const note = signFormStart()
    expect(paceAfter(2.9, note)).toBe('quickly')
    expect(paceAfter(3, note)).toBe('calmly')
    expect(paceAfter(24 * 3600, note)).toBe('calmly')
    expect(paceAfter(24 * 3600 + 1, note)).toBe('unknown')
  })

  test('is refused unless it is ours', () => {
    const [at = '', hash = ''] = signFormStart().split('.')
    for (const forged of [
      '',
      at,
      `${at}.`,
      `${Number(at) - 60_000}.${hash}`,
      `.${hash}`,
      `${at}.${hash}x`,
      'NaN.NaN',
    ]) {
      expect(paceAfter(60, forged)).toBe('unknown')
    }
  })
})

describe('thirty posts a minute', () => {
  test('PUB-101 are ten from one network, for everyone there and in every process, and the rest are told when to come back', async () => {
    const clientAddress = anAddress()
    setClock(() => new Date('2026-11-12T10:00:00Z'))
    const startedAt = calmStart()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => receive(typed({ clientAddress, startedAt }))),
    )
    const refused = answers.filter((answer) => 'refused' in answer)
    expect(refused).toHaveLength(20)
    expect(refused[0]).toEqual({ refused: 'too-many', retryAt: new Date('2026-11-12T11:00:00Z') })
    setClock(() => new Date('2026-11-12T10:59:59Z'))
    expect(await receive(typed({ clientAddress, startedAt }))).toMatchObject({
      refused: 'too-many',
    })
    setClock(() => new Date('2026-11-12T11:00:00Z'))
    expect(await receive(typed({ clientAddress, startedAt }))).toHaveProperty('inquiryId')
  })

  test('count five times without a start time, and the hour slides', async () => {
    const clientAddress = anAddress()
    const at = (time: string) => setClock(() => new Date(`2026-11-12T${time}:00Z`))
    const plain = () => receive(typed({ clientAddress, startedAt: '' }))
    at('10:00')
    expect(await plain()).toHaveProperty('inquiryId')
    at('10:20')
    expect(await plain()).toHaveProperty('inquiryId')
    at('10:30')
    expect(await plain()).toEqual({
      refused: 'too-many',
      retryAt: new Date('2026-11-12T11:00:00Z'),
    })
    at('11:00')
    expect(await plain()).toHaveProperty('inquiryId')
    expect(await plain()).toEqual({
      refused: 'too-many',
      retryAt: new Date('2026-11-12T11:20:00Z'),
    })
  })

  test('from one subscriber of IPv6 are one client, and leave only a hash', async () => {
    const from = (clientAddress: string) => receive(typed({ clientAddress, startedAt: '' }))
    expect(await from('2001:db8:1:2::1')).toHaveProperty('inquiryId')
    expect(await from('2001:db8:1:2:ffff::9')).toHaveProperty('inquiryId')
    expect(await from('2001:db8:1:2::77')).toMatchObject({ refused: 'too-many' })
    expect(await from('2001:db8:1:3::1')).toHaveProperty('inquiryId')
    expect(JSON.stringify(await look('select client_hash from app.inquiry_post'))).not.toContain(
      '2001',
    )
  })

  test('that are refused store nothing', async () => {
    const clientAddress = anAddress()
    await Promise.all([1, 2].map(() => receive(typed({ clientAddress, startedAt: '' }))))
    const email = 'eleventh@example.com'
    expect(await receive(typed({ clientAddress, startedAt: '', email }))).toMatchObject({
      refused: 'too-many',
    })
    expect(await look('select from app.inquiry where email = $1', email)).toEqual([])
  })
})

test('the nightly sweep forgets who wrote an hour ago and who was acknowledged on other days, and no inquiry', async () => {
  setClock(() => new Date('2026-11-12T10:00:00Z'))
  const id = await received(typed())
  setClock(() => new Date('2026-11-13T00:20:00Z'))
  await received(typed())
  await workerCommand(sweepInquiries)
  expect(
    await look('select from app.inquiry_post where posted_at < $1', '2026-11-12T23:20:00Z'),
  ).toEqual([])
  expect(
    await look(
      "select distinct acknowledged_on::text as day from app.inquiry_acknowledgement where acknowledged_on <= '2026-11-13'",
    ),
  ).toEqual([{ day: '2026-11-13' }])
  expect(await look('select from app.inquiry where id = $1', id)).toHaveLength(1)
})
