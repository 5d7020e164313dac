import { isRouteErrorResponse, redirect } from 'react-router'
import { companyFacts } from '../../../domain/company/company.server.ts'
import {
  type CodeSent,
  confirmInterest,
  findInterest,
  type Interest,
  type InterestConfirmed,
  sendAnotherCode,
} from '../../../domain/inquiries/interest.server.ts'
import { InterestCodeSchema } from '../../../domain/inquiries/interest-schema.ts'
import { clock } from '../../../platform/clock.server.ts'
import { anyone, formAction } from '../../../platform/http/form-action.server.ts'
import { guestCommand, guestQuery, notFound } from '../../../platform/session/session.server.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { StackedMark } from '../../../ui/large-marks.tsx'
import { counted } from '../../../values/counted.ts'
import { type FormReply, type ParsedForm, parseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { formatAmount } from '../../../values/money.ts'
import { timeUntil } from '../../../values/relative-time.ts'
import { Foot, stepClass, titleClass } from '../../invest/frame.tsx'
import pagesSheet from '../../pages.css?url'
import { unlistedHead } from '../../parts/head.ts'
import { NotFound } from '../../parts/not-found.ts'
import { InterestSteps } from '../interest-steps.tsx'
import type { Route } from './+types/route.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

export async function loader({ context, params: { slug, interestId } }: Route.LoaderArgs) {
  const found = await guestQuery(context, async (guest) => ({
    interest: isId(interestId) ? await findInterest(guest, interestId) : null,
    answerTime: (await companyFacts(guest)).answerTime,
  }))
  const { interest } = found
  if (interest?.slug !== slug) throw notFound()
  return { ...found, interest }
}

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  const { interestId } = params
  const isResend = (form: FormData) => form.get('act') === 'again'
  return formAction(args, {
    guard: anyone,
    parse: (form): ParsedForm<{ code: string | null }> =>
      isResend(form) ? { ok: true, value: { code: null } } : parseForm(InterestCodeSchema, form),
    run: async ({ value: { code } }) => {
      if (!isId(interestId)) throw notFound()
      const result = await guestCommand(
        context,
        async (guest): Promise<InterestConfirmed | CodeSent> =>
          code === null
            ? sendAnotherCode(guest, interestId)
            : confirmInterest(guest, interestId, code),
      )
      return 'wrongCode' in result
        ? { refused: 'wrong-code' as const, left: result.wrongCode }
        : result
    },
    refusals: {
      'wrong-code': ({ left }) => ({
        errors: {
          code:
            left === 0
              ? 'This is not the code, and the code is now used up. Send another one.'
              : `This is not the code. ${counted(left, 'attempt')} left.`,
        },
      }),
      expired: { errors: { code: 'This code has expired. Send another one.' } },
      'used-up': 'No more codes can be sent for this. Please start again, or contact us.',
      'too-many': ({ retryAt }) => ({
        message: `Too many codes in a short time. Please try again in ${timeUntil(retryAt, clock.now())}.`,
        status: 429,
      }),
    },
    done: (result) =>
      'sent' in result
        ? { facts: { sent: true } }
        : redirect(`/investment/${params.slug}/interest/${interestId}`, 303),
    failed: 'This could not be confirmed',
  })
}

export const meta: Route.MetaFunction = (args) => unlistedHead('Confirm your email', args)

export default function InterestCodePage({ loaderData, actionData }: Route.ComponentProps) {
  const { interest, answerTime } = loaderData
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <div className="site-wrap max-w-3xl pt-8 pb-(--section)">
        {interest.isConfirmed ? (
          <ThankYou interest={interest} answerTime={answerTime} />
        ) : (
          <EnterCode
            interest={interest}
            reply={actionData?.reply}
            isSent={actionData !== undefined && 'sent' in actionData}
          />
        )}
      </div>
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  throw error
}

type EnterCodeProps = { interest: Interest; reply: FormReply | undefined; isSent: boolean }

function EnterCode({ interest, reply, isSent }: EnterCodeProps) {
  return (
    <>
      <h1 className={titleClass}>Confirm your email</h1>
      <InterestSteps step="code" chosen={null} />
      <ActionForm reply={reply} className={stepClass}>
        {isSent && (
          <Alert tone="info">A new code is on its way. Only the newest one is valid.</Alert>
        )}
        <p className="site-lead wrap-anywhere">
          We sent six digits to <b className="font-[550]">{interest.email}</b>. Enter them, and your
          interest reaches us.
        </p>
        <div className="max-w-60">
          <TextField
            name="code"
            label="Code"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
          />
        </div>
        <Foot>
          <SubmitButton pendingLabel="Confirming">Confirm</SubmitButton>
          <Button type="submit" name="act" value="again" formNoValidate>
            Send another code
          </Button>
        </Foot>
        <p className="text-sm text-muted">
          Nothing there? Look in the spam folder.{' '}
          <a href={`/investment/${interest.slug}/interest`} className="text-link underline">
            Start again with another address
          </a>
        </p>
      </ActionForm>
    </>
  )
}

function ThankYou({ interest, answerTime }: { interest: Interest; answerTime: string }) {
  const next = [
    ['We answer', answerTime ? `You hear from us ${answerTime}.` : 'You hear from us soon.'],
    ['We talk', 'About the property, the payments and your questions.'],
    ['You get an account', 'Your request is then in the portal, and reserved for 14 days.'],
    ['You read the contract', 'Take your time. Nothing is due before you sign.'],
  ]
  return (
    <>
      <div className="mb-4 w-14">
        <StackedMark />
      </div>
      <h1 className={titleClass}>Thank You!</h1>
      <p className="site-lead pt-3">
        Your interest in investing {formatAmount(interest.amount, 'when-needed')} in{' '}
        <bdi>{interest.aim}</bdi> has reached us. Nothing is reserved or paid yet.
      </p>
      <h2 className="pt-10 pb-3 font-[550]">What happens now</h2>
      <ol className="grid gap-4">
        {next.map(([title, text]) => (
          <li key={title}>
            <b className="font-[550]">{title}</b>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <Foot className="pt-8">
        <ButtonLink to={`/investment/${interest.slug}`} look="primary">
          Back to the project
        </ButtonLink>
        <ButtonLink to="/check-us">How to check us</ButtonLink>
      </Foot>
    </>
  )
}
