import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { aMail } from '../../../../tests/outbox.ts'
import { anAdmin, anInvestor } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { requestBy } from '../../../../tests/requests.ts'
import { cookiesOf } from '../../../../tests/visits.ts'
import { loader as exportLoader } from './route.ts'

const admin = await anAdmin()

const cookie = await cookiesOf(admin)

const home = '/admin-dashboard/outbox'

beforeEach(async () => {
  await change('delete from app.outbox')
})

describe('DATA-025 the list as a file', () => {
  const exported = async (query: string) => {
    const file = await exportLoader(requestBy(admin, `${home}/export${query}`) as never)
    return { file, lines: (await file.text()).replace('\uFEFF', '').split('\r\n').slice(0, -1) }
  }

  test('is all of it in the order of the list, with what the servers said and no link', async () => {
    const [aisha, omar] = [await anInvestor('Aisha Exported'), await anInvestor('=Omar')]
    await aMail(
      'receipt',
      aisha,
      `state = 'sent', sent_to = '${aisha.email}', created_at = '2026-01-02T03:04:05Z'`,
    )
    await aMail(
      'recovery',
      omar,
      "state = 'failed', attempts = 31, last_error = E'550 nobody\\nhere'",
    )
    await aMail('email-changed', aisha, "created_at = '2026-01-01'")
    const { file, lines } = await exported('')
    expect(file.headers.get('Content-Disposition')).toMatch(/outbox-\d{4}-\d\d-\d\d\.csv/)
    expect(lines[0]).toBe(
      'Queued (UTC),Name,Email,Mail,About,State,Tries,Last try (UTC),Sent (UTC),Last answer,Id',
    )
    expect(lines.slice(1).map((line) => line.slice(25))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^"'=Omar",${omar.email},Password reset,,Not delivered,31,,,"550 nobody\nhere",[0-9a-f-]{36}$`,
        ),
      ),
      expect.stringMatching(new RegExp(`^Aisha Exported,${aisha.email},Payment receipt,,Sent,0,`)),
      expect.stringMatching(/^Aisha Exported,their former address,Address changed,,Waiting,0,/),
    ])
    expect(lines[2]).toMatch(/^2026-01-02T03:04:05\.000Z,/)
    expect(lines.join()).not.toContain('token=')
  })

  test('is narrowed as the list is, and the log says by which words of ours', async () => {
    const [aisha, bashir] = [
      await anInvestor('Aisha Narrowed'),
      await anInvestor('Bashir Narrowed'),
    ]
    await aMail('recovery', aisha)
    await aMail('receipt', bashir, 'attempts = 3')
    await aMail('receipt', bashir, 'attempts = 0')
    for (const query of ['?q=aisha+narrowed', '?state=failed', '?mail=recovery&page=7']) {
      const { lines } = await exported(query)
      expect(lines, query).toHaveLength(2)
      expect(lines[1], query).toContain('Aisha Narrowed')
    }
    expect((await exported('?state=retrying&q=narrowed')).lines[1]).toContain(',Trying again,3,')
    const { rows } = await change(
      "select subject, after from app.audit_log where act = 'export' order by id desc limit 1",
    )
    expect(rows[0]).toEqual({
      subject: 'outbox',
      after: { state: 'retrying', searched: true, rows: 1 },
    })
  })

  test('stands at the head of the list, narrowed by its address', async () => {
    const { html } = await ask(`${home}?state=failed&page=2`, { cookie })
    expect(html).toContain(`href="${home}/export?state=failed"`)
  })
})
