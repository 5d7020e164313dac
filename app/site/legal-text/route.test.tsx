import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { visitTo } from '../../../tests/visits.ts'
import { blocksOf, type LegalTextKind } from '../../domain/company/legal-text.ts'
import { publishLegalText } from '../../domain/company/legal-texts.server.ts'
import { action } from '../../office/company/legal-text/route.tsx'
import { loader as sitemap } from '../seo/sitemap/route.ts'

const admin = await anAdmin()
const send = (kind: string, fields: Record<string, string>) =>
  action({
    ...requestBy(admin, `/admin-dashboard/company/legal-texts/${kind}`, {
      method: 'POST',
      body: formOf(fields),
    }),
    params: { kind },
  } as never)

test.each<[LegalTextKind, string]>([
  ['privacy', 'Privacy notice'],
  ['terms', 'Terms of use'],
])(
  'CHECK-010 %s has a page and a link in the footer once it is published, with every version',
  async (kind, title) => {
    expect((await ask('/contact')).html).not.toContain(`href="/${kind}"`)
    expect(await send(kind, { version: '0', body: '# First\n\nOld words' })).toMatchObject({
      status: 303,
    })
    expect(await send(kind, { version: '1', body: '# Second\n- A\n- B' })).toMatchObject({
      status: 303,
    })
    const now = wordsOf((await ask(`/${kind}`)).html)
    expect(now).toContain(title)
    expect(now).toContain('version 2 of')
    expect(now).not.toContain('Old words')
    const before = wordsOf((await ask(`/${kind}?version=1`)).html)
    expect(before).toContain('Old words')
    expect(before).toContain('This is an earlier version.')
    expect((await ask(`/${kind}?version=3`)).status).toBe(404)
    expect((await ask('/contact')).html).toContain(`href="/${kind}"`)
    const map = await sitemap(visitTo<Parameters<typeof sitemap>[0]>('/sitemap.xml'))
    expect(await map.text()).toContain(`/${kind}</loc>`)
  },
)

test('CHECK-011 the same text, an outdated version and an empty one are refused, and what was typed stays', async () => {
  await as(admin, (actor) => publishLegalText(actor, 'privacy', { version: 2, body: 'Third' }))
  const replyTo = async (fields: Record<string, string>) => await send('privacy', fields)
  expect(await replyTo({ version: '3', body: 'Third' })).toMatchObject({
    data: { reply: { errors: { body: expect.stringContaining('already published') } } },
  })
  expect(await replyTo({ version: '2', body: 'Mine' })).toMatchObject({
    data: { reply: { message: expect.stringContaining('Someone else'), values: { body: 'Mine' } } },
  })
  expect(await replyTo({ version: '3', body: ' \n ' })).toMatchObject({
    data: { reply: { errors: { body: 'Enter the text.' } } },
  })
})

test('CHECK-012 HTML is text, and a published version never changes, for the owner of the database too', async () => {
  await send('terms', { version: '2', body: '<script>alert(1)</script>\n# <b>Bold</b>' })
  const { html } = await ask('/terms')
  expect(html).not.toContain('<script>alert')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  for (const sql of ['delete from app.legal_text', `update app.legal_text set body = 'x'`])
    await expect(asSuperuser((client) => client.query(sql))).rejects.toThrow('append-only')
})

test.each([
  ['', []],
  ['a\nb\n\nc', ['paragraph a|b', 'paragraph c']],
  ['# Head\ntext', ['heading Head', 'paragraph text']],
  ['- a\n- b\nc', ['list a|b', 'paragraph c']],
  ['- a\n\n- b', ['list a', 'list b']],
  ['#\n-\n \nend', ['paragraph end']],
  ['## One\n# Two', ['heading One', 'heading Two']],
])('CHECK-013 the blocks of %j', (body, blocks) => {
  const read = blocksOf(body).map(
    ({ kind, lines }) => `${kind} ${lines.map(({ text }) => text).join('|')}`,
  )
  expect(read).toEqual(blocks)
})
