import { expect, test } from 'vitest'
import { setClock } from '../platform/clock.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { loadDemo } from './load-demo.server.ts'

const sooner = await onAnotherDay('2027-01-05T20:00:00Z')

/** A first start on another day, which leaves nothing behind: the last payment, and what the tax certificate is called. */
async function onAnotherDay(moment: string) {
  setClock(() => new Date(moment))
  return terminalCommand(async (admin) => {
    await loadDemo(admin)
    const payment = await admin.tx
      .selectFrom('ledger_entry')
      .select('dated_on')
      .orderBy('dated_on', 'desc')
      .limit(1)
      .executeTakeFirst()
    const certificate = await admin.tx
      .selectFrom('document')
      .select('title')
      .where('document_type', '=', 'tax')
      .executeTakeFirst()
    return {
      refused: 'only looked at' as const,
      lastPaymentOn: payment?.dated_on,
      certificate: certificate?.title,
    }
  })
}

test('all days follow the day of the first start', () => {
  expect(sooner).toMatchObject({ lastPaymentOn: '2027-01-01', certificate: 'Tax certificate 2025' })
})
