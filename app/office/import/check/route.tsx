import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { z } from 'zod'
import { openProposalsOfImport } from '../../../domain/approvals/open-proposals.server.ts'
import { unclearDay } from '../../../domain/imports/cells.ts'
import type { Checked } from '../../../domain/imports/check.server.ts'
import {
  guessedEncodings,
  importChoices,
  importNouns,
  isImportList,
} from '../../../domain/imports/import-list.ts'
import {
  checkRows,
  columnsOf,
  confirmImport,
  findImport,
  type ImportFile,
  readImport,
} from '../../../domain/imports/imports.server.ts'
import type { ImportTable } from '../../../domain/imports/table.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminQuery,
  type Context,
  notFound,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/day.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { grouped } from '../../../values/grouped.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { WaitingProposal } from '../../approvals/waiting-proposal.tsx'
import { importHome } from '../../paths.ts'
import { howMany, listPlaces, Steps } from '../parts.tsx'
import type { Route } from './+types/route.ts'
import { Answer, kindsOfRows } from './answer.tsx'
import { ChooseColumns } from './reading-choices.tsx'

/** Rows shown; the CSV of problems has all of them. */
const mostShown = 200

const ConfirmSchema = z.object({
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'Reload the page and try again.'),
})

/** Whether rows with problems are left out. */
const leavesOut = (search: URLSearchParams) => search.get('problems') === 'left-out'

export function loader({ params: { list, importId }, url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const file = isImportList(list) && (await findImport(admin, list, importId))
    if (!file) throw notFound()
    const { content, ...kept } = file
    const waiting = await openProposalsOfImport(admin, importId)
    if (content === null) return { file: kept, choose: null, checked: null, waiting }
    const read = await readImport(file.list, content, importChoices(url.searchParams))
    if (!read.ok || url.searchParams.get('columns') === 'choose') {
      const { message, headings = [] } = read.ok
        ? { message: '', headings: read.table.headings }
        : read
      const choose = { message, headings, columns: columnsOf(file.list) }
      return { file: kept, choose, checked: null, waiting }
    }
    const bytes = Buffer.byteLength(content)
    const checked = shownOf(await checkRows(admin, file.list, read.table), read.table, url)
    return { file: { ...kept, bytes }, choose: null, checked, waiting }
  })
}

function shownOf(checked: Checked, { rows, notRead, days }: ImportTable, { searchParams }: URL) {
  const { problems, ready, here, fingerprint, total } = checked
  const counts = { problems: problems.length, here: here.length, ready: ready.length }
  const shownKind = kindsOfRows.find((kind) => kind === searchParams.get('show'))
  const shown = shownKind ?? kindsOfRows.find((kind) => counts[kind] > 0) ?? 'problems'
  const encodings: Record<string, string> = guessedEncodings
  return {
    counts,
    shown,
    fingerprint,
    total,
    rows: rows.length,
    notRead,
    days,
    // A row may have several problems; the figures count rows.
    faulty: new Set(problems.map(({ row }) => row)).size,
    leavesOut: leavesOut(searchParams),
    encoding: encodings[searchParams.get('encoding') ?? ''] ?? null,
    asksOrder: problems.some(({ says }) => says.startsWith(unclearDay)),
    problems: shown === 'problems' ? problems.slice(0, mostShown) : [],
    lines: shown === 'problems' ? [] : checked[shown].slice(0, mostShown),
  }
}

/** Checking a large file takes long, so it does not rerun on live updates. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
}: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined || currentUrl.href !== nextUrl.href
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const { list, importId } = params
  return formAction(args, {
    guard: async () => {
      await requireAdmin(context)
      if (!isImportList(list)) throw notFound()
      return list
    },
    schema: ConfirmSchema,
    run: async ({ value: { fingerprint }, subject }) => {
      if (await waitsAlready(context, importId)) return { refused: 'waits' as const }
      const choices = importChoices(url.searchParams)
      const facts = { leavesOut: leavesOut(url.searchParams), choices }
      const input = { list: subject, importId, fingerprint, ...facts }
      const { to } = listPlaces[subject]
      return approvable(context, { command: 'confirm-import', input, to }, (admin) =>
        confirmImport(admin, input),
      )
    },
    refusals: {
      waits: 'This file is already waiting for approval. It was not proposed again.',
      'has-problems': 'Nothing was imported: something changed, and some rows have problems now.',
      'nothing-ready': 'Nothing was imported: no row of this file can be added.',
      moved: 'Nothing was imported: something changed since this was checked. Check it again.',
    },
    done: ({ added, leftOut }, { subject }) => ({
      to: listPlaces[subject].to,
      toast: {
        kind: 'success',
        title: `${howMany(added, importNouns[subject])} imported`,
        ...(leftOut > 0 && { text: `${howMany(leftOut, 'row')} left out.` }),
      },
    }),
    failed: 'Nothing was imported',
  })
}

const waitsAlready = (context: Context, importId: string) =>
  adminQuery(context, async (admin) => (await openProposalsOfImport(admin, importId)).length > 0)

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? listPlaces[loaderData.file.list].title : 'Import', args)

export default function CheckFile({ loaderData, actionData }: Route.ComponentProps) {
  const { file, choose, checked, waiting } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <>
      <PageHead title={listPlaces[file.list].title} back={{ to: importHome, label: 'Import' }} />
      <Steps now={file.imported ? 'Import' : 'Check'} />
      {waiting.map((proposal) => (
        <div key={proposal.id} className="mb-4">
          <Alert>
            <WaitingProposal proposal={proposal} />
          </Alert>
        </div>
      ))}
      {choose && <ChooseColumns file={file} {...choose} />}
      {checked && (
        <Answer
          file={file}
          checked={checked}
          isWaiting={waiting.length > 0}
          reply={answer?.reply}
          fetcher={fetcher}
        />
      )}
      {file.imported && <AlreadyImported file={file} imported={file.imported} />}
    </>
  )
}

type Imported = NonNullable<ImportFile['imported']>

function AlreadyImported({
  file: { id, list, name },
  imported: { at, by, added, leftOut },
}: {
  file: Omit<ImportFile, 'content'>
  imported: Imported
}) {
  const { to, label } = listPlaces[list]
  return (
    <div className="grid max-w-180 justify-items-start gap-4">
      <Alert>
        <p>
          <bdi className="font-[560] wrap-anywhere">{name}</bdi> was imported <Moment at={at} />
          {by && (
            <>
              {' '}
              by <bdi>{by}</bdi>
            </>
          )}
          : {howMany(added, importNouns[list])} added
          {leftOut > 0 && `, ${grouped(leftOut)} left out`}.
        </p>
        <p className="mt-1 text-xs text-muted">
          Its content is deleted, and it cannot be imported a second time.
        </p>
      </Alert>
      <p className="flex flex-wrap gap-2">
        {list === 'investors' && (
          <ButtonLink look="primary" icon="mail" to={`${to}/invitations?import=${id}`}>
            Send invitations
          </ButtonLink>
        )}
        <ButtonLink to={to}>{label}</ButtonLink>
        <ButtonLink to={`/admin-dashboard/audit?about=${id}`}>Audit Log</ButtonLink>
      </p>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={importHome} title="The file could not be checked" />
}
