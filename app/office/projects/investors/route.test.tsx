import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import type { ProjectInvestor } from '../../../domain/investments/project-investors.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { calendarDate } from '../../../values/calendar-date.ts'
import { usd } from '../../../values/money.ts'
import { InvestorsPanel } from './investors-panel.tsx'
import AddProjectInvestor, { action as add, loader as addLoader } from './new/route.tsx'
import { loader } from './route.tsx'

const admin = await anAdmin()

type Who = Parameters<typeof requestBy>[0]

type Params = { projectId: string; investmentId?: string }

function argsOf(params: Params, fields: Record<string, string> | null, by: Who = admin) {
  const path = `/admin-dashboard/projects/${params.projectId}/investors?q=garden`
  const sent = fields ? { method: 'POST', body: formOf(fields) } : {}
  return { ...requestBy(by, path, sent), params } as never
}

const load = (projectId: string, by: Who = admin) => loader(argsOf({ projectId }, null, by))

async function sendNew(projectId: string, fields: Record<string, string>, by: Who = admin) {
  return add(
    argsOf({ projectId }, { key: randomUUID(), amount: '1,000', status: 'pending', ...fields }, by),
  )
}

function toastOf(answer: unknown, projectId: string) {
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.headers.get('Location')).toBe(
    `/admin-dashboard/projects/${projectId}/investors?q=garden`,
  )
  return decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')
}

const jama: ProjectInvestor = {
  investmentId: '0198c0de-0000-7000-8000-000000000003',
  ...{
    name: 'Jama Warsame',
    email: 'jama@example.com',
    owned: null,
    amount: usd('60,000.50'),
    status: 'active',
  },
  investedOn: calendarDate('2025-06-02'),
}

const project = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'Garden City',
  isArchived: false,
}

const panel = (investors: ProjectInvestor[], isArchived = false) =>
  htmlOf(
    () => (
      <InvestorsPanel
        project={{ ...project, isArchived }}
        investors={investors}
        total={investors.length}
      />
    ),
    '/admin-dashboard/projects',
  )

describe('the panel', () => {
  test('MPR-029 opens below its card, within the list', async () => {
    const name = `Kilimani ${randomUUID()}`
    const projectId = await aProject(name)
    await anInvestment((await anInvestor('Hibo Ali')).investorId, projectId, usd('1,000'))
    const cookie = await cookiesOf(admin)
    const list = '/admin-dashboard/projects'
    const closed = await ask(`${list}?q=${encodeURIComponent(name)}`, { cookie })
    expect(closed.html).toContain(`href="${list}/${projectId}/investors?q=`)
    expect(closed.html).toContain('aria-expanded="false"')
    expect(closed.html).not.toContain('Hibo Ali')
    const opened = await ask(`${list}/${projectId}/investors?q=${encodeURIComponent(name)}`, {
      cookie,
    })
    expect(opened.html).toContain('aria-expanded="true"')
    expect(wordsOf(opened.html)).toContain(`Project Investors ${name} , 1`)
    expect(opened.html).toContain('Hibo Ali')
  })

  test('MPR-030 is a table of five columns', () => {
    const html = panel([jama])
    const heads = [...html.matchAll(/<th[^>]*>([^<]+)</g)].map(([, words]) => words)
    expect(heads).toEqual(['Investor', 'Amount', 'Status', 'Date', 'Actions'])
    for (const shown of ['Jama Warsame', 'jama@example.com', '$60,000.50', 'Active', '2 Jun 2025'])
      expect(html).toContain(shown)
  })

  test('MPR-031 says when no one is in the project', () => {
    expect(panel([])).toContain('No investors added to this project yet')
    expect(panel([jama])).not.toContain('No investors added')
  })

  test('MPR-032 calls an investor that cannot be found Unknown', () => {
    expect(panel([{ ...jama, name: null }])).toContain('>Unknown<')
  })

  test('an archived project takes no one in', () => {
    expect(panel([jama])).toContain('Add Investor')
    expect(panel([jama], true)).not.toContain('Add Investor')
  })

  test('shows the newest 25 and the way to all of them', async () => {
    const projectId = await aProject('Full House')
    const { investorId } = await anInvestor()
    await change(
      `insert into app.investment (investor_id, project_id, amount_cents, invested_on)
       select $1, $2, 100000, date '2025-01-01' + n from generate_series(1, 27) n`,
      [investorId, projectId],
    )
    const { investors, total } = await load(projectId)
    expect([investors.length, total, investors[0]?.investedOn]).toEqual([25, 27, '2025-01-28'])
  })

  test('is an administrator’s, and of an unknown project there is none', async () => {
    const projectId = await aProject()
    await expect(load(projectId, await anInvestor())).rejects.toMatchObject({ status: 302 })
    for (const unknown of [randomUUID(), 'nothing']) {
      await expect(load(unknown)).rejects.toMatchObject({ init: { status: 404 } })
    }
  })
})

