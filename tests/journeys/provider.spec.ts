import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import Provider from 'oidc-provider'
import { demoAdminEmail, demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { expectSound, expectToFit, openPage } from './fixtures.ts'
import { clearAway, startProgram } from './program.ts'

test('STAFF-248 the sign-in page leads to the provider and back, and says why someone is refused', async ({
  browser,
}) => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const program = await startProgram({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'msingi',
    OIDC_CLIENT_SECRET: 'a secret of the provider and us alone',
    OIDC_NAME: 'Example ID',
  })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'msingi',
        client_secret: 'a secret of the provider and us alone',
        redirect_uris: [`${program.origin}/login/provider/callback`],
      },
    ],
    claims: { email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the provider of tests'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: true }),
    }),
  })
  server.on('request', provider.callback())
  try {
    const comeThrough = async (email: string) => {
      const { page } = await openPage(browser, program)
      await page.goto('/login?next=%2Fadmin-dashboard%2Finvestors')
      await page.getByRole('link', { name: 'Sign in with Example ID' }).click()
      await page.getByPlaceholder(/login/i).fill(email)
      await page.getByPlaceholder(/password/i).fill('any')
      await page.getByRole('button', { name: /sign-in/i }).click()
      await page.getByRole('button', { name: /continue/i }).click()
      return page
    }
    const page = await comeThrough(demoAdminEmail)
    await expect(page).toHaveURL(`${program.origin}/admin-dashboard/investors`)
    await page.context().close()

    const refused = await comeThrough(demoInvestorEmail)
    await expect(
      refused.getByText('Investors sign in with their email and password, not with Example ID.'),
    ).toBeVisible()
    await expect(refused).toHaveURL(/\/login\?next=%2Fadmin-dashboard%2Finvestors$/)
    await expectSound(refused)
    for (const width of [320, 390, 1280]) {
      await refused.setViewportSize({ width, height: 900 })
      await expectToFit(refused)
    }
    await refused.goto('/login/provider/callback?code=x&state=y')
    await expect(refused.getByText(/took too long, or was already used/)).toBeVisible()
    await refused.context().close()
  } finally {
    await program.stop()
    await clearAway(program)
    server.closeAllConnections()
    server.close()
  }
})
