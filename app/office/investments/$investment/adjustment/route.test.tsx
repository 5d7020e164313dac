import { expect, test } from 'vitest'
import { aHolding } from '../../../../../tests/ledger.ts'
import { anAdmin } from '../../../../../tests/people.ts'
import { requestBy } from '../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../tests/screens.tsx'
import AdjustLedger, { loader } from './route.tsx'

const admin = await anAdmin()

test('PLAN-140 the dialog of an adjustment says that it completes the investment, or is too much', async () => {
  const { investmentId } = await aHolding()
  const path = `/admin-dashboard/investments/${investmentId}/ledger/adjustment`
  const loaded = await loader({ ...requestBy(admin, path), params: { investmentId } } as never)
  const wordsFor = (received: string) => {
    const reply = { values: { received }, errors: {} }
    return wordsOf(htmlOf(AdjustLedger, path, loaded, { reply }))
  }
  expect(wordsFor('34,999.99')).not.toContain('Investment is completed')
  expect(wordsFor('35,000')).toContain('Investment is completed')
  expect(wordsFor('35,000.01')).toContain('can receive no more than its amount, $35,000')
})
