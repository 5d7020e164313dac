import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { documentForm } from '../faults/load.ts'
import { payables, paymentForm } from '../server/payments.ts'
import { demoInvestor, signIn } from '../sign-in.ts'

/** What is done `times` times. The rows of `counted` that it adds are counted instead, where that is given. */
export type Act = { name: string; times: number; counted?: string; once: () => Promise<void> }

type Sent = { path: string; headers?: Record<string, string>; body?: string | Buffer }

async function post(address: string, { path, headers, body }: Sent): Promise<void> {
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, origin: address },
    body: new Uint8Array(Buffer.from(body ?? '')),
  })
  if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}`)
}

const form = (cookie: string, path: string, fields: Record<string, string>): Sent => ({
  path,
  headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  body: `${new URLSearchParams({ key: randomUUID(), ...fields })}`,
})

const document = Buffer.from(randomUUID().repeat(3_000))

/** The acts of an office that leave something for ever, over the product's own forms; `times` of the frequent ones. */
export async function actsOf(
  address: string,
  admin: string,
  client: pg.Client,
  times: number,
): Promise<Act[]> {
  const payable = await payables(client, 5)
  let turn = 0
  const investor = () => {
    turn += 1
    const email = `investor.${turn}@growth.msingi.test`
    const fields = { fullName: `Growth ${turn}`, email, phone: '', linkedEmail: '' }
    return post(address, form(admin, '/admin-dashboard/investors/new', fields))
  }
  const payment = () => {
    turn += 1
    const { investmentId = '' } = payable[turn % payable.length] ?? {}
    return post(address, paymentForm(admin, address, investmentId))
  }
  const message = { title: 'Progress', message: 'The roof is on. '.repeat(20), recipients: 'all' }
  return [
    { name: 'a payment, with its receipt and emails', times, once: payment },
    { name: 'an investor', times, once: investor },
    {
      name: 'a document, without its file',
      times: Math.ceil(times / 2),
      once: () => {
        turn += 1
        return post(address, documentForm(admin, `Growth ${turn}`, document) as Sent)
      },
    },
    {
      name: 'a sign-in and a visit to the portal',
      times: Math.ceil(times / 4),
      once: async () => {
        const cookie = await signIn(address, demoInvestor)
        await (await fetch(`${address}/investment-dashboard`, { headers: { cookie } })).text()
      },
    },
    {
      name: 'a message, each of its readers',
      times: Math.ceil(times / 10),
      counted: 'app.notification_recipient',
      once: () => post(address, form(admin, '/admin-dashboard/notifications/new', message)),
    },
  ]
}
