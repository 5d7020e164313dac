import { Outlet } from 'react-router'
import {
  countSecondFactors,
  findSecondFactorRoles,
  hasSecondFactor,
  requireSecondFactor,
} from '../../domain/accounts/second-factor/require-second-factor.server.ts'
import { SecondFactorRolesSchema } from '../../domain/accounts/second-factor/second-factor-schema.ts'
import { findOwnAccount } from '../../domain/accounts/sign-in/sessions.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  requireAdmin,
  requireUser,
} from '../../platform/session/session.server.ts'
import { useAnswer } from '../../ui/fields/use-answer.ts'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { OwnAccount } from '../../ui/layout/own-account.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { SettingPanel } from '../../ui/layout/setting-panel.tsx'
import { staffRoleNames } from '../../values/staff-role.ts'
import { needsConfirmation, requireConfirmation } from '../parts/confirm-identity.server.ts'
import { useMayOpen } from '../parts/use-access.ts'
import type { Route } from './+types/route.ts'
import { RequirePanel } from './require-panel.tsx'

const here = '/admin-dashboard/security'

export async function loader({ context }: Route.LoaderArgs) {
  const required = await adminQuery(context, findSecondFactorRoles)
  const self = await requireUser(context)
  const account = await findOwnAccount(self)
  const coverage = self.permissions.includes('settings') ? await countSecondFactors() : null
  return { required, coverage, confirm: await needsConfirmation(context), account }
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: SecondFactorRolesSchema,
    run: async ({ form, value }) => {
      const unconfirmed = await requireConfirmation(context, form)
      if (unconfirmed) return unconfirmed
      const ownFactor = await hasSecondFactor(await requireUser(context))
      return adminCommand(context, (admin) => requireSecondFactor(admin, { ...value, ownFactor }))
    },
    refusals: {
      'none-of-your-own': {
        errors: { roles: 'Set up your own second factor first. Otherwise you would lose access.' },
      },
      outdated:
        'The required roles were changed on another page. Reload the page and choose again.',
    },
    done: ({ roles }) => ({
      to: here,
      toast: {
        kind: 'success',
        title: 'Security settings saved',
        text:
          roles.length > 0
            ? `Required for ${staffRoleNames(roles)}. Those without a second factor set one up before anything else.`
            : 'Staff may sign in with their password alone.',
      },
    }),
    failed: {
      title: 'The security settings were not saved',
      text: 'Nothing was changed. Please try again later.',
      to: here,
    },
  })
}

export function meta(args: Route.MetaArgs) {
  return pageTitle('Security', args)
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { required, coverage, confirm, account } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const mayReset = useMayOpen(`${here}/reset-second-factor`)
  return (
    <>
      <PageHead title="Security" lead="How and where you are signed in." />
      <OwnAccount {...account} here={here} />
      <RequirePanel
        required={required}
        coverage={coverage}
        confirm={confirm}
        fetcher={fetcher}
        reply={answer?.reply}
      />
      {mayReset && <ResetPanel />}
      <Outlet />
    </>
  )
}

/** For people who lost their phone and recovery codes. */
function ResetPanel() {
  return (
    <SettingPanel
      id="reset"
      title="Someone lost their second factor"
      lead="Make sure that it is really them, for example by phone. An email alone is not enough."
    >
      <DialogLink to="reset-second-factor" look="secondary">
        Reset a second factor
      </DialogLink>
    </SettingPanel>
  )
}