describe('adding an investor', () => {
  test('MPR-033 MPR-034 DATA-020 (W-27) offers three statuses, pending preselected and no cancelled', async () => {
    const projectId = await aProject()
    const loaderData = await addLoader(argsOf({ projectId }, null))
    const html = htmlOf(
      AddProjectInvestor,
      `/admin-dashboard/projects/${projectId}/investors/new`,
      loaderData,
    )
    const offered = [...html.matchAll(/<option value="(pending|active|completed|cancelled)"/g)].map(
      ([, label]) => label,
    )
    expect(offered).toEqual(['pending', 'active', 'completed'])
    expect(html).toContain('<option value="pending" selected="">')
  })

  test('MPR-035 without an investor is refused with a titled toast, and what was typed stays', async () => {
    const projectId = await aProject()
    expect(await sendNew(projectId, { investorId: '' })).toMatchObject({
      data: {
        reply: {
          errors: { investorId: 'Please select an investor.' },
          values: { amount: '1,000' },
        },
        toast: { title: 'Missing information', text: 'Please select an investor.' },
      },
      init: { status: 422 },
    })
  })

  test.each(['0', '0.00'])(
    'MPR-036 with an amount of %s is refused with a titled toast',
    async (amount) => {
      const [projectId, { investorId }, toast] = [
        await aProject(),
        await anInvestor(),
        { title: 'Invalid amount' },
      ]
      expect(await sendNew(projectId, { investorId, amount })).toMatchObject({
        data: {
          reply: {
            errors: { amount: 'Investment amount must be greater than zero.' },
            values: { investorId },
          },
          toast: { title: 'Invalid amount', text: 'Investment amount must be greater than zero.' },
        },
        init: { status: 422 },
      })
      for (const other of ['-5', '', '12,50']) {
        expect(await sendNew(projectId, { investorId, amount: other })).toMatchObject({
          data: { toast },
        })
      }
      expect((await load(projectId)).total).toBe(0)
    },
  )

  test('MPR-037 twice is refused with a titled toast; after a cancelled investment it is not', async () => {
    const [projectId, { investorId }] = [await aProject(), await anInvestor()]
    await sendNew(projectId, { investorId })
    expect(await sendNew(projectId, { investorId })).toMatchObject({
      data: {
        toast: {
          title: 'Investor already added',
          text: 'This investor is already part of this project.',
        },
        reply: { errors: { investorId: 'This investor is already part of this project.' } },
      },
      init: { status: 422 },
    })
    const { investors } = await load(projectId)
    await change(
      "update app.investment set status = 'cancelled', cancelled_on = '2026-03-01' where id = $1",
      [investors[0]?.investmentId],
    )
    expect(await sendNew(projectId, { investorId })).toBeInstanceOf(Response)
  })

  test('MPR-037 by two admins at the same time adds one', async () => {
    const [projectId, { investorId }, other] = [
      await aProject(),
      await anInvestor(),
      await anAdmin('Ifrah Noor'),
    ]
    const answers = await Promise.all([
      sendNew(projectId, { investorId }),
      sendNew(projectId, { investorId }, other),
    ])
    expect(answers.filter((answer) => answer instanceof Response)).toHaveLength(1)
    expect((await load(projectId)).total).toBe(1)
  })

  test('MPR-038 MPR-039 stores an investment of today with nothing received, and raises the toast', async () => {
    const [projectId, { investorId }] = [await aProject(), await anInvestor()]
    const answer = await sendNew(projectId, { investorId, amount: '1,250.50', status: 'active' })
    expect(toastOf(answer, projectId)).toContain('"title":"Investor added"')
    expect(
      (
        await change(
          `select investor_id, amount_cents, received_cents, status, invested_on::text
         from app.investment where project_id = $1`,
          [projectId],
        )
      ).rows,
    ).toEqual([
      {
        investor_id: investorId,
        amount_cents: '125050',
        received_cents: '0',
        status: 'active',
        invested_on: clock.today(),
      },
    ])
  })

  test('as completed needs to be fully paid, and then records the payment', async () => {
    const [projectId, { investorId }] = [await aProject(), await anInvestor()]
    expect(await sendNew(projectId, { investorId, status: 'completed' })).toMatchObject({
      data: {
        reply: { errors: { fullyPaid: 'A completed investment must be fully paid.' } },
        toast: null,
      },
    })
    await sendNew(projectId, { investorId, status: 'completed', fullyPaid: 'on' })
    expect((await load(projectId)).investors).toMatchObject([
      { status: 'completed', amount: usd('1,000') },
    ])
  })

  test('MPR-040 a fault says so in a toast and adds no one', async () => {
    const [projectId, { investorId }] = [await aProject(), await anInvestor()]
    await asSuperuser((client) => client.query('revoke select on app.investor from msingi_admin'))
    const refused = await sendNew(projectId, { investorId })
    await asSuperuser((client) => client.query('grant select on app.investor to msingi_admin'))
    expect(refused).toMatchObject({
      data: {
        reply: { values: { investorId, amount: '1,000' } },
        toast: {
          title: 'Error adding investor',
          text: 'There was a problem adding the investor to this project.',
          kind: 'error',
        },
      },
      init: { status: 500 },
    })
    expect((await load(projectId)).total).toBe(0)
  })
})
