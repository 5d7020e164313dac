import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, test } from './fixtures.ts'
import { invite, letExpire } from './invitations.ts'
import { anInvestorAccount, anOpenInvestment, look } from './look.ts'
import { desk, expectWellBuilt, type Screen } from './well-built.ts'

test('the lists of the back office are sound at every width', async ({ page, program }) => {
  const email = 'warda.screens@example.com'
  await invite(program, 'Warda Screens', email)
  await letExpire(program, email)
  await comeIn(page, demoAdminEmail)
  const at = '/admin-dashboard'
  const screens: Screen[] = [
    [at, 'Dashboard · Msingi', /\S/],
    [`${at}/investors`, 'Manage Investors · Msingi', 'Manage Investors'],
    [`${at}/investors?q=${email}`, 'Manage Investors · Msingi', 'Manage Investors'],
    [`${at}/investors?q=nobody-of-this-name`, 'Manage Investors · Msingi', 'Manage Investors'],
    [`${at}/projects`, 'Manage Projects · Msingi', 'Manage Projects'],
    [`${at}/investments`, 'Manage Investments · Msingi', 'Investment Management'],
    [`${at}/distributions`, 'Distributions · Msingi', 'Distributions'],
    [
      `${at}/distributions/new?projectId=&amount=12,50`,
      'Distribute Returns · Msingi',
      'Distribute returns',
    ],
    [`${at}/documents`, 'Manage Documents · Msingi', 'Manage Documents'],
    [`${at}/notifications`, 'Manage Notifications · Msingi', 'Manage Notifications'],
    [`${at}/company`, 'Company Settings · Msingi', 'Company Settings'],
    [`${at}/security`, 'Security · Msingi', 'Security'],
    [`${at}/nothing-stands-here`, 'Page not found · Msingi', 'Page not found'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
})

test('an investment with its ledger and a distribution are sound at every width, and so are their dialogs', async ({
  page,
  program,
}) => {
  const { id, project } = await anOpenInvestment(program)
  const [{ entry, distribution: paidOut, paying } = {}] = await look(program, (query) =>
    query(
      `select e.id as entry, d.id as distribution, p.name as paying from app.ledger_entry e, app.distribution d
        join app.project p on p.id = d.project_id
      where e.investment_id = $1 and e.kind = 'payment'
        and not exists (select from app.ledger_entry v where v.voids_id = e.id) limit 1`,
      [id],
    ),
  )
  await comeIn(page, demoAdminEmail)
  const investment = `/admin-dashboard/investments/${id}`
  const distribution = `/admin-dashboard/distributions/${paidOut}`
  const screens: Screen[] = [
    [investment, `${project} · Investment · Msingi`, project],
    [`${investment}/ledger/refund`, 'Record Refund · Msingi', project],
    [`${investment}/ledger/adjustment`, 'Adjust Ledger · Msingi', project],
    [`${investment}/ledger/void/${entry}`, 'Void Entry · Msingi', project],
    [distribution, `${paying} · Distribution · Msingi`, `${paying}`],
    [`${distribution}/void`, 'Void Distribution · Msingi', `${paying}`],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
})

test('the panel of a project and its dialogs are sound at every width', async ({
  page,
  program,
}) => {
  const [{ id, investment } = {}] = await look(program, (query) =>
    query(
      `select p.id, i.id as investment from app.project p join app.investment i on i.project_id = p.id
       where p.slug = 'corner-plaza' and i.archived_at is null limit 1`,
    ),
  )
  await comeIn(page, demoAdminEmail)
  const own = `/admin-dashboard/projects/${id}`
  const screens: Screen[] = [
    ['/admin-dashboard/projects?status=archived', 'Manage Projects · Msingi', 'Manage Projects'],
    [`${own}/investors`, 'Project Investors · Msingi', 'Manage Projects'],
    [`${own}/investors/new`, 'Add Investor to Project · Msingi', 'Manage Projects'],
    [`${own}/investors/${investment}/remove`, 'Remove Investor · Msingi', 'Manage Projects'],
    [`${own}/delete`, 'Delete or Archive Project · Msingi', 'Manage Projects'],
    [`${own}/preview`, 'Preview of Corner Plaza · Msingi', 'Corner Plaza'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
})

test('the pages of a project and their dialogs are sound at every width', async ({
  page,
  program,
}) => {
  const [{ id, picture, update } = {}] = await look(program, (query) =>
    query(
      `with reported as (
         insert into app.project_update (project_id, dated_on, progress_percent, body)
         select id, '2026-03-01', 40, 'The roof is on.' from app.project where slug = 'corner-plaza' returning id)
       select p.id, r.id as update,
         (select picture_id from app.project_picture where project_id = p.id order by place limit 1) as picture
       from app.project p, reported r where p.slug = 'corner-plaza'`,
    ),
  )
  await comeIn(page, demoAdminEmail)
  const own = `/admin-dashboard/projects/${id}`
  const screens: Screen[] = [
    [own, 'Edit Project · Msingi', 'Edit Project'],
    [`${own}/pictures`, 'Pictures · Msingi', 'Edit Project'],
    [`${own}/pictures/new`, 'Add Picture · Msingi', 'Edit Project'],
    [`${own}/pictures/${picture}/describe`, 'Describe Picture · Msingi', 'Edit Project'],
    [`${own}/pictures/${picture}/remove`, 'Remove Picture · Msingi', 'Edit Project'],
    [`${own}/updates/new`, 'Report Progress · Msingi', 'Edit Project'],
    [`${own}/updates/${update}/edit`, 'Edit Update · Msingi', 'Edit Project'],
    [`${own}/updates/${update}/remove`, 'Remove Update · Msingi', 'Edit Project'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
  await look(program, (query) => query('delete from app.project_update where id = $1', [update]))
})

test('the dialogs of the back office are sound at every width', async ({ page, program }) => {
  const { id } = await anOpenInvestment(program)
  await comeIn(page, demoAdminEmail)
  const at = '/admin-dashboard'
  const screens: Screen[] = [
    [`${at}/investors/new`, 'Add Investor · Msingi', 'Manage Investors'],
    [`${at}/projects/new`, 'Add Project · Msingi', 'Add Project'],
    [`${at}/investments/new`, 'Add Investment · Msingi', 'Investment Management'],
    [`${at}/investments/${id}/payment`, 'Record Payment · Msingi', 'Investment Management'],
    [`${at}/investments/${id}/edit`, 'Edit Investment · Msingi', 'Investment Management'],
    [`${at}/investments/${id}/removal`, 'Archive Investment · Msingi', 'Investment Management'],
    [`${at}/documents/new`, 'Upload Document · Msingi', 'Manage Documents'],
    [`${at}/notifications/new`, 'Create New Notification · Msingi', 'Manage Notifications'],
    [`${at}/security/reset-second-factor`, 'Reset a second factor · Msingi', 'Security'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
})

test('the page of a document and its dialogs are sound at every width', async ({
  page,
  program,
}) => {
  const [{ id, title } = {}] = await look(program, (query) =>
    query(`select id, title from app.document where status = 'active' and file_number = 1
      and not app.document_read_by_investor(id) order by uploaded_at limit 1`),
  )
  await comeIn(page, demoAdminEmail)
  const at = '/admin-dashboard/documents'
  const screens: Screen[] = [
    [`${at}/${id}`, `${title} · Document · Msingi`, `${title}`],
    [`${at}/${id}/edit`, 'Edit Document · Msingi', 'Manage Documents'],
    [`${at}/${id}/removal`, 'Delete Document · Msingi', 'Manage Documents'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
})

test('the page of an investor and their dialogs are sound at every width', async ({
  page,
  program,
}) => {
  const { id: userId, name } = await anInvestorAccount(program)
  const [{ id } = {}] = await look(program, (query) =>
    query('select id from app.investor where user_id = $1', [userId]),
  )
  await comeIn(page, demoAdminEmail)
  const at = '/admin-dashboard/investors'
  const screens: Screen[] = [
    [`${at}/${id}`, `${name} · Investor · Msingi`, name],
    [`${at}/${id}/edit`, 'Edit Investor · Msingi', 'Manage Investors'],
    [`${at}/${id}/password`, 'Set New Password · Msingi', 'Manage Investors'],
    [`${at}/${id}/removal`, 'Archive Investor · Msingi', 'Manage Investors'],
    [`${at}/${id}/restore`, 'Restore Investor · Msingi', 'Manage Investors'],
    [`${at}/${id}/profile/investment`, 'Add Investment · Msingi', name],
    [`${at}/${id}/profile/statement`, 'Issue Statement · Msingi', name],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
})

test('the tabs of Manage Users are sound at every width', async ({ page, program }) => {
  const { id } = await anInvestorAccount(program)
  await comeIn(page, demoAdminEmail)
  const at = '/admin-dashboard/users'
  const screens: Screen[] = [
    [at, 'Manage Users · Msingi', 'Manage Users'],
    [`${at}?q=nobody-of-this-name`, 'Manage Users · Msingi', 'Manage Users'],
    [`${at}/verify-email?user=${id}`, 'Verify Email Sync · Msingi', 'Manage Users'],
    [`${at}/promote?user=${id}`, 'Promote to Admin · Msingi', 'Manage Users'],
    [`${at}/update-password?user=${id}`, 'Update Password · Msingi', 'Manage Users'],
    [`${at}/update-email?user=${id}`, 'Update Email · Msingi', 'Manage Users'],
    [`${at}/batch-emails`, 'Update Batch Emails · Msingi', 'Update Batch Emails'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
})

test('the dialogs of Manage Users are sound at every width', async ({ page, program }) => {
  const { id } = await anInvestorAccount(program)
  await comeIn(page, demoAdminEmail)
  const at = '/admin-dashboard/users'
  const screens: Screen[] = [
    [`${at}/${id}/role/admin`, 'Change Role · Msingi', 'Manage Users'],
    [`${at}/${id}/status`, 'Update Account Status · Msingi', 'Manage Users'],
    [`${at}/${id}/password`, 'Reset Password · Msingi', 'Manage Users'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
})

test('the outbox and a mail that was not delivered are sound at every width', async ({
  page,
  program,
}) => {
  const { id } = await anInvestorAccount(program)
  const [mail] = await look(program, (query) =>
    query(
      `insert into app.outbox (template, user_id, state, attempts, last_error, attempted_at)
       values ('recovery', $1, 'failed', 5, '550 5.1.1 The mailbox does not exist', now()) returning id`,
      [id],
    ),
  )
  await comeIn(page, demoAdminEmail)
  const at = '/admin-dashboard/outbox'
  const screens: Screen[] = [
    [at, 'Outbox · Msingi', 'Outbox'],
    [`${at}?q=nobody-of-this-name`, 'Outbox · Msingi', 'Outbox'],
    [`${at}/${mail?.id}`, 'Email · Msingi', 'Outbox'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
  await look(program, (query) => query('delete from app.outbox where id = $1', [mail?.id]))
})

test('an import is sound at every width, from the choice of a list to what became of a file', async ({
  page,
  program,
}) => {
  await comeIn(page, demoAdminEmail)
  const at = '/admin-dashboard/import'
  const headers = { origin: program.origin }
  const lead = async (name: string, rows: string) => {
    const file = {
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(`Full name,Email,Phone\n${rows}`),
    }
    const multipart = { file, lines: '' }
    const answer = await page.request.post(`${at}/investors`, {
      multipart,
      headers,
      maxRedirects: 0,
    })
    return answer.headers().location ?? ''
  }
  const faulty = await lead(
    'faulty.csv',
    `${'حليمة '.repeat(40)},halima(at)screens,1\nAda,ada@screens.example,\n`,
  )
  const ready = await lead(
    'ready.csv',
    `Ada Screens,ada@screens.example,\nHodan,${demoInvestorEmail},\n`,
  )
  const screens: Screen[] = [
    [at, 'Import · Msingi', 'Import'],
    [`${at}/payments`, 'Import payments · Msingi', 'Import payments'],
    [faulty, 'Import investors · Msingi', 'Import investors'],
    [ready, 'Import investors · Msingi', 'Import investors'],
    [`${ready}?show=here`, 'Import investors · Msingi', 'Import investors'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
  await page.goto(ready)
  await page.getByRole('button', { name: 'Import 1 row, leave out 1' }).click()
  await page.waitForURL('**/admin-dashboard/investors')
  for (const path of [at, ready]) await expectWellBuilt(page, [path, /^Import/, 'Import'], desk)
  const [{ id } = {}] = await look(program, (query) =>
    query("select id from app.investor where email = 'ada@screens.example'"),
  )
  const invitation = `/admin-dashboard/investors/${id}/invitation`
  await expectWellBuilt(page, [invitation, /· Msingi$/, 'Manage Investors'], desk)
  await look(program, (query) => query('delete from app.investor where id = $1', [id]))
})
