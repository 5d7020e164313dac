import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerTo } from '../../../../tests/answers.ts'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as, password } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../../tests/visits.ts'
import { findInvestor } from '../../../domain/investors/find-investor.server.ts'
import { stepOf, stepWords } from './edit-form.tsx'
import { openingToasts, savedToast, syncFailed } from './outcome.ts'
import EditInvestor, { action, loader } from './route.tsx'

const list = '/admin-dashboard/investors'
const admin = await anAdmin('Zeynab Warsame')
let cookie = await cookiesOf(admin)
beforeEach(async () => {
  cookie = await cookiesOf(admin)
})
const anEmail = () => `${randomUUID()}@example.com`

async function stored(investorId: string) {
  const investor = await as(admin, (actor) => findInvestor(actor, investorId))
  if (!investor) throw new Error('no investor')
  return investor
}

async function typed(
  investorId: string,
  more: Record<string, string> = {},
): Promise<Record<string, string>> {
  const { fullName, email, phone, version } = await stored(investorId)
  const fields = { fullName, email, phone: phone ?? '' }
  return {
    key: randomUUID(),
    version: String(version),
    opened: JSON.stringify(fields),
    ...fields,
    ...more,
  }
}

const send = (
  investorId: string,
  form: Record<string, string>,
  at = `${list}/${investorId}/edit?q=h`,
) => answerTo(action, at, { cookie, form, params: { investorId } })
async function shown(investorId: string) {
  const path = `${list}/${investorId}/edit`
  return htmlOf(EditInvestor, path, await loader(visitTo(path, { cookie, params: { investorId } })))
}

/** An imported investor, without an account. */
async function imported() {
  const { rows } = await change(
    `insert into app.investor (email, full_name, joined_on) values ($1, 'Ilham Import', '2024-05-01') returning id`,
    [anEmail()],
  )
  return rows[0]?.id ?? ''
}

async function withTwoAddresses() {
  const person = await anInvestor('Brian Otieno')
  await change('update app.investor set email = $2 where id = $1', [person.investorId, anEmail()])
  return person
}

/** Revokes a privilege, as after a broken migration. The logged fault is expected. */
async function without<Result>(right: string, work: () => Promise<Result>): Promise<Result> {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await asSuperuser((client) => client.query(`revoke ${right} from msingi_admin`))
  try {
    return await work()
  } finally {
    await asSuperuser((client) => client.query(`grant ${right} to msingi_admin`))
  }
}

test('MIN-006, MIN-017, MIN-008 the edit dialog asks for full name and email; the phone may be emptied', async () => {
  const { investorId } = await anInvestor('Hodan Ali')
  await change(`update app.investor set phone = '+254 700 000 050' where id = $1`, [investorId])
  const html = await shown(investorId)
  const field = (name: string) => new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0]
  expect(field('fullName')).toContain('required=""')
  expect(field('email')).toContain('required=""')
  expect(field('phone')).toContain('value="+254 700 000050"')
  expect(field('phone')).not.toContain('required')
  const refused = await send(
    investorId,
    await typed(investorId, { fullName: ' ', email: '', phone: '12' }),
  )
  expect(refused).toMatchObject({
    status: 422,
    errors: {
      fullName: 'Full name is required',
      email: 'Email is required',
      phone: 'Enter a phone number, like +254 711 000 000',
    },
  })
  expect((await send(investorId, await typed(investorId, { phone: '' }))).status).toBe(303)
  expect(await stored(investorId)).toMatchObject({ phone: null })
})

test('MIN-020 a stored edit leads back to the list that was open, or to the page, with its toast', async () => {
  const { investorId } = await anInvestor('Hodan Ali')
  const saved = await send(investorId, await typed(investorId, { fullName: 'Hodan A. Ali' }))
  expect(saved).toMatchObject({
    status: 303,
    location: `${list}?q=h`,
    toast: { title: 'Investor updated' },
  })
  const onPage = await send(
    investorId,
    await typed(investorId),
    `${list}/${investorId}/profile/edit`,
  )
  expect(onPage).toMatchObject({ status: 303, location: `${list}/${investorId}` })
})

test('MIN-016 the dialog shows one of five states of the linked account', async () => {
  const stateOf = async (id: string) => /data-state="([^"]*)"/.exec(await shown(id))?.[1]
  const verified = await anInvestor()
  expect(await stateOf(verified.investorId)).toBe('verified')
  const unverified = await anInvestor()
  await change('update auth."user" set "emailVerified" = false where id = $1', [unverified.userId])
  expect(await stateOf(unverified.investorId)).toBe('unverified')
  expect(await stateOf(await imported())).toBe('no-auth-account')
  expect(await stateOf((await withTwoAddresses()).investorId)).toBe('email-mismatch')
  const failed = await without('select on auth.sign_in_account', () => stateOf(verified.investorId))
  expect(failed).toBe('verification-failed')
})

test('MIN-022, MIN-023 what cannot be found out, and two addresses, are said in a toast as the dialog opens', async () => {
  const { investorId } = await withTwoAddresses()
  expect(wordsOf(await shown(investorId))).toContain('Email Sync Issue Detected')
  const unknown = await without('select on auth.sign_in_account', () => shown(investorId))
  expect(wordsOf(unknown)).toContain('Authentication Status Unknown')
  expect(wordsOf(await shown((await anInvestor()).investorId))).not.toMatch(
    /Sync Issue|Status Unknown/,
  )
})

