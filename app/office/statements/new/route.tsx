import { listOpenPaymentAccounts } from '../../../domain/payment-accounts/payment-accounts.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { sendWithProgress } from '../../parts/send-with-progress.ts'
import { UploadProgress } from '../../parts/upload-progress.tsx'
import { HowToDownload, Steps, statementsHome } from '../parts.tsx'
import type { Route } from './+types/route.ts'
import { receiveStatement } from './receive-statement.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const accounts = await listOpenPaymentAccounts(admin)
    return {
      accounts: accounts.map(({ id, name, number, currency }) => ({ id, name, number, currency })),
    }
  })
}

export function action(args: Route.ActionArgs) {
  return receiveStatement(args)
}

const failed = 'The statement could not be uploaded. Please try again later.'

/** Uploads with progress; on a network error the page keeps its state. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  return sendWithProgress(`${statementsHome}/new/upload`, await request.formData(), failed)
}

export const meta: Route.MetaFunction = (args) => pageTitle('Upload a statement', args)

export default function UploadStatement({ loaderData, actionData }: Route.ComponentProps) {
  const { accounts } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <>
      <PageHead
        title="Upload a statement"
        back={{ to: statementsHome, label: 'Bank Statements' }}
        lead="You see what each line becomes before anything is added."
      />
      {accounts.length === 0 ? (
        <EmptyState
          icon="settings"
          title="No open payment account"
          action={<ButtonLink to="/admin-dashboard/company#accounts">Company Settings</ButtonLink>}
        >
          A statement belongs to a paybill, till or bank account. Add the account first.
        </EmptyState>
      ) : (
        <>
          <Steps now="File" />
          <ActionForm
            reply={answer?.reply}
            fetcher={fetcher}
            encType="multipart/form-data"
            className="max-w-180"
          >
            <FieldGrid>
              <FileField
                name="file"
                label="Statement"
                accept=".csv,.txt,.tsv,.xls,.xlsx,.xml,.sta,.940,.mt940"
                hint="CSV, Excel (.xlsx, or .xls as M-Pesa exports it), MT940 or CAMT.053, up to 25 MB. Not PDF."
              />
              <AccountField accounts={accounts} />
              <div className="col-span-full">
                <UploadProgress of="statement" />
                <SubmitButton pendingLabel="Checking the statement">
                  Check the statement
                </SubmitButton>
              </div>
            </FieldGrid>
            <LeaveGuard />
          </ActionForm>
        </>
      )}
      <HowToDownload />
    </>
  )
}

function AccountField({ accounts }: Route.ComponentProps['loaderData']) {
  return (
    <SelectField
      name="accountId"
      label="Payment account"
      span="full"
      hint="Most statements name their account."
    >
      <option value="">Recognise it from the file</option>
      {accounts.map(({ id, name, number, currency }) => (
        <option key={id} value={id}>
          {`${name}, ${number}, ${currency}`}
        </option>
      ))}
    </SelectField>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault error={error} home={statementsHome} title="The statement could not be uploaded" />
  )
}
