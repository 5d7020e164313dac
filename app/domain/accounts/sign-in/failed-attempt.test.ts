import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anInvestor, password } from '../../../../tests/people.ts'
import { anAddress } from '../../../../tests/visits.ts'
import { metricsText } from '../../../platform/observability/metrics.server.ts'
import { signIn } from './sign-in.server.ts'

type Refusal = { actor: string; subject_id: string | null; after: { why: string } }
const attempt = { cookies: null, userAgent: null }

async function refusalsFrom(clientAddress: string) {
  const { rows } = await change<Refusal>(
    "select actor, subject_id, after from app.audit_log where act = 'sign-in-refused' and client_address = $1 order by id",
    [clientAddress],
  )
  return rows
}

test('a refused sign-in is logged with account, reason and client address, and never with what was typed', async () => {
  const { email, userId } = await anInvestor()
  const clientAddress = anAddress()
  await signIn({ ...attempt, email, password: 'not-the-password', clientAddress })
  await signIn({
    ...attempt,
    email: 'nobody@example.com',
    password: 'not-the-password',
    clientAddress,
  })
  expect(await refusalsFrom(clientAddress)).toEqual([
    { actor: 'guest', subject_id: userId, after: { why: 'wrong' } },
    { actor: 'guest', subject_id: null, after: { why: 'wrong' } },
  ])
  const { rows } = await asSuperuser((client) =>
    client.query(
      "select from app.audit_log where concat(before, after) ~ 'nobody@|not-the-password'",
    ),
  )
  expect(rows).toEqual([])
})

test('the log distinguishes a closed account, and an attempt that has to wait leaves no row and is counted', async () => {
  const { email, userId } = await anInvestor('Closed Account', 'inactive')
  const clientAddress = anAddress()
  await signIn({ ...attempt, email, password, clientAddress })
  const waiting = async () =>
    Number(/refusals_total\{why="too-many"\} (\d+)/.exec(await metricsText())?.[1] ?? 0)
  const before = await waiting()
  for (let turn = 0; turn < 11; turn += 1)
    await signIn({ ...attempt, email, password: 'wrong', clientAddress })
  const refusals = await refusalsFrom(clientAddress)
  expect(refusals[0]).toEqual({ actor: 'guest', subject_id: userId, after: { why: 'inactive' } })
  // Ten are allowed, the closed account's own among them; who waits leaves no row.
  expect(refusals.map(({ after }) => after.why)).toEqual([
    'inactive',
    ...Array.from({ length: 9 }, () => 'wrong'),
  ])
  expect(await waiting()).toBe(before + 2)
})
