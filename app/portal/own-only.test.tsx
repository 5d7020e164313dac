import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { change } from '../../tests/database.ts'
import {
  aDocument,
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  type Person,
} from '../../tests/people.ts'
import { addresses, ask } from '../../tests/product.tsx'
import { wordsOf } from '../../tests/screens.tsx'
import { cookiesOf } from '../../tests/visits.ts'
import { sendNotification } from '../domain/notifications/send-notification.server.ts'
import { usd } from '../values/money.ts'

const home = '/investment-dashboard'
const [admin, anna, ben] = [
  await anAdmin(),
  await anInvestor('Anna Kilonzo'),
  await anInvestor('Ben Otieno'),
]
const cookie = await cookiesOf(anna)

/** An unpublished project held only by this investor; every text begins with `mark`. */
async function giveProperty(person: Person, mark: string) {
  const projectId = await aProject(`${mark} Towers`, { published: false })
  const investmentId = await anInvestment(person.investorId, projectId, usd('1,000'))
  await change("update app.investment set status = 'active' where id = $1", [investmentId])
  const deed = await aDocument({ title: `${mark} Deed`, projectId })
  const contract = await aDocument({ title: `${mark} Contract`, investorId: person.investorId })
  const archived = await aDocument({ title: `${mark} Draft`, projectId })
  await change("update app.document set status = 'archived' where id = $1", [archived])
  const letter = await notify(`${mark} Letter`, {
    recipients: 'investor',
    investorId: person.investorId,
  })
  await change('update app.investor set phone = $2 where id = $1', [
    person.investorId,
    `${mark} 700 000`,
  ])
  return { deed, contract, archived, letter }
}

async function notify(
  title: string,
  to: { recipients: string; investorId?: string },
): Promise<string> {
  const form = { key: randomUUID(), title, message: `${title}.`, ...to }
  const sent = await as(admin, (actor) =>
    sendNotification(actor, form as Parameters<typeof sendNotification>[1]),
  )
  return 'refused' in sent ? expect.unreachable(sent.refused) : sent.notificationId
}

let hers: Awaited<ReturnType<typeof giveProperty>>
let his: typeof hers

beforeAll(async () => {
  hers = await giveProperty(anna, 'Acacia')
  his = await giveProperty(ben, 'Baobab')
  // Neither of the two investors holds this project.
  await aDocument({
    title: 'Cedar Deed',
    projectId: await aProject('Cedar Towers', { published: false }),
  })
})

const pageOf = async (path: string) => wordsOf((await ask(`${home}${path}`, { cookie })).html)

describe('an investor sees', () => {
  test('AUTH-042 own investments in projects they hold, documents of these, own notifications, own profile', async () => {
    expect(await pageOf('/investments')).toContain('Acacia Towers')
    const documents = await pageOf('/documents')
    for (const title of ['Acacia Deed', 'Acacia Contract']) expect(documents).toContain(title)
    expect(await pageOf('/notifications')).toContain('Acacia Letter')
    expect(await pageOf('/settings')).toContain('Acacia 700 000')
  })

  test('what was told to everyone', async () => {
    const id = await notify('News for everybody', { recipients: 'all' })
    await change(
      'insert into app.notification_recipient select $1, id, now() from app.investor on conflict do nothing',
      [id],
    )
    expect(await pageOf('/notifications')).toContain('News for everybody')
  })

  const pages = addresses().flatMap(({ path, file }) =>
    path.startsWith(home) && file.endsWith('.tsx') && !/[:*]/.test(path)
      ? [path.slice(home.length)]
      : [],
  )
  test.each([...new Set(pages)])(
    'AUTH-042 nothing else on the page at %j, whatever its address names',
    async (path) => {
      for (const query of [
        '',
        `?investorId=${ben.investorId}`,
        `?q=Baobab&page=1&project=${ben.investorId}`,
      ]) {
        const words = await pageOf(`${path}${query}`)
        expect(words).toContain('Investor Portal')
        expect(words).not.toMatch(/Baobab|Cedar|Draft|Ben Otieno/)
        expect(words).not.toContain(ben.email)
      }
    },
  )

  test('AUTH-042 no file of anyone else, nor an archived one', async () => {
    for (const id of [his.deed, his.contract, his.archived, hers.archived, randomUUID()]) {
      expect(await ask(`${home}/documents/${id}/file`, { cookie }), id).toMatchObject({
        status: 404,
      })
    }
  })

  test('and marks no notification of anyone else as read', async () => {
    const readAt = async () =>
      (
        await change<{ read_at: Date | null }>(
          'select read_at from app.notification_recipient where notification_id = $1',
          [his.letter],
        )
      ).rows
    expect(
      await ask(`${home}/notifications`, { cookie, form: { notificationId: his.letter } }),
    ).toMatchObject({
      status: 404,
    })
    expect(await readAt()).toEqual([{ read_at: null }])
    await ask(`${home}/notifications`, { cookie, form: { notificationId: hers.letter } })
    const { rows } = await change<{ read: boolean }>(
      'select read_at is not null as read from app.notification_recipient where notification_id = $1',
      [hers.letter],
    )
    expect(rows).toEqual([{ read: true }])
  })
})
