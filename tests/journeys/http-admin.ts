import { randomUUID } from 'node:crypto'
import { demoPassword } from '../../app/demo/sign-ins.ts'

/** An administrator without a browser: the requests that a browser without script would send. */
export async function signInOverHttp(origin: string, email = 'admin@demo.msingi.test') {
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams({ email, password: demoPassword }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  if (answer.status !== 302 && answer.status !== 303)
    throw new Error(`Signing in answered ${answer.status}`)
  return {
    get: (path: string) => fetch(`${origin}${path}`, { headers: { cookie }, redirect: 'manual' }),
    post: (path: string, form: Record<string, string>) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, origin },
        body: new URLSearchParams(form),
      }),
  }
}

/** The fields of Record Payment. */
export function paymentForm(
  amount: string,
  receivedOn: string,
  reference: string,
): Record<string, string> {
  return { key: randomUUID(), amount, receivedOn, method: 'bank-transfer', reference }
}

type Admin = Awaited<ReturnType<typeof signInOverHttp>>

/** Sends a notification to one investor, or to all. */
export async function notify(admin: Admin, title: string, investorId?: string): Promise<void> {
  const recipients = investorId ? 'investor' : 'all'
  const form = {
    key: randomUUID(),
    title,
    message: 'For the test.',
    recipients,
    investorId: investorId ?? '',
  }
  const { status } = await admin.post('/admin-dashboard/notifications/new', form)
  if (status !== 303) throw new Error(`Sending a notification answered ${status}`)
}
