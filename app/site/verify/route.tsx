import { data, redirect } from 'react-router'
import { companyFacts } from '../../domain/company/company.server.ts'
import { parseDocumentCode } from '../../domain/statements/document-code.ts'
import { verifyDocument, verifyName } from '../../domain/statements/verify-document.server.ts'
import { VerifyNameSchema } from '../../domain/statements/verify-name-schema.ts'
import { clock } from '../../platform/clock.server.ts'
import { anyone, formAction } from '../../platform/http/form-action.server.ts'
import { guestCommand, guestQuery, visitorContext } from '../../platform/session/session.server.ts'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { type FormReply, refuseForm } from '../../values/form.ts'
import { timeUntil } from '../../values/relative-time.ts'
import { trimmed } from '../../values/visible.ts'
import pagesSheet from '../pages.css?url'
import { unlistedHead } from '../parts/head.ts'
import type { Route } from './+types/route.ts'
import { NameCheck } from './name-check.tsx'
import { type Finding, Verdict } from './verdict.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

/** Redirects to the canonical form of a code; anything else is refused with a message. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const typed = params.code ?? url.searchParams.get('code') ?? ''
  const code = parseDocumentCode(typed)
  if (code !== null && code !== params.code) throw redirect(`/verify/${code}`)
  const company = await guestQuery(context, companyFacts)
  const support = company.supportEmail
  if (code === null) {
    const hasCode = url.searchParams.has('code') || params.code !== undefined
    const reply = hasCode
      ? { errors: { code: misread(typed) }, values: { code: typed.slice(0, 60) } }
      : undefined
    return data({ reply, finding: null, support }, params.code === undefined ? {} : { status: 404 })
  }
  const { clientAddress } = context.get(visitorContext)
  const found = await guestCommand(context, (guest) => verifyDocument(guest, code, clientAddress))
  const answer = { reply: undefined, support }
  if (found === null)
    return data({ ...answer, finding: { state: 'unknown', code } as Finding }, { status: 404 })
  if ('refused' in found) {
    const seconds = Math.max(1, Math.ceil((found.retryAt.getTime() - clock.now().getTime()) / 1000))
    const finding: Finding = { state: 'too-many', code }
    return data(
      { ...answer, finding },
      { status: 429, headers: { 'Retry-After': String(seconds) } },
    )
  }
  return data({ ...answer, finding: { ...found, code } as Finding })
}

/** Compares a typed name with the one on the document of this address. */
export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const code = parseDocumentCode(params.code ?? '') ?? ''
  const { clientAddress } = context.get(visitorContext)
  return formAction(args, {
    guard: anyone,
    schema: VerifyNameSchema,
    run: ({ value: { name } }) =>
      guestCommand(context, (guest) => verifyName(guest, { code, name }, clientAddress)),
    refusals: {
      unknown: { message: 'No document has this code.', status: 404 },
      'too-many': ({ retryAt }) => ({
        status: 429,
        errors: {
          name: `Too many names were compared. Try again in ${timeUntil(retryAt, clock.now())}.`,
        },
      }),
    },
    done: ({ isSame }, { form }) => ({ reply: refuseForm(form, {}), facts: { isSame } }),
    failed: 'The name could not be compared',
  })
}

function misread(typed: string): string {
  if (trimmed(typed) === '') return 'Enter the code.'
  return 'A code has sixteen letters and digits, without I, L, O and U. Please check it.'
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export const meta: Route.MetaFunction = (args) => unlistedHead('Check a receipt or statement', args)

export default function VerifyPage({
  loaderData: { reply, finding, support },
  actionData,
}: Route.ComponentProps) {
  return (
    <main id="main" tabIndex={-1} className="site-page bg-warm">
      <div className="site-wrap grid grid-cols-1 gap-16 pt-[clamp(2.5rem,1.6rem+4vw,6rem)] pb-(--section) min-[60rem]:grid-cols-[minmax(0,7fr)_minmax(0,4fr)] min-[60rem]:items-start min-[60rem]:gap-x-[clamp(4rem,9vw,9rem)]">
        <div>
          <Verdict finding={finding} />
          {finding && 'kind' in finding && (
            <NameCheck key={finding.code} code={finding.code} actionData={actionData} />
          )}
        </div>
        <div className="border-t border-line pt-10 min-[60rem]:border-s min-[60rem]:border-t-0 min-[60rem]:pt-1 min-[60rem]:pl-[clamp(2rem,4vw,4rem)]">
          <VerifyForm reply={reply} isFirst={finding === null} />
          <p className="pt-8 text-md text-muted">
            This page never shows the full name or what the payment was for.
            {support !== null && (
              <>
                {' '}
                If in doubt, write to{' '}
                <a href={`mailto:${support}`} className="site-underlined text-link">
                  {support}
                </a>
              </>
            )}
          </p>
        </div>
      </div>
    </main>
  )
}

function VerifyForm({ reply, isFirst }: { reply: FormReply | undefined; isFirst: boolean }) {
  return (
    <ActionForm
      reply={reply}
      method="get"
      action="/verify"
      className="grid justify-items-start gap-5 [&_input]:tracking-[0.05em] [&_input:not(:placeholder-shown)]:uppercase [&>:not(button)]:w-full"
    >
      <h2 className="site-subtitle">{isFirst ? 'Enter the code' : 'Check another'}</h2>
      <TextField
        name="code"
        label="Code on the document"
        hint="At the bottom of the page, next to the QR code."
        placeholder="0000-0000-0000-0000"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        required
      />
      <SubmitButton>Check the document</SubmitButton>
    </ActionForm>
  )
}
