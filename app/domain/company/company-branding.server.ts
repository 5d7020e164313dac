import { clock } from '../../platform/clock.server.ts'
import type { GuestActor } from '../../platform/database/database.server.ts'
import { listenFor } from '../../platform/http/live.server.ts'
import { log } from '../../platform/observability/log.server.ts'
import { companyFacts } from './company.server.ts'
import { isDescribed } from './company.ts'
import { logoAddress, logoId } from './company-logo.server.ts'

type CompanyLook = { brand: string; logo: string | null; isUndescribed?: boolean }
type ReadAsGuest = <Result>(work: (guest: GuestActor) => Promise<Result>) => Promise<Result>

const keptForMs = 60_000
let latest: { look: CompanyLook; readAt: number; isCurrent: boolean } | null = null

listenFor(['public'], () => {
  if (latest) latest.isCurrent = false
})

/** Name and logo, cached at most a minute. Never throws: without a database the last value is used. */
export async function companyBranding(read: ReadAsGuest): Promise<CompanyLook> {
  const now = clock.now().getTime()
  if (latest?.isCurrent && now - latest.readAt < keptForMs) return latest.look
  // Noted before reading, so that a change during the read invalidates it.
  const reading = { look: latest?.look ?? { brand: '', logo: null }, readAt: now, isCurrent: true }
  const before = latest
  latest = reading
  try {
    reading.look = await read(findCompanyBranding)
  } catch (fault) {
    latest = before
    log.warn('the name of the company was not read', { reason: String(fault) })
  }
  return reading.look
}

/** The stored name, logo and state, uncached. @internal */
export async function findCompanyBranding(guest: GuestActor): Promise<CompanyLook> {
  const company = await companyFacts(guest)
  const id = await logoId(guest)
  return {
    brand: company.brand,
    logo: id && logoAddress(id),
    ...(isDescribed(company) ? {} : { isUndescribed: true }),
  }
}
