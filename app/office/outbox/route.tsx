import { Outlet, useLocation } from 'react-router'
import { hasMailTransport } from '../../domain/accounts/administration/mail-availability.server.ts'
import { resendMail, resendUndelivered } from '../../domain/accounts/recovery/resend-mail.server.ts'
import { ResendSchema } from '../../domain/accounts/recovery/resend-schema.ts'
import { countUndelivered, listOutbox } from '../../domain/inquiries/outbox-list.server.ts'
import {
  mailStateLabels,
  mailStates,
  mailTemplateLabels,
  mailTemplates,
} from '../../domain/outbox/mail.ts'
import { clock } from '../../platform/clock.server.ts'
import { formAction, type Onward } from '../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery, requireAdmin } from '../../platform/session/session.server.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { FilterSelect } from '../../ui/fields/filter-select.tsx'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { Chips, Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { shownCount } from '../../values/capped-count.ts'
import { counted } from '../../values/counted.ts'
import { outboxListParams } from '../list-params.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { outboxHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { MailsTable } from './mails-table.tsx'
import { SendAgain } from './send-again.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = outboxListParams(url)
  const isNarrowed = search.q !== '' || search.state !== null || search.template !== null
  return adminQuery(context, async (admin) => {
    const list = await listOutbox(admin, search)
    const [undelivered, canSendMail] = [
      await countUndelivered(admin),
      await hasMailTransport(admin),
    ]
    return { ...list, undelivered, canSendMail, isNarrowed, now: clock.now() }
  })
}

export function action(args: Route.ActionArgs) {
  const { url, context } = args
  const to = `${outboxHome}${url.search}`
  const notSent = (text: string): Onward => ({ to, toast: { kind: 'error', title: failed, text } })
  return formAction(args, {
    guard: requireAdmin,
    schema: ResendSchema,
    unreadable: () => notSent('Choose an email from the list.'),
    run: ({ value: { mail } }) =>
      adminCommand(context, async (admin) =>
        mail === 'all' ? { count: await resendUndelivered(admin) } : resendMail(admin, mail),
      ),
    refusals: ({ refused }) => notSent(sentences[refused]),
    done: (queued) => ({
      to,
      toast: {
        kind: 'success',
        title: 'Email queued',
        text:
          'count' in queued
            ? `${counted(queued.count, 'email')} to send again.`
            : 'It is being sent now.',
      },
    }),
    failed: { title: failed, text: 'Nothing was changed.', to },
  })
}

const failed = 'The email was not resent'

const sentences = {
  unknown: 'It is no longer in the outbox.',
  'under-way': 'It was already sent or is being sent.',
  pointless: 'It is no longer needed: the account was closed, opened or confirmed.',
}

export const meta: Route.MetaFunction = (args) => pageTitle('Outbox', args)

export default function Outbox({ loaderData }: Route.ComponentProps) {
  const { mails, total, counts, undelivered, canSendMail, page, pageSize, isNarrowed, now } =
    loaderData
  return (
    <>
      <PageHead
        title="Outbox"
        count={shownCount(total)}
        actions={<Actions undelivered={undelivered} />}
      />
      {!canSendMail && <NotSetUp />}
      {undelivered > 0 && (
        <div className="mb-1">
          <Alert>
            {undelivered === 1
              ? '1 email was not delivered.'
              : `${undelivered} emails were not delivered.`}{' '}
            Open one to see why, and what you can do.
          </Alert>
        </div>
      )}
      <Toolbar>
        <SearchForm label="Search outbox..." />
        <FilterSelect
          name="mail"
          label="Email"
          everything="All emails"
          choices={mailTemplates.map((value) => ({ value, label: mailTemplateLabels[value] }))}
        />
        <Chips
          label="State"
          name="state"
          kinds={mailStates}
          labels={mailStateLabels}
          counts={counts}
          shown={shownCount}
        />
      </Toolbar>
      {total === 0 ? (
        <NoMails narrowed={isNarrowed} />
      ) : (
        <>
          <MailsTable mails={mails} now={now} />
          <Pagination page={page} pageSize={pageSize} total={total} capped />
        </>
      )}
      <Outlet />
    </>
  )
}

function NotSetUp() {
  return (
    <div className="mb-1">
      <Alert>
        Email is not set up, so messages wait here. Restart the program with a mail server
        (SMTP_URL) and a sender (MAIL_FROM); see docs/configuration.md.
      </Alert>
    </div>
  )
}

function Actions({ undelivered }: { undelivered: number }) {
  return (
    <>
      <ExportLink to={`${outboxHome}/export`} />
      {undelivered > 0 && (
        <div className="keeps-words max-md:[&_button]:w-full">
          <SendAllAgain count={undelivered} />
        </div>
      )}
    </>
  )
}

function SendAllAgain({ count }: { count: number }) {
  const { search } = useLocation()
  return (
    <SendAgain mail="all" search={search} icon="refresh">
      {count === 1 ? 'Send it again' : `Send the ${count} again`}
    </SendAgain>
  )
}

function NoMails({ narrowed }: { narrowed: boolean }) {
  if (narrowed) {
    return (
      <EmptyState icon="search" title="No emails found matching your search">
        <SearchAdvice>
          Search covers current names and email addresses. Try fewer letters or another filter.
        </SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="mail" title="No emails yet">
      Every email appears here: invitations, receipts, password resets and answers to inquiries.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="The outbox could not be loaded" />
}
