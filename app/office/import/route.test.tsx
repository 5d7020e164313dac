import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { loader as download } from './downloads/route.ts'
import { action } from './file/route.tsx'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const home = '/admin-dashboard/import'

/** Submits a file or pasted lines; returns the redirect or the messages. */
async function choose(list: string, sent: { file?: File; lines?: string }, search = '') {
  const body = formOf({ file: sent.file ?? new File([], ''), lines: sent.lines ?? '' })
  const args = requestBy(admin, `${home}/${list}${search}`, {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit)
  const answer = await action({ ...args, params: { list } } as unknown as Parameters<
    typeof action
  >[0])
  if (answer instanceof Response) return { to: answer.headers.get('location') ?? '', errors: {} }
  return { to: '', errors: answer.data.reply.errors }
}

const look = async (path: string) => wordsOf((await ask(path, { cookie })).html)
const fingerprintIn = (html: string) => /name="fingerprint" value="(\w+)"/.exec(html)?.[1] ?? ''

test('DATA-026 a file is chosen, looked at and confirmed, and stands among what was imported', async () => {
  const { to } = await choose('investors', {
    file: new File(
      ['\uFEFFEmail;Full name;Archived\r\nwalked@example.com;Walked In;no\r\n'],
      'november.csv',
    ),
  })
  expect(await look(to)).toMatch(
    /november\.csv.*1 row.*Not read: Archived\..*Walked In.*walked@example\.com, Pending.*Nothing has been imported yet/,
  )
  const { html } = await ask(to, { cookie })
  expect(html).toContain('Import 1 row')
  const done = await ask(to, { cookie, form: { fingerprint: fingerprintIn(html) } })
  expect(done).toMatchObject({ status: 303, location: '/admin-dashboard/investors' })
  expect(decodeURIComponent(done.given.join())).toContain('1 investor imported')
  expect(await look(home)).toMatch(/november\.csv 1 investor/)
  expect(await look(to)).toMatch(/november\.csv was imported .* 1 investor added/)
  expect((await ask(to, { cookie })).html).not.toContain('name="fingerprint"')
  expect(await look('/admin-dashboard/audit?act=import')).toMatch(
    /by an import.*Imported investors/,
  )
})

test('DATA-027 problems stand by row and column, as a file too, and no button imports the rest', async () => {
  const { to } = await choose('investors', {
    lines: 'Full name,Email\nFine,fine@example.com\nAda,=ada',
  })
  expect(await look(to)).toMatch(/Problems 1.*Row 3 Email =ada This is not an email address\./)
  expect((await ask(to, { cookie })).html).not.toMatch(/Import \d+ row/)
  expect(await look(`${to}?show=ready`)).toMatch(/Row 2 Fine fine@example\.com/)
  const importId = to.split('/').at(-1) ?? ''
  const args = { ...requestBy(admin, `${to}/problems`), params: { list: 'investors', importId } }
  const file = await download(args as unknown as Parameters<typeof download>[0])
  expect(file.headers.get('Content-Disposition')).toContain('investors-problems.csv')
  expect(await file.text()).toContain(`3,Email,"'=ada",This is not an email address.`)
})

test('DATA-029 what changed since it was looked at is said, and nothing is imported', async () => {
  const { to } = await choose('investors', { lines: 'Full name,Email\nAda,stale@example.com' })
  const answer = await ask(to, { cookie, form: { fingerprint: '0'.repeat(64) } })
  expect(answer.status).toBe(422)
  expect(wordsOf(answer.html)).toContain(
    'something changed since this was checked. Check it again.',
  )
  expect(
    (await change("select id from app.investor where email = 'stale@example.com'")).rows,
  ).toEqual([])
})

test('DATA-030 what is no list is refused next to its field', async () => {
  const binary = new File(['\0PK'], 'list.xlsx')
  expect((await choose('investors', { file: binary })).errors.file).toContain(
    'This file is neither text nor a workbook. Save it as CSV UTF-8',
  )
  expect((await choose('investors', { file: new File([' \n'], 'e.csv') })).errors.file).toBe(
    'This file is empty.',
  )
  expect((await choose('investors', {})).errors.file).toBe(
    'Choose a file, or paste its lines below.',
  )
  expect((await choose('investors', { lines: 'Name' })).errors.lines).toContain(
    'The column Email is missing.',
  )
  const long = await choose('investors', { lines: `Full name,Email\n${'x'.repeat(250_000)}` })
  expect(long.errors.lines).toContain('Save it as a file')
})

test('DATA-029 a file that was imported is refused next to its field, whatever its name', async () => {
  const lines = 'Full name,Email\nAda,again@example.com'
  const { to } = await choose('investors', { lines })
  await ask(to, { cookie, form: { fingerprint: fingerprintIn((await ask(to, { cookie })).html) } })
  const again = await choose('investors', { file: new File([`\uFEFF${lines}`], 'other.csv') })
  expect(again.errors.file).toMatch(/^This was imported on .*Nothing is imported twice\.$/)
})

test('DATA-026 each list has a template that reads without a problem, and no other word is a list', async () => {
  const args = { ...requestBy(admin, `${home}/investors/template`), params: { list: 'investors' } }
  const file = await download(args as unknown as Parameters<typeof download>[0])
  const { to } = await choose('investors', { file: new File([await file.text()], 'template.csv') })
  expect(await look(to)).toMatch(/Ready 1 New investors/)
  for (const path of ['nobody', 'investors/nonsense', `investors/${crypto.randomUUID()}`]) {
    expect((await ask(`${home}/${path}`, { cookie })).status).toBe(404)
  }
  const stranger = await cookiesOf(await anInvestor())
  expect((await ask(to, { cookie: stranger, form: { fingerprint: '' } })).status).toBe(404)
})

test('DATA-026 counts of rows have commas between thousands, before the import and after', async () => {
  const lines = Array.from({ length: 1001 }, (_, place) => `Many,many${place}@example.com`)
  const { to } = await choose('investors', { lines: ['Full name,Email', ...lines].join('\n') })
  expect(await look(to)).toMatch(
    /1,001 rows,.*Rows read 1,001.*Ready 1,001.*of 1,001\. .*Import 1,001 rows/,
  )
  await ask(to, { cookie, form: { fingerprint: fingerprintIn((await ask(to, { cookie })).html) } })
  expect(await look(to)).toContain('1,001 investors added')
})

test('DATA-264 the page asks for the order of days, keeps the answer in its links, and imports in that order', async () => {
  const { to } = await choose('investors', {
    lines:
      'Full name,Email,Join date\nOne,one@days.example,06/07/2026\nTwo,two@days.example,08/09/2026',
  })
  const page = await ask(to, { cookie })
  expect(wordsOf(page.html)).toMatch(
    /Are the dates in this file written day first or month first\? Row 2 has 06\/07\/2026\. .* Day first: 6 Jul 2026 Month first: 7 Jun 2026/,
  )
  expect(page.html).not.toMatch(/Import \d+ row/)
  const chosen = await ask(`${to}?days=month-first`, { cookie })
  expect(wordsOf(chosen.html)).toMatch(
    /Dates are read month first\. Day first: 6 Jul 2026.*joined 7 Jun 2026/,
  )
  expect(chosen.html).toContain('?days=month-first&amp;show=here')
  expect(chosen.html).toContain(`action="${to}?days=month-first"`)
  const form = { fingerprint: fingerprintIn(chosen.html) }
  expect((await ask(to, { cookie, form })).status).toBe(422)
  expect(await ask(`${to}?days=month-first`, { cookie, form })).toMatchObject({ status: 303 })
  const { rows } = await change(
    "select joined_on::text as id from app.investor where email like '%@days.example' order by email",
  )
  expect(rows.map(({ id }) => id)).toEqual(['2026-06-07', '2026-08-09'])
})

async function downloaded(path: string) {
  const [, list = '', importId] = /import\/(\w+)\/([\w-]+)\//.exec(path) ?? []
  const args = { ...requestBy(admin, path), params: { list, importId } }
  return (await download(args as unknown as Parameters<typeof download>[0])).text()
}

test('MIN-340 a file in another encoding is read, and the page says in which', async () => {
  const bytes = new Uint8Array(Buffer.from('Full name,Email\nJosé,jose@latin.example', 'latin1'))
  const { to } = await choose('investors', { file: new File([bytes], 'latin.csv') })
  expect(await look(to)).toMatch(/Read as Windows-1252 \(Western European\)\. .*Row 2 José/)
})

test('MIN-342 headings that are not known are chosen; problems and the next file keep the choice', async () => {
  const lines = 'Investisseur,Courriel,Shoe size\nAda,ada@mapped.example,7\nBen,ben(at)mapped,8'
  const { to } = await choose('investors', { lines })
  const page = await ask(to, { cookie })
  expect(wordsOf(page.html)).toMatch(
    /The columns Full name and Email are missing\. This list has no such columns Investisseur, Courriel and Shoe size\..*Courriel .*ada@mapped\.example/,
  )
  expect(page.html).not.toContain('name="fingerprint"')
  const twice = await look(`${to}?as:Investisseur=email&as:Courriel=email&as:Shoe+size=-`)
  expect(twice).toContain('The column Courriel appears twice.')
  const search = '?as%3AInvestisseur=fullName&as%3ACourriel=email&as%3AShoe+size=-'
  const chosen = await ask(`${to}${search}`, { cookie })
  expect(wordsOf(chosen.html)).toMatch(
    /Not read: Shoe size\. .*Ready 1 .*Row 3 Email ben\(at\)mapped This is not an email address\./,
  )
  expect(chosen.html).toContain(`href="${home}/investors${search.replaceAll('&', '&amp;')}"`)
  const next = await choose(
    'investors',
    { lines: lines.replace('(at)mapped', '@mapped.example') },
    search,
  )
  expect(next.to).toContain(search)
  const fixed = await ask(next.to, { cookie })
  const form = { fingerprint: fingerprintIn(fixed.html) }
  expect(await ask(next.to, { cookie, form })).toMatchObject({ status: 303 })
  expect(await investorsOf('mapped.example')).toEqual(['Ada', 'Ben'])
})

const investorsOf = async (domain: string) =>
  (
    await change('select full_name as id from app.investor where email like $1 order by 1', [
      `%@${domain}`,
    ])
  ).rows.map(({ id }) => id)

test('MIN-343 rows with problems are left out when that is chosen: counted, and offered as a file with the reasons', async () => {
  const lines =
    'Full name,Email,Archived\nFine,fine@partly.example,no\n=Bad,bad(at)partly,no\nFine Again,fine@partly.example,no'
  const { to } = await choose('investors', { lines })
  const page = await ask(to, { cookie })
  expect(wordsOf(page.html)).toMatch(/With a problem 2 Fix or leave out.*Leave out 2 rows/)
  const form = { fingerprint: fingerprintIn(page.html) }
  expect((await ask(to, { cookie, form })).status).toBe(422)
  expect(await investorsOf('partly.example')).toEqual([])
  const file = await downloaded(`${to}/left-out`)
  expect(file.split('\r\n').slice(0, 3)).toEqual([
    'Full name,Email,Archived,Original row,Problems',
    `"'=Bad",bad(at)partly,no,3,Email: This is not an email address.`,
    'Fine Again,fine@partly.example,no,4,Email: The same email is in row 2.',
  ])
  const chosen = await ask(`${to}?problems=left-out`, { cookie })
  expect(wordsOf(chosen.html)).toContain('Import 1 row, leave out 2')
  const done = await ask(`${to}?problems=left-out`, { cookie, form })
  expect(decodeURIComponent(done.given.join())).toMatch(/1 investor imported.*2 rows left out/)
  expect(await investorsOf('partly.example')).toEqual(['Fine'])
  expect(await look(to)).toMatch(/1 investor added, 2 left out/)
  const fixed = file.replace('bad(at)partly', 'bad@partly.example')
  const again = await choose('investors', { lines: fixed })
  expect(await look(`${again.to}?show=ready`)).toMatch(
    /Not read: Archived, Original row, Problems\. .*Row 2 =Bad bad@partly\.example/,
  )
})

test('MIN-344 what would be added is totalled before it is confirmed: rows, and money where there is some', async () => {
  const { to } = await choose('projects', {
    lines:
      'Name,Location,Status,Total value (USD)\nTotal One,Nairobi,Planned,"1,000.50"\nTotal Two,Nairobi,Planned,2000\nBroken,,Planned,5',
  })
  expect(await look(to)).toContain('leave their rows out')
  expect(await look(`${to}?problems=left-out`)).toMatch(
    /Nothing has been imported yet\. 2 projects, \$3,000\.50 in total\./,
  )
})
