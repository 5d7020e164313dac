import { beforeEach, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aProject, as } from '../../../tests/people.ts'
import { addInvestor } from '../investors/add-investor.server.ts'
import { listInvestors } from '../investors/investors.server.ts'
import { inviteInvestor } from '../investors/invite-investor.server.ts'
import { checkImport, confirmImport, keepFile, readImport } from './imports.server.ts'

const admin = await anAdmin('Halima Office')

const keep = (content: string) =>
  as(admin, async (actor) => {
    const kept = await keepFile(actor, { list: 'investors', name: 'people.csv', content })
    if ('refused' in kept) throw new Error(kept.refused)
    return kept.importId
  })
const check = (content: string) => as(admin, (actor) => checkImport(actor, 'investors', content))
const confirm = async (content: string, fingerprint?: string) => {
  const importId = await keep(content)
  const looked = fingerprint ?? (await check(content)).fingerprint
  return as(admin, (actor) =>
    confirmImport(actor, { list: 'investors', importId, fingerprint: looked }),
  )
}
const investors = async (words: string) => {
  const { rows } = await change<{
    full_name: string
    email: string
    own_status: string
    user_id: string | null
  }>(
    'select full_name, email, own_status, user_id from app.investor where email like $1 order by email',
    [`%${words}`],
  )
  return rows
}
const problemsOf = async (content: string) =>
  (await check(content)).problems.map(({ row, column, says }) => `${row} ${column}: ${says}`)

let count = 0
let domain = ''
beforeEach(() => {
  count += 1
  domain = `@import${count}.example.com`
})

test('DATA-026 an import adds investors without accounts, mails and notifications, noted as one act and each as added', async () => {
  const before = await counts()
  const content = `Full name,Email,Phone,Status,Join date\nAda Noor,ADA${domain},'+254 711 000 000,Active,31/03/2025\nعبد الرحمن,abd${domain},,,`
  expect(await confirm(content)).toEqual({ added: 2, leftOut: 0 })
  expect(await investors(domain)).toEqual([
    { full_name: 'عبد الرحمن', email: `abd${domain}`, own_status: 'pending', user_id: null },
    { full_name: 'Ada Noor', email: `ada${domain}`, own_status: 'active', user_id: null },
  ])
  expect(await counts()).toEqual(before)
  const { rows } = await change<{ actor: string; actor_id: string; act: string; n: number }>(
    `select actor, actor_id, act, count(*)::int as n from app.audit_log
     where subject in ('investor', 'import_file') and actor = 'import' and at = (select max(at) from app.audit_log)
     group by 1, 2, 3 order by 3`,
  )
  expect(rows).toEqual([
    { actor: 'import', actor_id: admin.userId, act: 'import', n: 1 },
    { actor: 'import', actor_id: admin.userId, act: 'insert', n: 2 },
  ])
})

const counts = async () =>
  (
    await change(`select (select count(*) from auth."user") as accounts, (select count(*) from app.outbox) as mails,
      (select count(*) from app.notification_recipient) as messages`)
  ).rows

test('DATA-027 every problem is found by row and column before anything is written, and then nothing is', async () => {
  const content = [
    'Full name;Email;Status;Join date;Phone',
    `Ada;first${domain};;;`,
    ';second(at)x;waiting;31/02/2025;12',
    `Again;FIRST${domain};;;`,
    `Late;late${domain};;2199-01-01;`,
    `Admin;${admin.email};;;`,
    `${'n'.repeat(201)};long${domain};;;`,
    `;${admin.email};;2199-01-01;`,
    `;First${domain};;;`,
  ].join('\n')
  expect(await problemsOf(content)).toEqual([
    '3 Full name: A name is required.',
    '3 Email: This is not an email address.',
    '3 Phone: Enter a phone number, like +254 711 000 000',
    '3 Status: Not an investor status.',
    '3 Join date: This date does not exist.',
    '4 Email: The same email is in row 2.',
    '5 Join date: The join date cannot be in the future.',
    '6 Email: This is the email of Halima Office, who has an account but is not an investor.',
    '7 Full name: Please keep this to 200 characters.',
    '8 Full name: A name is required.',
    '8 Email: The same email is in row 6.',
    '8 Join date: The join date cannot be in the future.',
    '9 Full name: A name is required.',
    '9 Email: The same email is in row 2.',
  ])
  expect(await confirm(content)).toEqual({ refused: 'has-problems' })
  expect(await investors(domain)).toEqual([])
})

test('DATA-028 who is there already is left out, also when they have an account or are archived', async () => {
  const known = await anInvestor('Known Person')
  const old = await anInvestor('Old Person')
  await change('update app.investor set archived_at = now() where id = $1', [old.investorId])
  const content = `Full name,Email\nKnown,${known.email}\nOld,${old.email}\nNew,new${domain}`
  const { ready, here } = await check(content)
  expect(ready.map(({ row }) => row)).toEqual([4])
  expect(here.map(({ about }) => about)).toEqual([
    `${known.email} is the email of Known Person`,
    `${old.email} is the email of Old Person, archived`,
  ])
  expect(await confirm(content)).toEqual({ added: 1, leftOut: 2 })
  expect(await confirmAll(`Full name,Email\nKnown,${known.email}`)).toEqual({
    refused: 'nothing-ready',
  })
})

const confirmAll = (content: string) => confirm(content)

