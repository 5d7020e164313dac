import { expect, test } from 'vitest'
import { aDeclared } from '../../../../../tests/distributions.ts'
import { anAdmin } from '../../../../../tests/people.ts'
import { formOf, requestBy, toastOf } from '../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../tests/screens.tsx'
import { setClock } from '../../../../platform/clock.server.ts'
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
