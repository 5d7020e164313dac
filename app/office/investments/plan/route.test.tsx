import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { aHolding, aPayment } from '../../../../tests/ledger.ts'
import { aMilestone } from '../../../../tests/payment-plans.ts'
import { anAdmin, as } from '../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { plansOf } from '../../../domain/payment-plans/plans.server.ts'
import { action } from './route.tsx'

const admin = await anAdmin()

const versionOf = async (id: string) => {
  const { rows } = await change<{ version: number; amount: string; on: string }>(
    'select version, amount_cents / 100 as amount, invested_on::text as "on" from app.investment where id = $1',
    [id],
  )
  return {
    version: String(rows[0]?.version),
    amount: String(rows[0]?.amount),
    on: rows[0]?.on ?? '',
  }
}

async function send(id: string, fields: Record<string, string>) {
  const { version, amount, on } = await versionOf(id)
  const usual = { key: randomUUID(), version, amount, agreedOn: on, act: 'save' }
  const path = `/admin-dashboard/investments/${id}/plan`
  const body = formOf({ ...usual, ...fields })
  return action({
    ...requestBy(admin, path, { method: 'POST', body }),
    params: { investmentId: id },
  } as never)
}

const oneLine = async (id: string, share: string) => ({
  lines: '1',
  'share-1': share,
  'due-1': 'date',
  'on-1': (await versionOf(id)).on,
})
const plans = (id: string) => as(admin, (actor) => plansOf(actor, id))

test('PLAN-106 equal payments are filled in, saved as a plan, and replaced only with a reason', async () => {
  const { investmentId: id } = await aHolding()
  const filled = await send(id, { act: 'monthly', count: '3', firstOn: '2027-01-31' })
  expect(filled).toMatchObject({
    data: { reply: { errors: {}, values: { lines: '1,2,3', 'on-2': '2027-02-28' } } },
  })
  const { values } = (filled as { data: { reply: { values: Record<string, string> } } }).data.reply
  expect(await send(id, { ...values, act: 'save' })).toMatchObject({ status: 303 })
  expect(await plans(id)).toMatchObject([{ version: 1, lines: { length: 3 } }])
  const again = await oneLine(id, '100%')
  expect(await send(id, again)).toMatchObject({
    data: {
      reply: {
        errors: { reason: 'Enter why the plan changes. The investor sees it.' },
        values: { 'share-1': '100%' },
      },
    },
    init: { status: 422 },
  })
  await send(id, { ...again, reason: 'Pays later' })
  expect(await plans(id)).toMatchObject([{ version: 2, reason: 'Pays later' }, { version: 1 }])
})

test('PLAN-107 what is wrong with a plan is said at its field, nothing is saved, and a payment in between asks to look again', async () => {
  const { investmentId: id } = await aHolding()
  const { on, version } = await versionOf(id)
  const errorsOf = async (fields: Record<string, string>) =>
    ((await send(id, fields)) as { data: { reply: { errors: object } } }).data.reply.errors
  expect(await errorsOf(await oneLine(id, '1'))).toHaveProperty('lines')
  expect(await errorsOf(await oneLine(id, '99%'))).toHaveProperty('lines')
  expect(await errorsOf({ ...(await oneLine(id, '100%')), 'on-1': '2001-01-01' })).toEqual({
    'on-1': expect.stringContaining('before the agreement'),
  })
  expect(
    await errorsOf({
      ...(await oneLine(id, '100%')),
      agreedOn: '2150-01-01',
      'on-1': '2150-01-02',
    }),
  ).toHaveProperty('agreedOn')
  expect(
    await errorsOf({
      ...(await oneLine(id, '100%')),
      'due-1': 'milestone',
      'milestone-1': randomUUID(),
    }),
  ).toHaveProperty('milestone-1')
  expect(await errorsOf({ act: 'monthly', count: '0', firstOn: 'x' })).toMatchObject({
    count: expect.any(String),
    firstOn: expect.any(String),
  })
  expect(await errorsOf({ act: 'template', fromTemplate: '' })).toHaveProperty('fromTemplate')
  await aPayment(admin, id, ['200', on])
  const stale = await send(id, { ...(await oneLine(id, '100%')), version })
  expect(stale).toMatchObject({
    data: { reply: { message: expect.stringContaining('$200 has been received so far') } },
  })
  expect(await errorsOf({ ...(await oneLine(id, '100%')), amount: '100' })).toHaveProperty('amount')
  expect(await plans(id)).toEqual([])
})

test('PLAN-136 equal payments from a day before the agreement are refused at that day', async () => {
  const { investmentId: id } = await aHolding()
  const fill = (firstOn: string) => send(id, { act: 'monthly', count: '3', firstOn })
  expect(await fill('2026-01-31')).toMatchObject({
    data: {
      reply: {
        errors: {
          firstOn: 'This is before the agreement of 1 Feb 2026. Choose that day or later.',
        },
        values: { count: '3', firstOn: '2026-01-31' },
      },
    },
    init: { status: 422 },
  })
  expect(await fill('2026-02-01')).toMatchObject({ data: { reply: { errors: {} } } })
})

