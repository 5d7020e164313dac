import { expect } from '@playwright/test'
import { expectSound, expectToFit, openPage, test } from './fixtures.ts'
import { look } from './look.ts'
import { desk, phone } from './well-built.ts'

for (const size of [desk, phone])
  for (const javaScriptEnabled of [true, false])
    test(`PROOF-106 a visitor compares the name on a receipt at ${size.width} px ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
      browser,
      program,
    }) => {
      const [receipt] = await look(program, async (query) => {
        await query('delete from app.unknown_code')
        return query(`select code, number, investor_name as name from app.receipt r where not exists (
          select from app.ledger_entry v where v.voids_id = r.entry_id) order by number limit 1`)
      })
      const name = String(receipt?.name)
      const { page, complaints } = await openPage(browser, program, {
        viewport: size,
        javaScriptEnabled,
      })
      await page.goto(`/verify/${receipt?.code}`)
      await expect(page.getByText(`Receipt ${receipt?.number}`)).toBeVisible()
      await expect(page.getByText(name)).toHaveCount(0)
      await page.getByLabel('Name on your document').fill('Another Person')
      await page.getByRole('button', { name: 'Compare the name' }).click()
      await expect(page.getByText('No, we issued this document in another name.')).toBeVisible()
      await expect(page.getByLabel('Name on your document')).toHaveValue('Another Person')
      await expectToFit(page)
      if (javaScriptEnabled) await expectSound(page)
      await page.getByLabel('Name on your document').fill(name.toUpperCase())
      await page.getByRole('button', { name: 'Compare the name' }).click()
      await expect(page.getByText('Yes, this is the name on the document we issued.')).toBeVisible()
      await page.context().close()
      expect(complaints).toEqual([])
    })
