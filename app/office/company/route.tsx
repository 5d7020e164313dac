import { data, Outlet } from 'react-router'
import { companyAsOf } from '../../domain/audit/company-history.server.ts'
import { changeCompany } from '../../domain/company/change-company.server.ts'
import {
  type CompanySettings,
  companySettings,
  readInternationalPhone,
} from '../../domain/company/company.server.ts'
import type { Company } from '../../domain/company/company.ts'
import { fieldsIn, fieldsOf } from '../../domain/company/company-fields.ts'
import { parseCompany } from '../../domain/company/company-schema.ts'
import { listDirectors } from '../../domain/company/directors.server.ts'
import { publishedLegalTexts } from '../../domain/company/legal-texts.server.ts'
import { mergeFields } from '../../domain/company/merge-fields.ts'
import { listPaymentAccounts } from '../../domain/payment-accounts/payment-accounts.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { formAction, type Refusal } from '../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery, requireAdmin } from '../../platform/session/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useCompanyLook } from '../../ui/layout/company-look.ts'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { refuseForm } from '../../values/form.ts'
import type { Route } from './+types/route.ts'
import { Directors } from './directors.tsx'
import { LegalTexts } from './legal-texts.tsx'
import { PaymentAccounts } from './payment-accounts.tsx'
import { rowChangeReply } from './reply.ts'
import { Setting } from './setting.tsx'
import { SettingsForm } from './settings-form.tsx'
import { savedVersion } from './use-settings.ts'

const path = '/admin-dashboard/company'
const versionConflict =
  'These settings changed while you were editing, and nothing was saved yet. Your entries are kept. Look at what changed, then save again.'
export async function loader({ context }: Route.LoaderArgs) {
  const { version, company, ...parts } = await adminQuery(context, async (admin) => ({
    ...(await companySettings(admin)),
    accounts: await listPaymentAccounts(admin),
    directors: await listDirectors(admin),
    legalTexts: await publishedLegalTexts(admin),
  }))
  return { version, fields: fieldsOf(company), ...parts }
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    parse: (form) =>
      rowChangeReply(form)
        ? { ok: false, reply: refuseForm(form, {}) }
        : parseCompany(form, Number(clock.today().slice(0, 4)), readInternationalPhone),
    unreadable: (refused, form) => {
      const { reply, ...facts } = rowChangeReply(form) ?? { reply: refused }
      return { ...reply, facts }
    },
    run: ({ value }) =>
      adminCommand(context, async (admin) => {
        const changed = await changeCompany(admin, value)
        return 'refused' in changed
          ? { ...changed, base: await companyAsOf(admin, value.version) }
          : changed
      }),
    refusals: ({ base, now }, form) => whatChanged(form, base, now),
    done: ({ version }) => ({
      to: `${path}?${savedVersion}=${version}`,
      toast: {
        title: 'Company settings saved',
        text: 'The public pages show them now.',
        kind: 'success',
      },
    }),
    failed: {
      title: 'The settings could not be saved',
      text: 'The settings could not be saved. Your entries are kept. Try again later.',
    },
  })
}

/** The second of two administrators continues with the stored version, with both sets of changes shown. */
function whatChanged(form: FormData, base: Company | null, now: CompanySettings): Refusal {
  const stored = fieldsOf(now.company)
  const { fields, changes } = mergeFields({
    base: base ? fieldsOf(base) : stored,
    stored,
    typed: fieldsIn(form),
  })
  const values = { ...fields, version: String(now.version) }
  return { values, message: versionConflict, facts: { changes, fieldsReplaced: true } }
}

/** With JavaScript, rows are added and removed without a request. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const rows = rowChangeReply(await request.clone().formData())
  return rows ? data({ ...rows, toast: null }, { status: 422 }) : serverAction()
}

export const meta: Route.MetaFunction = (args) => pageTitle('Company Settings', args)

export default function CompanySettingsScreen({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Company Settings"
        actions={
          <ButtonLink to="/" icon="external" newTab>
            View public site
          </ButtonLink>
        }
      />
      <Logo />
      <PaymentAccounts accounts={loaderData.accounts} />
      <Directors directors={loaderData.directors} />
      <LegalTexts published={loaderData.legalTexts} />
      <SettingsForm loaded={loaderData} fromDocument={actionData} path={path} />
      <Outlet />
    </>
  )
}

function Logo() {
  const { logo } = useCompanyLook()
  return (
    <Setting id="logo" lead="Next to the name on every page, receipt, statement and email.">
      <p className="flex items-center gap-4">
        {logo === null ? (
          <span className="text-muted">No logo yet</span>
        ) : (
          <img src={logo} alt="The logo" width={48} height={48} />
        )}
        <DialogLink to="logo" look="secondary">
          {logo === null ? 'Add logo' : 'Change logo'}
        </DialogLink>
      </p>
    </Setting>
  )
}