test('DATA-029 confirming twice, or at the same time in two tabs, imports once; the same file is refused for ever', async () => {
  const content = `Email,Full name\nonce${domain},Once`
  const importId = await keep(content)
  const { fingerprint } = await check(content)
  const send = () =>
    as(admin, (actor) => confirmImport(actor, { list: 'investors', importId, fingerprint }))
  expect(await Promise.all([send(), send()])).toEqual([
    { added: 1, leftOut: 0 },
    { added: 1, leftOut: 0 },
  ])
  expect(await investors(domain)).toHaveLength(1)
  const again = await as(admin, (actor) =>
    keepFile(actor, { list: 'investors', name: 'other.csv', content }),
  )
  expect(again).toMatchObject({ refused: 'imported', added: 1 })
  const refused = asSuperuser((client) =>
    client.query('delete from app.import_file where id = $1', [importId]),
  )
  await expect(refused).rejects.toThrow('append-only')
})

test('DATA-029 what moved since it was looked at is refused and shown again', async () => {
  const content = `Full name,Email\nMoved,moved${domain}\nOther,other${domain}`
  const { fingerprint } = await check(content)
  await as(admin, (actor) =>
    addInvestor(actor, {
      key: crypto.randomUUID(),
      fullName: 'Quicker',
      email: `moved${domain}`,
      phone: null,
      linkedEmail: null,
    }),
  )
  expect(await confirm(content, fingerprint)).toEqual({ refused: 'moved' })
  expect(await investors(domain)).toHaveLength(1)
  expect(await confirm(content)).toEqual({ added: 1, leftOut: 1 })
})

test('DATA-026 an imported investor is listed without an account, with a separate status', async () => {
  await confirm(`Full name,Email,Status\nListed Person,listed${domain},inactive`)
  const { investors: shown } = await as(admin, (actor) =>
    listInvestors(actor, { q: `listed${domain}`, status: 'inactive', order: 'name', page: 1 }),
  )
  expect(shown).toMatchObject([
    { fullName: 'Listed Person', signIn: 'no-auth-account', userId: null },
  ])
})

test.each([
  [
    'no head of ours',
    'Ada,ada@example.com\nBen,ben@example.com',
    'The columns Full name and Email are missing.',
  ],
  [
    'a column that nobody knows',
    'Full name,Email,Shoe size\nA,a@b.c,7',
    'This list has no such column Shoe size',
  ],
  ['a column twice', 'Full name,Email,email\nA,a@b.c,', 'The column email appears twice.'],
  ['a head alone', 'Full name,Email', 'There are no rows below the headings.'],
  [
    'more cells than the head',
    'Full name,Email\nNoor, Ada,a@b.c',
    'Row 2 has more cells than the heading row, which has 2. Put quotes around',
  ],
  [
    'more cells than the head in several rows',
    'Full name,Email\nNoor, Ada,a@b.c\nAda,a@b.d\nWarsame, Ben,b@b.c\nAbdi, Ciise,c@b.c',
    'Rows 2, 4 and 5 have more cells than the heading row, which has 2. Put quotes around a cell that holds a comma.',
  ],
])('DATA-030 a file with %s is refused with words', async (_, content, sentence) => {
  const read = await readImport('investors', content)
  expect(read.ok ? '' : read.message).toContain(sentence)
})

test('DATA-030 more rows than are read together are refused', async () => {
  const read = await readImport(
    'investors',
    `Full name,Email\n${'A,a@example.com\n'.repeat(100_001)}`,
  )
  expect(read.ok ? '' : read.message).toBe('At most 100,000 rows at a time; this file has 100,001.')
})

test('DATA-026 an import says that lists changed, and nothing about whom', async () => {
  await aProject()
  await confirm(`Full name,Email\nQuiet,quiet${domain}`)
  const { rows } = await change<{ payload: object }>(
    "select payload from app.event where kind = 'import.confirmed'",
  )
  expect(Object.keys(rows.at(-1)?.payload ?? {})).toEqual(['importId'])
})

test('DATA-032 who was imported is invited later: an account is opened, once, and the invitation mailed', async () => {
  await confirm(`Full name,Email\nLater Guest,later${domain}`)
  const { rows } = await change('select id from app.investor where email = $1', [`later${domain}`])
  const [investorId = '', key] = [rows[0]?.id, crypto.randomUUID()]
  const invite = (requestKey = key) =>
    as(admin, (actor) => inviteInvestor(actor, { key: requestKey, investorId }))
  expect(await Promise.all([invite(), invite()])).toEqual([{ invited: true }, { invited: true }])
  const { rows: mails } = await change(
    `select account.status as id from app.outbox join auth."user" account on account.id = user_id
     join app.investor on investor.user_id = account.id where template = 'invitation' and investor.id = $1`,
    [investorId],
  )
  expect(mails).toEqual([{ id: 'pending' }])
  expect(await invite(crypto.randomUUID())).toEqual({ refused: 'not-pending' })
})

test('DATA-030 what parts the cells is named when it is none of ours', async () => {
  for (const by of ['|', ':']) {
    expect(await readImport('investors', `Full name${by}Email\nAda${by}a@example.com`)).toEqual({
      ok: false,
      message: `The cells are separated by ${by}: save it with commas, semicolons or tabs.`,
    })
  }
})

test('DATA-027 a head in the middle is one problem, and a line break in a name is called one', async () => {
  const content = `Full name,Email,Phone\nAda,ada${domain},\nFULL_NAME,Email,Phone\n"Two\nLines",two${domain},`
  const { problems, ready } = await check(content)
  expect(problems).toEqual([
    {
      row: 3,
      column: 'Full name',
      found: 'FULL_NAME',
      fix: 'Remove this row.',
      says: 'The heading row appears here again.',
    },
    expect.objectContaining({
      row: 4,
      column: 'Full name',
      fix: 'There is a line break in this cell.',
    }),
  ])
  expect(ready).toHaveLength(1)
})
