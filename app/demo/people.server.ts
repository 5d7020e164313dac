import { sql } from 'kysely'
import type { AdminActor } from '../platform/database/database.server.ts'
import { readPhone } from '../platform/phone.server.ts'
import { hashPassword } from '../platform/session/auth.server.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { daysAgo, instantOn } from './days.ts'
import {
  demoAdminName,
  demoCashierName,
  demoInvestors,
  type InvestorKey,
  investorKeys,
} from './people.ts'
import { demoAdminEmail, demoCashierEmail, demoPassword } from './sign-ins.ts'

/** The administrator is the author of all records. */
export type DemoPeople = {
  adminId: string
  cashierId: string
  investorIds: Record<InvestorKey, string>
}

export async function addPeople(admin: AdminActor, today: CalendarDate): Promise<DemoPeople> {
  // One hash for everyone, because hashing is slow and the password is public.
  const passwordHash = await hashPassword(demoPassword)
  const adminId = await openAccount(admin, demoAdminName, demoAdminEmail, 'admin')
  await setPassword(admin, adminId, passwordHash)
  const cashierId = await openAccount(admin, demoCashierName, demoCashierEmail, 'investor')
  await setPassword(admin, cashierId, passwordHash)
  await sql`select auth.change_roles(${cashierId}, array['cashier'])`.execute(admin.tx)
  const added: [InvestorKey, string][] = []
  for (const key of investorKeys)
    added.push([key, await addInvestor(admin, key, today, passwordHash)])
  return {
    adminId,
    cashierId,
    investorIds: Object.fromEntries(added) as Record<InvestorKey, string>,
  }
}

async function addInvestor(
  admin: AdminActor,
  key: InvestorKey,
  today: CalendarDate,
  passwordHash: string,
) {
  const { name, email, phone, joinedDaysAgo, standing } = demoInvestors[key]
  const userId = await openAccount(admin, name, email, 'investor')
  if (standing !== 'invited') await setPassword(admin, userId, passwordHash)
  if (standing === 'inactive')
    await sql`select auth.change_status(${userId}, 'inactive')`.execute(admin.tx)
  const joinedOn = daysAgo(today, joinedDaysAgo)
  const { id } = await admin.tx
    .insertInto('investor')
    .values({
      user_id: userId,
      email,
      full_name: name,
      phone: phone && readPhone(phone),
      joined_on: joinedOn,
      created_at: instantOn(joinedOn),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function openAccount(
  admin: AdminActor,
  name: string,
  email: string,
  role: 'admin' | 'investor',
) {
  const { rows } = await sql<{
    id: string
  }>`select auth.open_account(${name}, ${email}, ${role}) as id`.execute(admin.tx)
  const [opened] = rows
  if (!opened) throw new Error('auth.open_account answered nothing')
  return opened.id
}

async function setPassword(admin: AdminActor, userId: string, passwordHash: string) {
  await sql`select auth.set_first_password(${userId}, ${passwordHash})`.execute(admin.tx)
}
