import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../tests/people.ts'
import { htmlOf } from '../../../tests/screens.tsx'
import {
  anAddress,
  cookiesIn,
  cookiesOf,
  thrownBy,
  toastIn,
  visitTo,
} from '../../../tests/visits.ts'
import { loader as officeLoader } from '../../office/dashboard/route.tsx'
import { setClock } from '../../platform/clock.server.ts'
import { loader as portalLoader } from '../../portal/dashboard/route.tsx'
import type { FormReply } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import type { Route } from './+types/route.ts'
import Login, { action, loader } from './route.tsx'

type Typed = {
  email: string
  password?: string
  next?: string
  clientAddress?: string
  cookie?: string
}

type Seen = {
  status: number | undefined
  location?: string | null
  cookies?: string
  reply?: FormReply
  toast?: Toast | null
}

/** Submits the sign-in form and returns what the person sees. */
async function submit({
  email,
  password: typed = password,
  next,
  clientAddress,
  cookie,
}: Typed): Promise<Seen> {
  const path = next === undefined ? '/login' : `/login?next=${encodeURIComponent(next)}`
  const answer = await action(
    visitTo<Route.ActionArgs>(path, {
      form: { email, password: typed },
      ...(clientAddress ? { clientAddress } : {}),
      ...(cookie ? { cookie } : {}),
    }),
  )
  if (answer instanceof Response) {
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      cookies: cookiesIn(answer.headers),
    }
  }
  const { reply, toast } = answer.data
  return { status: answer.init?.status, reply, toast }
}

const wrong = 'Invalid email or password. Please check your credentials.'

test('AUTH-003 AUTH-005 an empty form says what is required', async () => {
  const answer = await submit({ email: ' ', password: '' })
  expect(answer).toMatchObject({
    status: 422,
    toast: null,
    reply: { errors: { email: 'Email is required', password: 'Password is required' } },
  })
})

test('AUTH-004 a malformed email is refused, and what was typed stays, but never the password', async () => {
  const answer = await submit({ email: 'asha@', password: 'quarry-lantern-47' })
  expect(answer.reply).toEqual({
    errors: { email: 'Please enter a valid email address' },
    values: { email: 'asha@' },
  })
})

test('AUTH-010 AUTH-021 an investor signs in and is led to the investor dashboard', async () => {
  const investor = await anInvestor()
  const answer = await submit({ email: ` ${investor.email.toUpperCase()} ` })
  expect(answer).toMatchObject({ status: 303, location: '/investment-dashboard' })
  expect(toastIn(answer.cookies)).toEqual({
    kind: 'success',
    title: 'Login successful',
    text: 'Redirecting you to your dashboard',
  })
  const page = await portalLoader(
    visitTo('/investment-dashboard', { cookie: answer.cookies ?? '' }),
  )
  expect(page.owner.name).toBe(investor.name)
})

test('AUTH-020 an administrator is led to the admin dashboard', async () => {
  const admin = await anAdmin()
  expect(await submit({ email: admin.email })).toMatchObject({
    status: 303,
    location: '/admin-dashboard',
  })
})

test('a page asked for before is led to when it is of the own role, else the dashboard', async () => {
  const { email } = await anInvestor()
  const own = '/investment-dashboard/investments'
  expect(await submit({ email, next: own })).toMatchObject({ location: own })
  expect(await submit({ email, next: '/admin-dashboard/investors' })).toMatchObject({
    location: '/investment-dashboard',
  })
  expect(await submit({ email, next: '//evil.example' })).toMatchObject({
    location: '/investment-dashboard',
  })
})

test('a page that shows no toasts is led to without one, which would come up on a later page', async () => {
  const { email } = await anInvestor()
  const next = '/investment/twin-towers/invest'
  const answer = await submit({ email, next })
  expect(answer).toMatchObject({ status: 303, location: next })
  expect(toastIn(answer.cookies)).toBeNull()
})

test('AUTH-011 AUTH-012 a wrong password and an unknown email get the same answer', async () => {
  const { email } = await anInvestor()
  const known = await submit({ email, password: 'not-the-password' })
  const unknown = await submit({ email: 'nobody@example.com', password: 'not-the-password' })
  for (const answer of [known, unknown]) {
    expect(answer).toMatchObject({
      status: 422,
      reply: { errors: {}, message: wrong },
      toast: { kind: 'error', title: 'Login failed', text: wrong },
    })
  }
})

test('AUTH-013 an address that was not confirmed is told so after a correct password only', async () => {
  const { email, userId } = await anInvestor()
  await change(`update auth."user" set "emailVerified" = false where id = $1`, [userId])
  expect((await submit({ email })).reply?.message).toBe(
    'Email not confirmed. Please check your inbox for a confirmation email.',
  )
  expect((await submit({ email, password: 'not-the-password' })).reply?.message).toBe(wrong)
})

test.each(['inactive', 'pending'])(
  'an account that is %s is told so after a correct password only',
  async (status) => {
    const { email } = await anInvestor('Jama Warsame', status)
    expect((await submit({ email })).reply?.message).toBe(
      'Your account is not active. Please contact support.',
    )
    expect((await submit({ email, password: 'not-the-password' })).reply?.message).toBe(wrong)
  },
)