test('PLAN-107 all that is wrong with a plan is said together, with each early line', async () => {
  const { investmentId: id } = await aHolding()
  const { on } = await versionOf(id)
  await send(id, await oneLine(id, '100%'))
  await aPayment(admin, id, ['200', on])
  const early = { due: 'date', on: '2001-01-01', label: '' }
  const line = (number: number, fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${name}-${number}`, text]))
  const typed = {
    amount: '100',
    reason: ' ',
    lines: '1,2,3,4',
    ...line(1, { ...early, share: '20%' }),
    ...line(2, { ...early, share: '30%' }),
    ...line(3, { due: 'months', months: 'soon', share: '40%' }),
    ...line(4, { due: 'milestone', milestone: randomUUID(), days: '0', share: '5%' }),
  }
  const answer = (await send(id, typed)) as { data: { reply: { errors: object } } }
  const isEarly = expect.stringContaining('before the agreement')
  const expected = {
    amount: '$200 was received. The amount cannot be less.',
    reason: 'Enter why the plan changes. The investor sees it.',
    'on-1': isEarly,
    'on-2': isEarly,
    'months-3': 'Enter the months, from 0 to 240.',
    'milestone-4': 'This milestone no longer exists. Choose another.',
    lines: 'The percentages come to 95.00%. They must add up to 100%.',
  }
  expect(answer.data.reply.errors).toEqual(expected)
  const later = (await send(id, { ...typed, agreedOn: '2150-01-01' })) as typeof answer
  expect(later.data.reply.errors).toEqual({
    amount: expected.amount,
    reason: expected.reason,
    lines: expected.lines,
    'months-3': expected['months-3'],
    'milestone-4': expected['milestone-4'],
    agreedOn: expect.stringContaining('in the future'),
  })
  const isEarlier = { agreedOn: expect.stringContaining('The earlier plan was agreed on') }
  for (const fields of [typed, { ...(await oneLine(id, '100%')), reason: 'Pays later' }]) {
    const before = (await send(id, { ...fields, agreedOn: '2001-01-01' })) as typeof answer
    expect(before.data.reply.errors).toMatchObject(isEarlier)
  }
  expect(await plans(id)).toHaveLength(1)
})

test('PLAN-154 a plan that someone else saved is named before it can be replaced; a payment is not called a plan', async () => {
  const { investmentId: id } = await aHolding()
  const opened = await versionOf(id)
  const typed = { ...(await oneLine(id, '100%')), version: opened.version }
  await send(id, await oneLine(id, '100%'))
  const late = { ...typed, planVersion: '0', reason: '' }
  const answer = (await send(id, late)) as { data: { reply: { values: Record<string, string> } } }
  expect(answer).toMatchObject({
    data: {
      reply: {
        message:
          'Someone else saved another plan, version 1, while you were editing. Nothing was saved; look at that plan before you replace it. $0 has been received so far.',
        values: { planVersion: '1', 'share-1': '100%' },
      },
      savedSince: 1,
    },
    init: { status: 422 },
  })
  const again = answer.data.reply.values
  expect(await send(id, again)).toMatchObject({
    data: { reply: { errors: { reason: expect.stringContaining('why') } } },
  })
  expect(await plans(id)).toHaveLength(1)
  await aPayment(admin, id, ['200', opened.on])
  const paid = await send(id, { ...again, reason: 'Agreed by phone' })
  expect(paid).toMatchObject({
    data: {
      reply: {
        message: expect.stringMatching(/for example by a payment. \$200 has been received so far/),
      },
    },
  })
  expect(paid).not.toHaveProperty('data.savedSince')
  const { version } = await versionOf(id)
  const third = { ...again, version, key: randomUUID(), reason: 'Agreed by phone' }
  expect(await send(id, third)).toMatchObject({ status: 303 })
  expect(await plans(id)).toMatchObject([{ version: 2 }, { version: 1 }])
})

test('PLAN-155 lines with days are saved in the order of their days; those of milestones keep their places', async () => {
  const { investmentId: id, projectId } = await aHolding()
  const roof = await aMilestone(projectId, 'Roof')
  const line = (number: number, fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${name}-${number}`, text]))
  const typed = {
    lines: '1,2,3,4',
    ...line(1, { label: 'Second', due: 'date', on: '2027-05-01', share: '20%' }),
    ...line(2, {
      label: 'At the roof',
      due: 'milestone',
      milestone: roof,
      days: '0',
      share: '30%',
    }),
    ...line(3, { label: 'First', due: 'date', on: '2027-04-01', share: '40%' }),
    ...line(4, { label: 'Third', due: 'months', months: '30', share: '10%' }),
  }
  expect(await send(id, typed)).toMatchObject({ status: 303 })
  const [plan] = await plans(id)
  expect(plan?.lines.map(({ label }) => label)).toEqual(['First', 'At the roof', 'Second', 'Third'])
})
