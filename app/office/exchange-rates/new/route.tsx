import { type FormEvent, useState } from 'react'
import {
  ExchangeRateSchema,
  foreignCurrencies,
} from '../../../domain/exchange-rates/exchange-rate-schema.ts'
import {
  type RateRecorded,
  recordExchangeRate,
} from '../../../domain/exchange-rates/exchange-rates.server.ts'
import { publishedSources } from '../../../domain/exchange-rates/published-rate.ts'
import { clock } from '../../../platform/clock.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { requireAdmin } from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { formatDay } from '../../../values/calendar-date.ts'
import { currencyLabels } from '../../../values/currency.ts'
import { formatRate, rateSourceLabels } from '../../../values/exchange-rate.ts'
import { parseForm } from '../../../values/form.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { EditedFields } from '../../parts/edited-fields.tsx'
import { withFutureDay } from '../../parts/future-day.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context)
  return { today: clock.today() }
}

export function action(args: Route.ActionArgs) {
  const { url, context } = args
  const to = `/admin-dashboard/exchange-rates${url.search}`
  return formAction(args, {
    guard: requireAdmin,
    parse: (form) => withFutureDay(parseForm(ExchangeRateSchema, form), form, 'datedOn'),
    run: ({ form, value }) => {
      const confirmed = form.get('confirmed') === rateIn((name) => form.get(name))
      const input = { ...value, confirmed }
      return approvable(context, { command: 'record-exchange-rate', input, to }, (admin) =>
        recordExchangeRate(admin, input),
      )
    },
    refusals: {
      'in-the-future': ({ today }) => ({
        errors: { datedOn: `This date is in the future. Choose ${formatDay(today)} or earlier.` },
      }),
      'far-from-last': farFromLast,
    },
    done: (_, { value: { currency, rate, datedOn } }) => ({
      to,
      toast: {
        title: 'Exchange rate added',
        text: `${formatRate(rate)} ${currency} per US dollar from ${formatDay(datedOn)}.`,
        kind: 'success',
      },
    }),
    failed: 'The exchange rate could not be added',
  })
}

/** What a tick confirms: it no longer counts when the fields say something else. */
function rateIn(field: (name: string) => unknown): string {
  return ['currency', 'rate', 'datedOn', 'source'].map(field).join(' ')
}

function farFromLast({ last }: Extract<RateRecorded, { refused: 'far-from-last' }>) {
  const was = `${formatRate(last.rate)} on ${formatDay(last.on)}`
  return {
    errors: {
      rate: `This is more than 5% from the last rate, ${was}. Check it.`,
      confirmed: 'Tick this if the rate is right.',
    },
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add exchange rate', args)

export default function AddExchangeRate({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  const [typed, setTyped] = useState<string>()
  const reply = answer?.reply
  const refused = reply && rateIn((name) => reply.values[name])
  const isEdited = typed !== undefined && typed !== refused
  const unusual = reply?.errors.confirmed === undefined || isEdited ? null : reply.values
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget)
    setTyped(rateIn((name) => form.get(name)))
  }
  return (
    <RouteDialog title="Add exchange rate" subtitle="Units of the currency for one US dollar">
      <ActionForm reply={reply} fetcher={fetcher} onInput={onInput}>
        <DialogBody>
          <EditedFields names={isEdited ? ['rate', 'confirmed'] : []}>
            <FieldGrid>
              <SelectField name="currency" label="Currency" defaultValue="KES">
                {foreignCurrencies.map((currency) => (
                  <option key={currency} value={currency}>
                    {currencyLabels[currency]}
                  </option>
                ))}
              </SelectField>
              <TextField
                name="rate"
                label="Rate"
                required
                inputMode="decimal"
                autoComplete="off"
                placeholder="129.24"
              />
              <DateField
                name="datedOn"
                label="Date"
                required
                defaultValue={loaderData.today}
                max={loaderData.today}
              />
              <SelectField name="source" label="Source" defaultValue="company">
                {publishedSources.map((source) => (
                  <option key={source} value={source}>
                    {rateSourceLabels[source]}
                  </option>
                ))}
              </SelectField>
              {unusual && (
                <CheckboxField
                  key={rateIn((name) => unusual[name])}
                  name="confirmed"
                  value={rateIn((name) => unusual[name])}
                  label={`${unusual.rate} ${unusual.currency} per US dollar is right`}
                />
              )}
            </FieldGrid>
          </EditedFields>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Adding rate">Add rate</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
