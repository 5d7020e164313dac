import { redirect } from 'react-router'
import { statementHeadings } from '../../../domain/bank-statements/read-statement.server.ts'
import type { StatementMapping } from '../../../domain/bank-statements/statement.ts'
import {
  type ChoosableHeading,
  choosableHeadings,
  columnUseLabels,
  columnUses,
  guessUses,
  readMapping,
  usesOf,
} from '../../../domain/bank-transactions/statement-columns.ts'
import {
  findDraft,
  type StatementDraft,
} from '../../../domain/bank-transactions/statement-draft.server.ts'
import { checkDraft } from '../../../domain/bank-transactions/statement-preview.server.ts'
import { mapStatement } from '../../../domain/bank-transactions/upload-statement.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  type AdminWork,
  adminCommand,
  adminQuery,
  notFound,
} from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { type ParsedForm, refuseForm } from '../../../values/form.ts'
import { DraftFoot, DraftHead, draftPath, statementsHome } from '../parts.tsx'
import type { Route } from './+types/route.ts'

type Admin = Parameters<AdminWork<unknown>>[0]

const fieldOf = (place: number) => `column-${place}`

/** Throws a 404 for an unknown file, and leads on where a file has no columns. */
async function requireColumns(admin: Admin, draftId: string) {
  const draft = await findDraft(admin, draftId)
  if (!draft) throw notFound()
  const found = await statementHeadings(draft.content)
  if (!found) throw redirect(draftPath(draftId))
  return { draft, found, headings: choosableHeadings(found.headings) }
}

/** Why the columns that were chosen before do not read this file. */
async function problemOf(admin: Admin, draft: StatementDraft): Promise<string> {
  if (!draft.mapping && !draft.account.mapping) return ''
  const step = await checkDraft(admin, draft)
  return step.step === 'columns' ? step.message : ''
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { draft, found, headings, problem } = await adminQuery(context, async (admin) => {
    const required = await requireColumns(admin, params.draftId)
    return { ...required, problem: await problemOf(admin, required.draft) }
  })
  const before = draft.mapping ?? draft.account.mapping
  const uses = before ? usesOf(headings, before) : new Map()
  const shown = uses.size > 0 ? uses : guessUses(headings, found.examples)
  return {
    file: { id: draft.id, name: draft.name, account: draft.account.name },
    problem,
    dayOrder: before?.dayOrder ?? 'day-first',
    columns: headings.map(({ place, name }) => ({
      place,
      name,
      use: shown.get(place) ?? '',
      examples: found.examples.map((cells) => (cells[place] ?? '').trim().slice(0, 40)),
    })),
  }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { draftId } = params
  return formAction(args, {
    guard: () => adminQuery(context, (admin) => requireColumns(admin, draftId)),
    parse: (form, { headings }) => readColumns(form, headings),
    run: ({ value }) => adminCommand(context, (admin) => mapStatement(admin, draftId, value)),
    refusals: { unreadable: ({ problem }) => problem },
    done: () => redirect(draftPath(draftId)),
    failed: 'The columns could not be saved',
  })
}

function readColumns(form: FormData, headings: ChoosableHeading[]): ParsedForm<StatementMapping> {
  const uses = new Map(headings.map(({ place }) => [place, String(form.get(fieldOf(place)) ?? '')]))
  const read = readMapping(headings, uses, String(form.get('dayOrder')))
  if (read.ok) return { ok: true, value: read.mapping }
  const errors = Object.fromEntries([...read.errors].map(([place, says]) => [fieldOf(place), says]))
  return { ok: false, reply: refuseForm(form, { message: read.message, errors }) }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Columns of the statement', args)

export default function ChooseColumns({ loaderData, actionData }: Route.ComponentProps) {
  const { file, problem, columns, dayOrder } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <>
      <DraftHead title="Columns of the statement" />
      {problem && !answer?.reply && (
        <div className="mb-4 max-w-180">
          <Alert tone="negative">{problem}</Alert>
        </div>
      )}
      <ActionForm reply={answer?.reply} fetcher={fetcher} className="max-w-180">
        <Alert>
          Choose what each column of <bdi className="wrap-anywhere">{file.name}</bdi> holds. It is
          saved for the next statement of <bdi>{file.account}</bdi>.
        </Alert>
        <div className="mt-4 grid gap-4 @min-[40rem]/main:grid-cols-2">
          {columns.map(({ place, name, use, examples }) => (
            <SelectField
              key={place}
              name={fieldOf(place)}
              label={<bdi className="wrap-anywhere">{name}</bdi>}
              hint={<Examples cells={examples} />}
              defaultValue={use}
            >
              <option value="">Leave out</option>
              {columnUses.map((known) => (
                <option key={known} value={known}>
                  {columnUseLabels[known]}
                </option>
              ))}
            </SelectField>
          ))}
          <SelectField
            name="dayOrder"
            label="Dates"
            hint="For dates such as 05/11/2026"
            defaultValue={dayOrder}
          >
            <option value="day-first">Day first</option>
            <option value="month-first">Month first</option>
          </SelectField>
        </div>
        <DraftFoot />
      </ActionForm>
    </>
  )
}

function Examples({ cells }: { cells: string[] }) {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length === 0 ? 'Empty in the first rows' : <bdi>{filled.join(' · ')}</bdi>
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={statementsHome} title="The statement could not be read" />
}
