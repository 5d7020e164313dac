import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { signInBy, withPasskey } from '../../../../tests/passkeys.ts'
import { anAdmin, anInvestor } from '../../../../tests/people.ts'
import {
  comeBack,
  providerWith,
  signInThrough,
  startProvider,
  visitProvider,
} from '../../../../tests/provider.ts'
import { selfOf, step, withSecondFactor } from '../../../../tests/second-factor.ts'
import { cookiesIn, visitTo } from '../../../../tests/visits.ts'
import { clock, setClock } from '../../../platform/clock.server.ts'
import { transact } from '../../../platform/database/database.server.ts'
import { requireUser } from '../../../platform/session/session.server.ts'
import { changeEmail } from '../administration/change-email.server.ts'
import { resetSecondFactorOf } from '../second-factor/second-factor-set-up.server.ts'
import { requestProviderSignIn } from './provider-request.server.ts'

const { issuer, users } = await startProvider()
const provider = providerWith(issuer)
let subjects = 0
const aUser = (claims: Record<string, unknown>) => {
  subjects += 1
  users.set(`user-${subjects}`, claims)
  return `user-${subjects}`
}
const verified = (email: string) => ({ email, email_verified: true })
const accounts = async () => (await change('select id from auth."user"')).rows.length

test('STAFF-240 an administrator signs in by verified email, and then by the stored subject', async () => {
  const person = await anAdmin()
  const sub = aUser(verified(person.email.toUpperCase()))
  expect(await signInThrough(provider, sub)).toMatchObject({ role: 'admin', name: person.name })
  users.set(sub, { email: 'renamed@example.com', email_verified: false })
  expect(await signInThrough(provider, sub)).toMatchObject({ role: 'admin', name: person.name })
  const { rows } = await change<{ act: string; proof: string | null }>(
    `select act, after ->> 'proof' as proof from app.audit_log where actor_id = $1 order by id`,
    [person.userId],
  )
  expect(rows).toEqual([
    { act: 'link-provider', proof: null },
    { act: 'sign-in', proof: 'provider' },
    { act: 'sign-in', proof: 'provider' },
  ])
})

test('STAFF-241 unknown, unverified, closed and investors’ accounts are refused, and none is created', async () => {
  const [admin, investor] = [await anAdmin(), await anInvestor()]
  const before = await accounts()
  const refused = async (claims: Record<string, unknown>) => signInThrough(provider, aUser(claims))
  expect(await refused(verified('unknown@example.com'))).toMatchObject({ refused: 'unknown' })
  expect(await refused({ email: admin.email })).toMatchObject({ refused: 'unverified' })
  expect(await refused({ email: admin.email, email_verified: 'yes' })).toMatchObject({
    refused: 'unverified',
  })
  expect(await refused({})).toMatchObject({ refused: 'unverified' })
  expect(await refused(verified(investor.email))).toMatchObject({ refused: 'investor' })
  await change(`update auth."user" set status = 'inactive' where id = $1`, [admin.userId])
  expect(await refused(verified(admin.email))).toMatchObject({ refused: 'inactive' })
  await change(`update auth."user" set status = 'pending' where id = $1`, [admin.userId])
  expect(await refused(verified(admin.email))).toMatchObject({ refused: 'inactive' })
  expect(await accounts()).toBe(before)
  const { rows } = await change(`select id from auth.account where "providerId" = 'oidc'`)
  expect(rows).toHaveLength(1)
})

test('STAFF-242 a linked administrator who was closed or became an investor is refused', async () => {
  const person = await anAdmin()
  const sub = aUser(verified(person.email))
  expect(await signInThrough(provider, sub)).toMatchObject({ role: 'admin' })
  const set = (assignment: string) =>
    change(`update auth."user" set ${assignment} where id = $1`, [person.userId])
  await set(`status = 'inactive'`)
  expect(await signInThrough(provider, sub)).toMatchObject({ refused: 'inactive' })
  await set(`status = 'active', role = 'investor'`)
  expect(await signInThrough(provider, sub)).toMatchObject({ refused: 'investor' })
})

test('STAFF-243 another tenant or domain is refused', async () => {
  const person = await anAdmin()
  const ofTenant = providerWith(issuer, { tenant: 'our-tenant' })
  const ofDomain = providerWith(issuer, { domain: 'example.com' })
  const claims = verified(person.email)
  const other = { refused: 'other-tenant' }
  expect(await signInThrough(ofTenant, aUser(claims))).toMatchObject(other)
  expect(await signInThrough(ofTenant, aUser({ ...claims, tid: 'theirs' }))).toMatchObject(other)
  expect(await signInThrough(ofDomain, aUser({ ...claims, hd: 'theirs.com' }))).toMatchObject(other)
  expect(
    await signInThrough(ofDomain, aUser(verified('amina@example.com.evil.test'))),
  ).toMatchObject(other)
  const ours = aUser({ email: person.email, xms_edov: true, tid: 'our-tenant' })
  expect(await signInThrough(ofTenant, ours)).toMatchObject({ role: 'admin' })
})

