import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { openMailbox, textOf } from '../../../tests/mailbox.ts'
import { anAddress } from '../../../tests/visits.ts'
import { transact } from '../../platform/database/database.server.ts'
import { smtpTransport } from '../../platform/email/mail.server.ts'
import { startWorker } from '../../program/jobs.server.ts'
import { type NewInquiry, receiveInquiry } from './receive-inquiry.server.ts'

const team = 'office@example.com'
const mailbox = await openMailbox()
let worker: { stop: () => Promise<void> }

beforeAll(async () => {
  worker = await startWorker(smtpTransport(mailbox.url))
})
afterAll(async () => {
  await worker.stop()
  await mailbox.close()
})

async function receive(typed: Pick<NewInquiry, 'email' | 'message'> & Partial<NewInquiry>) {
  const inquiry: NewInquiry = {
    source: 'contact',
    name: 'Hodan Ali',
    phone: null,
    subject: null,
    project: null,
    website: '',
    startedAt: '',
    clientAddress: anAddress(),
    ...typed,
  }
  await transact({ role: 'guest' }, (guest) => receiveInquiry(guest, inquiry))
}

/** The email to this address that answers to that one, or any when none is said. */
async function mailTo(to: string, replyTo = '') {
  return vi.waitFor(() => {
    const mail = mailbox.arrived.find(
      (mail) => mail.to.includes(to) && headers(mail.source).includes(replyTo),
    )
    if (!mail) throw new Error(`no mail to ${to}`)
    return mail
  }, 15_000)
}

const headers = (source: string) => source.slice(0, source.indexOf('\r\n\r\n'))

test('the team gets the whole message as text, and answers the sender', async () => {
  const email = 'hodan.whole@example.com'
  const message = 'Is the flat <b>free</b>?\n<script>alert(1)</script>\n\nThank you & bye'
  await receive({ email, message, source: 'landing', subject: 'A flat', phone: '0700 000 000' })
  const mail = await mailTo(team, email)
  expect(headers(mail.source)).toMatch(new RegExp(`^Reply-To: ${email}\r?$`, 'm'))
  expect(headers(mail.source)).toMatch(/^Subject: Property Group: A flat, from Hodan Ali\r?$/m)
  const [plain = '', html = ''] = textOf(mail).split('Content-Type: text/html')
  for (const words of ['Hodan Ali', email, '0700 000 000', 'A flat', 'Landing page'])
    expect(plain).toContain(words)
  expect(plain.replaceAll('\r', '')).toMatch(/\d{2}:\d{2} EAT/)
  expect(plain.replaceAll('\r', '')).toContain(
    'Is the flat <b>free</b>?\n<script>alert(1)</script>\n\nThank you & bye',
  )
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toContain('<script')
})

test('PUB-103 the acknowledgement contains nothing that was typed', async () => {
  const email = 'hodan.quiet@example.com'
  await receive({
    email,
    name: 'Buy Cheap Watches',
    message: 'https://casino.example',
    subject: 'Win now',
    phone: '0799',
  })
  const mail = await mailTo(email)
  const text = textOf(mail)
  expect(headers(mail.source)).toMatch(/^Subject: Property Group received your message\r?$/m)
  expect(headers(mail.source)).not.toContain('Reply-To')
  expect(text).toMatch(/get back to you as soon as possible/)
  expect(text).not.toMatch(/watches|casino|win now|0799/i)
})

test('a name of 4-byte characters reaches the team whole, in one header line', async () => {
  const email = 'roof@example.com'
  await receive({ email, name: '🏠 هدى', message: 'Hello' })
  const { source } = await mailTo(team, email)
  expect(headers(source)).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(headers(source).match(/^(Bcc|Cc|To):/gm)).toEqual(['To:'])
})

test('what was found to be spam before its mail could go is withdrawn', async () => {
  const email = 'late.spam@example.com'
  const mailsOf = async () => {
    const query = `select o.state, o.last_error is not null as refused from app.outbox o
      join app.inquiry i on i.id = o.subject_id where i.email = $1`
    return (await asSuperuser((client) => client.query(query, [email]))).rows
  }
  const twice = (mail: object) => [mail, mail]
  mailbox.refuse('450 try again later')
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await receive({ email, message: 'Hello' })
  await vi.waitFor(
    async () => expect(await mailsOf()).toEqual(twice({ state: 'queued', refused: true })),
    15_000,
  )
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(
      "update app.inquiry set suspected_spam = true, suspicion = 'too-fast' where email = $1",
      [email],
    )
  })
  mailbox.refuse(null)
  await vi.waitFor(async () => {
    await asSuperuser((client) =>
      client.query("update pgboss.job set start_after = now() where state = 'retry'"),
    )
    // What an earlier attempt was told is forgotten when the next one begins.
    expect(await mailsOf()).toEqual(twice({ state: 'withdrawn', refused: false }))
  }, 15_000)
  expect(mailbox.arrived.filter(({ to }) => to.includes(email))).toEqual([])
})

test('neither outbox nor jobs nor events hold an address or a word of it', async () => {
  await receive({
    email: 'nowhere.else@example.com',
    name: 'Unmistakable Name',
    message: 'unmistakable words',
  })
  const { rows } = await asSuperuser((client) =>
    client.query(`select words from (select o::text as words from app.outbox o union all select e::text from app.event e
      union all select j.data::text from pgboss.job j union all select a::text from app.audit_log a
      union all select p::text from app.inquiry_acknowledgement p) everything
      where words ~* 'unmistakable|nowhere\\.else'`),
  )
  expect(rows).toEqual([])
})
