import { PaymentAccountSchema } from '../../../domain/payment-accounts/payment-account-schema.ts'
import {
  addPaymentAccount,
  changePaymentAccount,
  listPaymentAccounts,
} from '../../../domain/payment-accounts/payment-accounts.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminQuery, notFound, requireAdmin } from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { currencies, currencyLabels } from '../../../values/currency.ts'
import {
  type PaymentAccount,
  paymentAccountKindLabels,
  paymentAccountKinds,
} from '../../../values/payment-account.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { needsConfirmation, requireFullConfirmation } from '../../parts/confirm-identity.server.ts'
import { ConfirmFully } from '../../parts/confirm-identity.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ params: { accountId }, context }: Route.LoaderArgs) {
  const accounts = await adminQuery(context, listPaymentAccounts)
  const account = accounts.find(({ id }) => id === accountId) ?? null
  if (accountId !== undefined && !account) throw notFound()
  return { account, confirm: await needsConfirmation(context) }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { accountId } = params
  return formAction(args, {
    guard: requireAdmin,
    schema: PaymentAccountSchema,
    run: async ({ form, value }) => {
      const unconfirmed = await requireFullConfirmation(context, form)
      if (unconfirmed) return unconfirmed
      if (accountId === undefined)
        return approvable(context, { command: 'add-payment-account', input: value, to }, (admin) =>
          addPaymentAccount(admin, value),
        )
      const input = { accountId, account: value }
      return approvable(context, { command: 'change-payment-account', input, to }, (admin) =>
        changePaymentAccount(admin, accountId, value),
      )
    },
    refusals: {
      'same-number': ({ same }) => ({
        errors: { number: `${same} already has this number and currency.` },
      }),
      'version-conflict':
        'Someone else has just changed this account. Your entries are kept. Reload the page to see the new details.',
    },
    done: ({ news }, { value: { name, closed } }) => ({
      to,
      toast: {
        title: closed ? 'Payment account closed' : 'Payment account saved',
        text: closed
          ? `${name} is no longer shown to investors.`
          : `Investors see the details of ${name} now, with today’s date${news ? ', and are notified' : ''}.`,
        kind: 'success',
      },
    }),
    failed: 'The payment account could not be saved',
  })
}

const to = '/admin-dashboard/company#accounts'

const titleOf = (isNew: boolean) => (isNew ? 'Add payment account' : 'Edit payment account')

export const meta: Route.MetaFunction = (args) =>
  pageTitle(titleOf(args.params.accountId === undefined), args)

export default function PaymentAccountDialog({ loaderData, actionData }: Route.ComponentProps) {
  const { account, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog title={titleOf(account === null)} subtitle={account?.name}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <FieldGrid>
            <Fields account={account} />
            <p className="col-span-full text-xs text-muted">
              Investors are notified when an account is added or closed, or when its kind, name,
              number, currency or account number to type changes.
            </p>
            <ConfirmFully {...confirm} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Saving">Save payment account</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

function Fields({ account }: { account: PaymentAccount | null }) {
  return (
    <>
      <input type="hidden" name="version" value={account?.version ?? 0} />
      <SelectField name="kind" label="Kind" defaultValue={account?.kind ?? 'paybill'}>
        {paymentAccountKinds.map((kind) => (
          <option key={kind} value={kind}>
            {paymentAccountKindLabels[kind]}
          </option>
        ))}
      </SelectField>
      <SelectField name="currency" label="Currency" defaultValue={account?.currency ?? 'KES'}>
        {currencies.map((currency) => (
          <option key={currency} value={currency}>
            {currencyLabels[currency]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="name"
        label="Name"
        required
        span="half"
        autoComplete="off"
        defaultValue={account?.name}
        placeholder="Equity Bank, Westlands"
      />
      <TextField
        name="number"
        label="Number"
        required
        span="half"
        autoComplete="off"
        defaultValue={account?.number}
        hint="Paybill, till, account or wallet number"
      />
      <TextareaField
        name="howToPay"
        label="How to pay"
        optional
        span="full"
        rows={3}
        defaultValue={account?.howToPay ?? undefined}
        hint="Shown to investors below the number, such as branch and SWIFT code"
      />
      <TextField
        name="referencePattern"
        label="Account number to type"
        optional="for a bank’s paybill"
        span="full"
        autoComplete="off"
        spellCheck={false}
        defaultValue={account?.referencePattern ?? undefined}
        hint="With {reference} where the investment’s payment reference goes, like 441211#{reference}"
      />
      <TextField
        name="accountCode"
        label="Account code"
        optional
        autoComplete="off"
        spellCheck={false}
        defaultValue={account?.accountCode ?? undefined}
        hint="For the journal; investors do not see it"
      />
      {account && (
        <CheckboxField
          name="closed"
          label="Closed: investors no longer see it"
          defaultChecked={account.closedAt !== null}
        />
      )}
    </>
  )
}
