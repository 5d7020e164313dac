import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../../../tests/database.ts'
import { aDeclared } from '../../../../../tests/distributions.ts'
import { anAdmin, aProject, as, day } from '../../../../../tests/people.ts'
import { formOf, requestBy, toastOf } from '../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../tests/screens.tsx'
import { recordDistribution } from '../../../../domain/distributions/record-distribution.server.ts'
import { setClock } from '../../../../platform/clock.server.ts'
import { exchangeRate } from '../../../../values/exchange-rate.ts'
import { usd } from '../../../../values/money.ts'
import Distribution, { loader as openOne } from '../route.tsx'
import SendDistribution, { loader as openSend, action as sendIt } from './route.tsx'

const admin = await anAdmin()
const here = '/admin-dashboard/distributions'
const place = (answer: unknown) =>
  answer instanceof Response ? (answer.headers.get('Location') ?? '') : ''
const requestFor = (id: string) => ({
  ...requestBy(admin, `${here}/${id}`),
  params: { distributionId: id },
})

test('SENT-009 the form that sends says at its field what is wrong, keeps what was typed, and sends with exceptions', async () => {
  setClock(() => new Date('2026-06-30T09:00:00Z'))
  const { distributionId: id, smaller } = await aDeclared(admin)
  const args = { ...requestBy(admin, `${here}/${id}/send`), params: { distributionId: id } }
  const loaded = await openSend(args as Parameters<typeof openSend>[0])
  const words = wordsOf(htmlOf(SendDistribution, `${here}/${id}/send`, loaded))
  expect(words).toContain('Mark $40 as sent')
  expect(words).toMatch(/Hodan Abdi \S+@example\.com \$30\.00 Hodan Abdi \S+@example\.com \$10\.00/)
  const post = (changes: Record<string, string>) =>
    sendIt({
      ...requestBy(admin, `${here}/${id}/send`, {
        method: 'POST',
        body: formOf({
          ...{
            key: loaded.key,
            seen: '2',
            sentOn: '2026-04-01',
            method: 'cash',
            reference: 'TT 9',
          },
          ...changes,
        }),
      }),
      params: { distributionId: id },
    } as Parameters<typeof sendIt>[0])
  for (const [changes, errors] of [
    [{ sentOn: '' }, { sentOn: 'Enter the day the money was sent.' }],
    [
      { sentOn: '2026-07-01' },
      { sentOn: 'This date is in the future. Choose 30 Jun 2026 or earlier.' },
    ],
    [
      { sentOn: '2026-03-30' },
      { sentOn: 'The record date is 31 Mar 2026. Choose that day or later.' },
    ],
    [{ method: 'pigeon' }, { method: 'Choose how the money was sent.' }],
    [{ left: 'no-id' }, { left: 'Choose from the shares shown.' }],
  ] as const)
    expect(await post(changes)).toMatchObject({
      data: { reply: { errors, values: { reference: 'TT 9', ...changes } } },
      init: { status: 422 },
    })
  const answer = await post({ left: smaller.investmentId })
  expect(place(answer)).toBe(`${here}/${id}`)
  expect(toastOf(answer)).toContain('"text":"$30 to 1 investment. 1 share not sent yet."')
  const page = await openOne(requestFor(id) as Parameters<typeof openOne>[0])
  const shown = wordsOf(htmlOf(Distribution, `${here}/${id}`, page))
  expect(shown).toMatch(/Partly sent .*Send the rest .*Sent \$30 1 of 2 shares/)
  expect(shown).toMatch(/1 Apr 2026 Cash TT 9 .* by Amina Yusuf ?1 share \$30\.00/)
  setClock()
})

async function aLongDistribution() {
  const projectId = await aProject()
  await change(
    `with person as (insert into app.investor (email, full_name, joined_on)
       select 'p' || n || '@' || $1 || '.example.com', 'Person ' || n, '2026-01-01' from generate_series(1, 201) n returning id),
     owned as (insert into app.investment (investor_id, project_id, amount_cents, invested_on)
       select id, $1::uuid, 100000, '2026-02-01' from person returning id)
     insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on)
       select id, 'payment', 100000, '2026-03-01' from owned`,
    [projectId],
  )
  const recorded = await as(admin, (actor) =>
    recordDistribution(actor, {
      ...{ key: randomUUID(), projectId, total: usd('201'), datedOn: day('2026-03-31') },
      ...{ note: null, seen: null, again: true },
    }),
  )
  if ('refused' in recorded) throw new Error(recorded.refused)
  return { id: recorded.distributionId, emailOf: (n: number) => `p${n}@${projectId}.example.com` }
}

