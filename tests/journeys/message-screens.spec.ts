import { expect, type Page } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, test } from './fixtures.ts'
import { look } from './look.ts'
import { desk, expectWellBuilt, type Screen } from './well-built.ts'

test('notifications, inquiries and their dialogs are sound at every width', async ({
  page,
  program,
}) => {
  const [{ id, notification } = {}] = await look(program, (query) =>
    query(
      `insert into app.inquiry (source, name, email, phone, message, project_id)
       select 'contact', 'Sagal Screens', 'sagal.screens@example.com', '+254 711 222 333', 'May I visit?', id
       from app.project where slug = 'corner-plaza'
       returning id, (select id from app.notification order by sent_at desc limit 1) as notification`,
    ),
  )
  await comeIn(page, demoAdminEmail)
  const [notifications, inquiries] = [
    '/admin-dashboard/notifications',
    '/admin-dashboard/inquiries',
  ]
  const screens: Screen[] = [
    [`${notifications}/${notification}/edit`, 'Edit Notification · Msingi', 'Manage Notifications'],
    [
      `${notifications}/${notification}/removal`,
      'Delete Notification · Msingi',
      'Manage Notifications',
    ],
    [inquiries, 'Inquiries · Msingi', 'Inquiries'],
    [`${inquiries}?q=nobody-of-this-name`, 'Inquiries · Msingi', 'Inquiries'],
    [`${inquiries}/${id}`, 'Sagal Screens · Inquiry · Msingi', 'Inquiries'],
    [`${inquiries}/${id}/convert`, 'Make an Investor · Msingi', 'Inquiries'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
  await look(program, (query) => query('delete from app.inquiry where id = $1', [id]))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(notifications)
  // As much as the cross takes that empties the field.
  await expect.poll(() => roomBesidePlaceholder(page)).toBeGreaterThan(16)
})

/** How much wider the field of the search is than what it says while it is empty. */
function roomBesidePlaceholder(page: Page): Promise<number> {
  return page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
    const style = getComputedStyle(field)
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const [start, end] = [style.paddingInlineStart, style.paddingInlineEnd].map(Number.parseFloat)
    return field.clientWidth - (start ?? 0) - (end ?? 0) - pen.measureText(field.placeholder).width
  })
}