test('MIN-019 an email that belongs to someone else is refused next to the field and in a toast; what was typed stays', async () => {
  const { investorId, email } = await anInvestor()
  const other = await anInvestor()
  const form = await typed(investorId, { email: other.email, currentPassword: password })
  expect(await send(investorId, form)).toMatchObject({
    status: 422,
    errors: { email: 'Email Already In Use' },
    toast: { kind: 'error', title: 'Email Already In Use' },
  })
  expect(await stored(investorId)).toMatchObject({ email })
})

test('another email asks first who is there, and then goes to account and record', async () => {
  const { investorId } = await anInvestor()
  const email = anEmail()
  const form = await typed(investorId, { email })
  expect((await send(investorId, form)).errors).toEqual({
    currentPassword: 'Enter your password to confirm your identity.',
  })
  const saved = await send(investorId, { ...form, currentPassword: password })
  expect(saved.toast).toEqual({
    kind: 'success',
    title: 'Investor updated',
    text: `A confirmation email is sent to ${email}.`,
  })
  expect(await stored(investorId)).toMatchObject({
    email,
    account: { email },
    signIn: 'unverified',
  })
})

test('MIN-025 the email of an investor without account changes in the record alone, and a toast says so for 10 seconds', async () => {
  const investorId = await imported()
  const saved = await send(
    investorId,
    await typed(investorId, { email: anEmail(), currentPassword: password }),
  )
  expect(saved).toMatchObject({
    status: 303,
    toast: { kind: 'warning', title: 'No linked authentication account', seconds: 10 },
  })
})

test('MIN-024 an edit that leaves two addresses says so; MIN-026 and so does a repair that cannot be done', async () => {
  const { investorId, email } = await withTwoAddresses()
  const saved = await send(investorId, await typed(investorId, { fullName: 'Brian O. Otieno' }))
  expect(saved.toast).toMatchObject({ kind: 'warning', title: 'Partial Update', seconds: 8 })
  const both = { useAccountEmail: 'on', currentPassword: password }
  const failed = await without('execute on function auth.repair_email', async () =>
    send(investorId, await typed(investorId, both)),
  )
  expect(failed).toMatchObject({
    status: 500,
    toast: { kind: 'warning', title: 'Failed to sync emails', seconds: 8 },
  })
  const together = await send(investorId, await typed(investorId, both))
  expect(together.toast).toMatchObject({ kind: 'success', title: 'Investor updated' })
  expect(await stored(investorId)).toMatchObject({ email, signIn: 'verified' })
})

test('MIN-027, LIM-016 warnings of this screen stay for 8 seconds, those about two addresses or no account for 10', () => {
  const secondsOf = (toast: { seconds?: number } | null) => toast?.seconds
  expect(secondsOf(openingToasts['email-mismatch'])).toBe(10)
  expect(secondsOf(savedToast('record-only', '', true))).toBe(10)
  expect(secondsOf(openingToasts['verification-failed'])).toBe(8)
  expect(secondsOf(savedToast('differs', '', true))).toBe(8)
  expect(secondsOf(syncFailed)).toBe(8)
  expect(secondsOf(savedToast('kept', '', true))).toBeUndefined()
})

test('MIN-018 saving passes through the named states, and says so', () => {
  const usual = { sending: 'idle', touchesAccount: false, differs: false, refused: false } as const
  expect(stepOf(usual)).toBe('idle')
  expect(stepOf({ ...usual, sending: 'submitting' })).toBe('updating-investor')
  expect(stepOf({ ...usual, sending: 'submitting', touchesAccount: true })).toBe('updating-auth')
  expect(stepOf({ ...usual, sending: 'loading' })).toBe('completed')
  expect(stepOf({ ...usual, sending: 'loading', differs: true })).toBe('auth-partial-success')
  expect(stepOf({ ...usual, refused: true })).toBe('error')
  expect(stepWords.error).toBe('Nothing was changed.')
})

test('MIN-021 a fault says so in a toast, keeps what was typed and changes nothing', async () => {
  const { investorId } = await anInvestor('Hodan Ali')
  const failed = await without('update (full_name) on app.investor', async () =>
    send(investorId, await typed(investorId, { fullName: 'Lost' })),
  )
  expect(failed).toMatchObject({
    status: 500,
    toast: { kind: 'error', title: 'Error updating investor', text: 'Please try again later.' },
  })
  expect(failed.errors.form).toMatch(
    /^Error updating investor\. Please try again later\. Reference /,
  )
  expect(await stored(investorId)).toMatchObject({ fullName: 'Hodan Ali' })
})

test('what someone else saved in the meantime is shown next to what was typed, which may then be saved', async () => {
  const { investorId } = await anInvestor('Hodan Ali')
  const mine = await typed(investorId, { fullName: 'Mine' })
  await send(investorId, await typed(investorId, { fullName: 'Theirs', phone: '+254 700 000 051' }))
  const refused = await send(investorId, mine)
  expect(refused.errors.form).toContain('This investor changed while you were editing')
  expect(refused.rest.changes).toEqual([
    { name: 'fullName', before: 'Hodan Ali', now: 'Theirs', kept: true },
    { name: 'phone', before: '', now: '+254 700 000051', kept: false },
  ])
})

test('no one but an administrator, and no unknown investor', async () => {
  const { investorId } = await anInvestor()
  const stranger = await cookiesOf(await anInvestor())
  const form = await typed(investorId)
  await expect(
    answerTo(action, `${list}/${investorId}/edit`, {
      cookie: stranger,
      form,
      params: { investorId },
    }),
  ).rejects.toMatchObject({ init: { status: 404 } })
  for (const unknown of [randomUUID(), 'nothing']) {
    expect((await ask(`${list}/${unknown}/edit`, { cookie })).status).toBe(404)
    await expect(send(unknown, form)).rejects.toMatchObject({ init: { status: 404 } })
  }
})
