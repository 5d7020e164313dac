import { sql } from 'kysely'
import type { AdminActor } from '../platform/database/database.server.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { daysAgo } from './days.ts'
import { type ProjectKey, projectKeys } from './projects.ts'

type Facts = {
  risk: string | null
  fees: string
  custody: string
  refunds: string
  payouts: string
  place: [latitude: number, longitude: number]
}

const building = {
  fees: 'No fee to invest. The price includes building, legal work and the title.',
  custody:
    'Payments go to the company’s account at the bank. The builder is paid after each milestone that an engineer has certified.',
  refunds:
    'In full until the contract is signed. Afterwards as the contract says, within 60 days of your notice.',
  payouts:
    'Nothing while it is built. After handover the rent is paid out every quarter, in the month after its end.',
}
const rented = {
  fees: 'We keep 8% of the rent for managing the shops. Nothing else is charged.',
  custody:
    'Payments go to the company’s account at the bank and are spent on this project alone. Rent is collected there and paid out from it.',
  refunds: 'A share is not paid back early. We help to find a buyer for it.',
  payouts: 'Every quarter, in the month after its end.',
}

const facts: Record<ProjectKey, Facts> = {
  twinTowers: {
    ...building,
    risk: 'Building can take longer than planned, and the future market price is our estimate. The county approval must be renewed every year.',
    place: [-1.2524, 36.8386],
  },
  retailClothing: {
    ...rented,
    risk: 'The rent depends on the tenants. A shop can stand empty between two of them.',
    place: [2.0371, 45.3438],
  },
  cornerPlaza: { ...rented, risk: null, place: [-1.2833, 36.8167] },
  coastalVillas: {
    ...building,
    risk: 'Building can take longer than planned. Salt and wind from the sea make upkeep more expensive than in the town.',
    place: [2.0289, 45.3612],
  },
}

/** Terms and places of the projects, photographs with their day, and the newest update of Twin Towers for everyone. */
export async function addListingFacts(
  admin: AdminActor,
  projectIds: Record<ProjectKey, string>,
  today: CalendarDate,
): Promise<void> {
  for (const key of projectKeys) {
    const { risk, fees, custody, refunds, payouts, place } = facts[key]
    const [latitude, longitude] = place
    await admin.tx
      .updateTable('project')
      .set({
        latitude,
        longitude,
        risk_text: risk,
        fees_text: fees,
        custody_text: custody,
        refund_text: refunds,
        payout_text: payouts,
      })
      .where('id', '=', projectIds[key])
      .execute()
  }
  await sql`
    update app.project_update set is_public = true where id = (
      select id from app.project_update where project_id = ${projectIds.twinTowers} order by dated_on desc, id desc limit 1)`.execute(
    admin.tx,
  )
  const takenOn = daysAgo(today, 30)
  await sql`
    update app.project_picture set taken_on = ${takenOn}
    where project_id = ${projectIds.retailClothing} and place <= 2`.execute(admin.tx)
}
