import { isIP } from 'node:net'
import { loadDemo } from '../demo/load-demo.server.ts'
import { demoPassword, demoSignIns } from '../demo/sign-ins.ts'
import { hasAdministrator } from '../domain/accounts/administration/create-administrator.server.ts'
import { companyPhoneReader } from '../domain/company/company.server.ts'
import { demoCompany } from '../domain/company/demo-company.ts'
import {
  initialiseInstallation,
  lockInstallation,
} from '../domain/company/installation-setup.server.ts'
import { newCompany, senderAddress } from '../domain/company/new-company.ts'
import { readStoredPhones } from '../domain/investors/stored-phones.server.ts'
import { config } from '../platform/config.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'

type Wish = { demo: boolean; host: string; smtpUrl: string | null }
type Prepared = {
  demo: boolean
  freshlyLoaded: boolean
  signIns: { email: string; password: string; role: string }[]
  hasAdmin: boolean
}

/**
 * Decides at the first start whether this is a demo, stores that and loads demo data. A demo has
 * known passwords, so it refuses to listen beyond this machine or to send real email.
 */
export async function prepareInstallation({ demo: wish, host, smtpUrl }: Wish): Promise<Prepared> {
  const { demo, isNew } = await terminalCommand(async (admin) => {
    const settled = await lockInstallation(admin)
    const demo = settled?.demo ?? wish
    if (demo) refuseExposure(host, smtpUrl)
    if (settled) return { demo, isNew: false }
    await initialiseInstallation(admin, {
      demo,
      company: demo ? demoCompany : newCompany(senderAddress(config.mailFrom)),
    })
    if (demo) await loadDemo(admin)
    return { demo, isNew: true }
  })
  await readPhones()
  const hasAdmin = await terminalCommand(hasAdministrator)
  const signIns = demo ? demoSignIns.map((signIn) => ({ ...signIn, password: demoPassword })) : []
  return { demo, freshlyLoaded: demo && isNew, signIns, hasAdmin }
}

/** Numbers an earlier version stored as typed. */
async function readPhones() {
  const read = await terminalCommand(companyPhoneReader)
  for (const table of ['investor', 'inquiry'] as const) {
    let after: string | null = '00000000-0000-0000-0000-000000000000'
    while (after !== null) {
      const from: string = after
      after = await terminalCommand((admin) => readStoredPhones(admin, table, read, from))
    }
  }
}

function refuseExposure(host: string, smtpUrl: string | null) {
  const isLoopback =
    host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  if (!isLoopback) {
    throw new Error(
      `HOST ${host}: this is a demo with known passwords, which listens on 127.0.0.1 only. Start empty with DEMO=0 and another DATA_DIR.`,
    )
  }
  if (smtpUrl)
    throw new Error(
      'SMTP_URL: this is a demo, which sends no real email. Start empty with DEMO=0 and another DATA_DIR.',
    )
}