test('SENT-013 (issue 33) more than 200 shares are not listed; those of some investors are left unsent by their emails', async () => {
  const { id, emailOf } = await aLongDistribution()
  const at = `${here}/${id}/send`
  const args = { ...requestBy(admin, at), params: { distributionId: id } }
  const loaded = await openSend(args as Parameters<typeof openSend>[0])
  const html = htmlOf(SendDistribution, at, loaded)
  expect(html.length).toBeLessThan(20_000)
  expect(wordsOf(html)).toMatch(/at most \$201 in all .*at most 201 shares sent/)
  expect(html).not.toContain(emailOf(7))
  const post = (leftEmails: string) =>
    sendIt({
      ...requestBy(admin, at, {
        method: 'POST',
        body: formOf({
          ...{ key: loaded.key, seen: '201', sentOn: '2026-04-01', method: 'cash' },
          ...{ reference: '', leftEmails },
        }),
      }),
      params: { distributionId: id },
    } as Parameters<typeof sendIt>[0])
  const everyone = Array.from({ length: 201 }, (_, n) => emailOf(n + 1)).join('\n')
  for (const [typed, message] of [
    [`${emailOf(7)}\nno@example.com`, 'No unsent share belongs to no@example.com.'],
    [everyone, 'Leave out fewer: at least one share must be sent.'],
  ] as const)
    expect(await post(typed)).toMatchObject({
      data: {
        reply: {
          errors: { leftEmails: message },
          values: { leftEmails: typed.replaceAll('\n', '\r\n') },
        },
      },
      init: { status: 422 },
    })
  const answer = await post(` ${emailOf(7).toUpperCase()}\r\n${emailOf(9)}, ${emailOf(9)}\n`)
  expect(toastOf(answer)).toContain('"text":"$199 to 199 investments. 2 shares not sent yet."')
  const { rows } = await change(
    `select v.full_name from app.distribution_share s join app.investment i on i.id = s.investment_id
     join app.investor v on v.id = i.investor_id where s.distribution_id = $1 and not exists (
       select from app.sent_share t where (t.distribution_id, t.investment_id) = (s.distribution_id, s.investment_id))
     order by 1`,
    [id],
  )
  expect(rows).toEqual([{ full_name: 'Person 7' }, { full_name: 'Person 9' }])
})

test('BANK-586 a distribution declared in shillings says the shillings to send, of each share, and what was sent', async () => {
  setClock(() => new Date('2026-06-30T09:00:00Z'))
  const { projectId } = await aDeclared(admin)
  const recorded = await as(admin, (actor) =>
    recordDistribution(actor, {
      ...{ key: randomUUID(), projectId, datedOn: day('2026-03-31'), note: null, seen: null },
      total: {
        ...{ minor: 517_000n, currency: 'KES', rate: exchangeRate('129.25') },
        ...{ source: 'agreed', isConfirmed: true },
      },
      again: true,
    }),
  )
  if ('refused' in recorded) throw new Error(recorded.refused)
  const id = recorded.distributionId
  const at = `${here}/${id}/send`
  const args = { ...requestBy(admin, at), params: { distributionId: id } }
  const loaded = await openSend(args as Parameters<typeof openSend>[0])
  const words = wordsOf(htmlOf(SendDistribution, at, loaded))
  expect(words).toContain('Mark KES 5,170.00 ($40) as sent')
  expect(words).toContain('Money sent KES 5,170.00 ($40)')
  expect(words).toMatch(/\$30\.00 KES 3,878\.00 Hodan Abdi \S+ \$10\.00 KES 1,292\.00/)
  const left = loaded.listed?.find(({ paidMinor }) => paidMinor === 129_200n)?.investmentId ?? ''
  const answer = await sendIt({
    ...requestBy(admin, at, {
      method: 'POST',
      body: formOf({
        ...{
          key: loaded.key,
          seen: '2',
          sentOn: '2026-04-01',
          method: 'cash',
          reference: '',
          left,
        },
      }),
    }),
    params: { distributionId: id },
  } as Parameters<typeof sendIt>[0])
  expect(toastOf(answer)).toContain('KES 3,878.00 ($30) to 1 investment. 1 share not sent yet.')
  const page = await openOne(requestFor(id) as Parameters<typeof openOne>[0])
  const shown = wordsOf(htmlOf(Distribution, `${here}/${id}`, page))
  expect(shown).toMatch(/Sent \$30 KES 3,878\.00 ?1 of 2 shares/)
  expect(shown).toMatch(/1 Apr 2026 Cash .* 1 share \$30\.00 KES 3,878\.00/)
  setClock()
})
