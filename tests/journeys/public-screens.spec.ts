import { createHash, randomUUID } from 'node:crypto'
import { demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { test } from './fixtures.ts'
import { invite, letExpire } from './invitations.ts'
import { look } from './look.ts'
import { expectWellBuilt, phone, type Screen } from './well-built.ts'

test('the public screens are sound at every width', async ({ page }) => {
  const screens: Screen[] = [
    ['/', /^Msingi\. /, /\S/],
    ['/contact', 'Contact · Msingi', 'Talk to a person.'],
    ['/contact?project=twin-towers', 'Contact · Msingi', 'Talk to a person.'],
    [
      '/verify?code=R-2026-000001',
      'Check a receipt or statement · Msingi',
      'Is this receipt or statement genuine?',
    ],
    ['/nothing-stands-here', 'Page not found · Msingi', 'Oops! Page not found'],
    ['/login', 'Sign in · Msingi', 'Welcome back'],
    ['/login/forgot', 'Forgot password · Msingi', 'Forgot password'],
    ['/login/forgot?sent', 'Forgot password · Msingi', 'Check your email'],
    ['/reset-password', 'Reset password · Msingi', 'This link does not work'],
    ['/reset-password?email=amina@example.com', 'Reset password · Msingi', 'Send a reset link'],
    ['/confirm/nothing', 'Confirm your email · Msingi', 'This link is incomplete'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, phone)
})

test('the listings are sound at every width', async ({ page, program }) => {
  const bare = `insert into app.project (slug, name, location, total_value_cents, published)
    values ('karen-heights', 'Karen Heights', 'Nairobi', 0, true)`
  await look(program, (query) => query(bare))
  const screens: Screen[] = [
    ['/investments', 'Investments · Msingi', 'Invest in places you can walk into.'],
    ['/investments?status=closed', 'Investments · Msingi', 'Invest in places you can walk into.'],
    ['/investment/twin-towers', 'Twin Towers Muthaiga · Msingi', 'Twin Towers Muthaiga'],
    ['/investment/retail-store', 'Retail Clothing Store · Msingi', 'Retail Clothing Store'],
    ['/investment/karen-heights', 'Karen Heights · Msingi', 'Karen Heights'],
    [
      '/investment/corner-plaza/invest',
      'Corner Plaza is closed · Msingi',
      'Corner Plaza is closed',
    ],
    ['/investment/nothing-here', 'Page not found · Msingi', 'Oops! Page not found'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, phone)
  await look(program, (query) => query("delete from app.project where slug = 'karen-heights'"))
})

test('the invitation is sound in each of its states', async ({ page, program }) => {
  const email = 'hibo.screens@example.com'
  const path = new URL(await invite(program, 'Hibo Screens', email)).pathname
  const closed = (heading: string): Screen => [path, 'Invitation · Msingi', heading]
  await expectWellBuilt(page, [path, 'Welcome · Msingi', 'Welcome, Hibo Screens'], phone)

  await letExpire(program, email)
  await expectWellBuilt(page, closed('This invitation has expired'), phone)
  await look(program, (query) =>
    query('update auth.link set used_at = now() where email = $1', [email]),
  )
  await expectWellBuilt(page, closed('Your password is already set'), phone)
  await look(program, (query) =>
    query('update auth.link set used_at = null, ended_at = now() where email = $1', [email]),
  )
  await expectWellBuilt(page, closed('This invitation is no longer valid'), phone)
  await expectWellBuilt(page, [`${path}x`, 'Invitation · Msingi', 'This link is incomplete'], phone)
})

test('the pages of a genuine link to recover and to confirm are sound', async ({
  page,
  program,
}) => {
  const linkFor = async (purpose: string) => {
    const token = randomUUID()
    const tokenHash = createHash('sha256').update(token).digest('base64url')
    await look(program, (query) =>
      query(
        `insert into auth.link (user_id, purpose, token_hash, email, expires_at)
         select id, $1, $2, email, now() + interval '1 hour' from auth."user" where email = $3`,
        [purpose, tokenHash, demoInvestorEmail],
      ),
    )
    return token
  }
  const screens: Screen[] = [
    [
      `/reset-password?token=${await linkFor('recovery')}`,
      'Reset password · Msingi',
      'Set a new password',
    ],
    [
      `/confirm/${await linkFor('confirmation')}`,
      'Confirm your email · Msingi',
      'Confirm your email',
    ],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, phone)
})
