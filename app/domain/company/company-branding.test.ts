import { expect, test, vi } from 'vitest'
import { anAdmin, anInvestor, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { startListening } from '../../platform/http/live.server.ts'
import { terminalCommand } from '../../platform/session/unattended.server.ts'
import { changeCompany } from './change-company.server.ts'
import { companySettings } from './company.server.ts'
import { companyBranding } from './company-branding.server.ts'

const admin = await anAdmin()

async function rename(brand: string) {
  await as(admin, async (actor) => {
    const { version, company } = await companySettings(actor)
    await changeCompany(actor, { version, company: { ...company, brand } })
  })
}

test('PUB-371 office, portal, sign-in and public pages carry the name of the company', async () => {
  await rename('Nyumba')
  const adminCommand = await cookiesOf(admin)
  const investorCommand = await cookiesOf(await anInvestor())
  for (const path of ['/', '/contact', '/login', '/no-such-page']) {
    expect((await ask(path)).html).toContain('aria-label="Nyumba, home"')
  }
  expect((await ask('/admin-dashboard', { cookie: adminCommand })).html).toContain(
    'aria-label="Nyumba, dashboard"',
  )
  expect((await ask('/investment-dashboard', { cookie: investorCommand })).html).toContain(
    'aria-label="Nyumba, dashboard"',
  )
})

test('PUB-371 a changed name is read once, in every process that hears of it; a database that is gone leaves the last one', async () => {
  await startListening()
  let reads = 0
  const read: Parameters<typeof companyBranding>[0] = (work) => {
    reads += 1
    return terminalCommand((actor) => work(actor as never))
  }
  await rename('Nyumba')
  await vi.waitFor(async () => {
    reads = 0
    expect((await companyBranding(read)).brand).toBe('Nyumba')
    expect(reads).toBe(0)
  })
  await rename('Jengo')
  await vi.waitFor(async () => expect((await companyBranding(read)).brand).toBe('Jengo'))
  expect(reads).toBe(1)
  await rename('Mjengo')
  const gone = () => Promise.reject(new Error('gone'))
  await vi.waitFor(async () => {
    reads = 0
    expect((await companyBranding(gone)).brand).toBe('Jengo')
    expect((await companyBranding(read)).brand).toBe('Mjengo')
  })
})