test('ten failures for an email make it wait, and say how long; the right password waits too', async () => {
  const { email } = await anInvestor()
  const now = new Date('2026-11-20T09:00:00Z')
  setClock(() => now)
  for (let failure = 0; failure < 10; failure += 1) {
    expect((await submit({ email, password: 'not-the-password' })).reply?.message).toBe(wrong)
  }
  expect(await submit({ email })).toMatchObject({
    status: 429,
    reply: { message: 'Too many failed attempts. Please try again in 30 seconds.' },
    toast: { title: 'Login failed' },
  })
  setClock(() => new Date(now.getTime() + 31_000))
  expect(await submit({ email })).toMatchObject({ status: 303 })
})

test('ten failures for an email that does not exist are answered alike', async () => {
  const attempt = () => submit({ email: 'ghost@example.com', password: 'not-the-password' })
  for (let failure = 0; failure < 10; failure += 1) await attempt()
  expect(await attempt()).toMatchObject({ status: 429 })
})

test('a hundred failures from one client address make it wait, whichever emails they are for', async () => {
  const clientAddress = anAddress()
  const { email } = await anInvestor()
  await asSuperuser(async (client) => {
    await client.query(
      `insert into auth.sign_in_attempt (counted, subject, failures, first_at, last_at) values ('address', $1, 99, now(), now())`,
      [clientAddress],
    )
  })
  expect(
    await submit({ email: 'one@example.com', password: 'wrong-one', clientAddress }),
  ).toMatchObject({
    status: 422,
  })
  expect(await submit({ email, clientAddress })).toMatchObject({ status: 429 })
})

test('AUTH-015 (W-16) AUTH-016 (decisions §9) AUTH-017 an unforeseen fault gives the generic text and the reference under which it is logged', async () => {
  await asSuperuser((client) => client.query('alter table auth.sign_in_attempt rename to gone'))
  const lines: string[] = []
  const write = process.stderr.write
  process.stderr.write = (line: string | Uint8Array) => lines.push(String(line)) > 0
  try {
    const answer = await submit({ email: 'asha@example.com' })
    expect(answer).toMatchObject({
      status: 500,
      toast: { title: 'Login failed', text: 'An unexpected error occurred during login' },
    })
    const [, reference] = /^An unexpected error occurred during login\. Reference (\S+)$/.exec(
      answer.reply?.message ?? '',
    ) ?? ['', 'no reference']
    expect(lines.join('')).toContain(reference)
  } finally {
    process.stderr.write = write
    await asSuperuser((client) => client.query('alter table auth.gone rename to sign_in_attempt'))
  }
})

test('AUTH-001 AUTH-007 the sign-in page is open to anyone, asks for email and password, and says where to register', async () => {
  const page = await loader(visitTo<Route.LoaderArgs>('/login'))
  const html = htmlOf(Login, '/login', page.data)
  expect(html).toMatch(/<input [^>]*type="email"[^>]*name="email"/)
  expect(html).toMatch(/<input [^>]*type="password"[^>]*name="password"/)
  expect(html).toMatch(/<a href="\/#contact"[^>]*>Contact us to register<\/a>/)
})

test('AUTH-023 opening the sign-in page while signed in leads to the own dashboard', async () => {
  const page = async (person: { email: string }) =>
    thrownBy(loader(visitTo<Route.LoaderArgs>('/login', { cookie: await cookiesOf(person) })))
  expect(await page(await anInvestor())).toEqual({ status: 302, location: '/investment-dashboard' })
  expect(await page(await anAdmin())).toEqual({ status: 302, location: '/admin-dashboard' })
})

test('the data of a page of the other role is not there', async () => {
  const investor = await cookiesOf(await anInvestor())
  const loading = officeLoader(visitTo('/admin-dashboard.data', { cookie: investor }))
  expect(await thrownBy(loading)).toEqual({ status: 404, location: null })
})

test('deactivating someone ends their session immediately', async () => {
  const investor = await anInvestor()
  const cookie = await cookiesOf(investor)
  await portalLoader(visitTo('/investment-dashboard', { cookie }))
  await change(`update auth."user" set status = 'inactive' where id = $1`, [investor.userId])
  const after = portalLoader(visitTo('/investment-dashboard', { cookie }))
  expect(await thrownBy(after)).toMatchObject({
    status: 302,
    location: '/login?next=%2Finvestment-dashboard&ended',
  })
})

test('AUTH-068 who comes back with a session that ended is told so; a guest is only led to the sign-in', async () => {
  const { email } = await anInvestor()
  const { cookies = '' } = await submit({ email })
  await change(
    'delete from auth.session where "userId" = (select id from auth."user" where email = $1)',
    [email],
  )
  const ledTo = async (cookie: string) =>
    (await thrownBy(portalLoader(visitTo('/investment-dashboard/documents', { cookie }))))
      .location ?? ''
  const page = async (path: string) => htmlOf(Login, path, (await loader(visitTo(path))).data)
  const [back, fresh] = [await ledTo(cookies), await ledTo('')]
  expect([back, fresh]).toEqual([
    `${fresh}&ended`,
    '/login?next=%2Finvestment-dashboard%2Fdocuments',
  ])
  expect(await page(back)).toContain('Your session ended. Please sign in again.')
  expect(await page(fresh)).not.toContain('Your session ended')
})