test('STAFF-244 a replayed, forged, late or foreign answer signs no one in', async () => {
  const person = await anAdmin()
  const sub = aUser(verified(person.email))
  const { to, seed } = await requestProviderSignIn(provider)
  const search = await visitProvider(to, sub)
  const expired = { refused: 'expired' }
  expect(await comeBack(provider, { search, seed: null })).toMatchObject(expired)
  const fresh = await requestProviderSignIn(provider)
  expect(await comeBack(provider, { search, seed: fresh.seed })).toMatchObject({
    refused: 'failed',
  })
  const later = seed.replace(/\d{10}$/, (expiry) => String(Number(expiry) + 1))
  expect(await comeBack(provider, { search, seed: later })).toMatchObject({ refused: 'failed' })
  expect(await comeBack(provider, { search, seed })).toMatchObject({ role: 'admin' })
  expect(await comeBack(provider, { search, seed })).toMatchObject(expired)

  const next = await requestProviderSignIn(provider)
  const forged = new URLSearchParams(search)
  forged.set('state', next.to.searchParams.get('state') ?? '')
  expect(await comeBack(provider, { search: `?${forged}`, seed: next.seed })).toMatchObject({
    refused: 'failed',
  })
  const denied = await requestProviderSignIn(provider)
  const state = denied.to.searchParams.get('state') ?? ''
  const no = `?${new URLSearchParams({ error: 'access_denied', state, iss: issuer })}`
  expect(await comeBack(provider, { search: no, seed: denied.seed })).toMatchObject({
    refused: 'cancelled',
  })
  const old = await requestProviderSignIn(provider)
  const late = await visitProvider(old.to, sub)
  const now = clock.now()
  setClock(() => new Date(now.getTime() + 601_000))
  expect(await comeBack(provider, { search: late, seed: old.seed })).toMatchObject(expired)
})

test('STAFF-245 an expired token and a provider that does not answer are refused', async () => {
  const person = await anAdmin()
  const past = await startProvider(-3600)
  past.users.set('user', verified(person.email))
  expect(await signInThrough(providerWith(past.issuer), 'user')).toMatchObject({
    refused: 'failed',
  })
  await expect(requestProviderSignIn(providerWith('http://127.0.0.1:9'))).rejects.toThrow()
})

test('STAFF-246 our second factor is asked for, unless the provider’s counts by configuration', async () => {
  const person = await anAdmin()
  const { codes } = await withSecondFactor(person)
  const sub = aUser(verified(person.email))
  const half = await signInThrough(provider, sub)
  expect(half).toMatchObject({ secondFactor: 'asked' })
  if (!('headers' in half)) throw new Error('no one was asked')
  expect(await step(cookiesIn(half.headers), codes[0] ?? '')).toMatchObject({ role: 'admin' })
  const { rows } = await change(
    `select after ->> 'proof' as proof from app.audit_log where act = 'sign-in' and actor_id = $1 order by id desc limit 1`,
    [person.userId],
  )
  expect(rows).toEqual([{ proof: 'provider, recovery code' }])
  const counting = providerWith(issuer, { countsAsSecondFactor: true })
  expect(await signInThrough(counting, sub)).toMatchObject({ role: 'admin' })
})

test('STAFF-246 where a second factor is required, the provider’s is enough only by configuration', async () => {
  const [person, other] = [await anAdmin(), await anAdmin()]
  await change("update app.installation set second_factor_roles = '{owner}'")
  const holdAfter = async (counts: boolean, email: string) => {
    const through = providerWith(issuer, { countsAsSecondFactor: counts })
    const result = await signInThrough(through, aUser(verified(email)))
    if (!('role' in result)) throw new Error('no one signed in')
    const { context } = visitTo<{ context: Parameters<typeof requireUser>[0] }>('/', {
      cookie: cookiesIn(result.headers),
    })
    return (await requireUser(context)).hold
  }
  expect(await holdAfter(false, person.email)).toBe('second-factor')
  expect(await holdAfter(true, other.email)).toBeNull()
  const { device } = await withPasskey(person)
  const linked = await change<{ subject: string }>(
    `select "accountId" as subject from auth.account where "userId" = $1 and "providerId" = 'oidc'`,
    [person.userId],
  )
  const sub = linked.rows[0]?.subject.split(' ')[1] ?? ''
  const half = await signInThrough(provider, sub)
  if (!('secondFactor' in half)) throw new Error('no one was asked')
  expect(await signInBy(device, {}, cookiesIn(half.headers))).toMatchObject({ role: 'admin' })
  await change("update app.installation set second_factor_roles = '{}'")
})

test('STAFF-247 an account is linked with one user of the provider, until it is reset or its email changes', async () => {
  const person = await anAdmin()
  const first = aUser(verified(person.email))
  expect(await signInThrough(provider, first)).toMatchObject({ role: 'admin' })
  const second = aUser(verified(person.email))
  expect(await signInThrough(provider, second)).toMatchObject({ refused: 'other-user' })
  await transact({ role: 'admin', userId: null, audited: 'command' }, (actor) =>
    resetSecondFactorOf(actor, { email: person.email }),
  )
  expect(await signInThrough(provider, second)).toMatchObject({ role: 'admin' })
  const email = `moved.${person.email}`
  const key = crypto.randomUUID()
  await transact({ role: 'admin', userId: null, audited: 'command' }, (actor) =>
    changeEmail(actor, { key, userId: person.userId, email }),
  )
  expect(await signInThrough(provider, second)).toMatchObject({ refused: 'unknown' })
  await expect(selfOf(person)).rejects.toThrow()
})
