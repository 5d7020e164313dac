import { expect, test } from 'vitest'
import { asSuperuser, change } from '../database.ts'
import { aDocument, anInvestor, aProject } from '../people.ts'

const invisible = [
  '',
  ' ',
  '\u200b',
  '\u2800\u2800',
  '\u3164',
  '\u00ad\u2060',
  '\u200e \u200f',
  '\ufeff\u00a0\u2003',
]

test.each([
  ['app.investor', 'full_name'],
  ['auth."user"', 'name'],
  ['app.project', 'name'],
  ['app.document', 'title'],
  ['app.notification', 'title'],
  ['app.inquiry', 'name'],
])('DATA-309 the database refuses %s.%s with nothing to see in it', async (table, column) => {
  await anInvestor('Hodan Abdi')
  await aDocument({
    title: 'Yearly survey',
    type: 'report',
    projectId: await aProject('Villa Park'),
  })
  await change(
    `insert into app.inquiry (source, name, email, message) values ('contact', 'Zeynab', 'z@example.com', 'Hello')`,
  )
  await change(
    `insert into app.notification (title, message, notification_type, audience) values ('News', 'Hello', 'general', 'all')`,
  )
  for (const text of invisible) {
    const renamed = change(`update ${table} set ${column} = $1`, [text])
    await expect(renamed, JSON.stringify(text)).rejects.toMatchObject({ code: '23514' })
  }
})

test('DATA-309 a row that was stored with such a name before can still be changed', async () => {
  const { investorId } = await anInvestor('Hodan Abdi')
  const toggle = (how: string) =>
    asSuperuser((client) =>
      client.query(`alter table app.investor ${how} trigger refuse_invisible`),
    )
  await toggle('disable')
  await change(`update app.investor set full_name = '\u200b' where id = $1`, [investorId])
  await toggle('enable')
  const changed = await change(`update app.investor set phone = '+254712345678' where id = $1`, [
    investorId,
  ])
  expect(changed.rowCount).toBe(1)
})
