import { buffer } from 'node:stream/consumers'
import { Link, redirect } from 'react-router'
import { importChoices, isImportList } from '../../../domain/imports/import-list.ts'
import { columnsOf, keepFile, readImport } from '../../../domain/imports/imports.server.ts'
import { type FileText, fileText } from '../../../domain/imports/read-file.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import type { Upload } from '../../../platform/http/upload.server.ts'
import {
  adminCommand,
  type Context,
  notFound,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { LeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { withSearchParam } from '../../../ui/fields/search-params.ts'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { Icon } from '../../../ui/icon.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { SectionTitle } from '../../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { formatBytes } from '../../../values/bytes.ts'
import { dayOf, formatDay } from '../../../values/calendar-date.ts'
import { type ParsedForm, refuseForm } from '../../../values/form.ts'
import { importHome } from '../../paths.ts'
import { listPlaces, Steps } from '../parts.tsx'
import type { Route } from './+types/route.ts'

const largestFile = 20_000_000
/** Form fields are truncated at this size. */
const longestPaste = 199_000

/** Throws a 404 for an unknown list or a visitor who is no administrator. */
async function demandList(context: Context, list: string) {
  await requireAdmin(context)
  if (!isImportList(list)) throw notFound()
  return list
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const list = await demandList(context, params.list)
  return { list, columns: columnsOf(list) }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const choices = importChoices(url.searchParams)
  return formAction(args, {
    guard: () => demandList(context, params.list),
    limitBytes: () => largestFile,
    parse: async (form, list, { uploads, tooLarge }): Promise<ParsedForm<Sent>> => {
      const sent = await readSent(form, uploads.get('file'), tooLarge.has('file'))
      const read = sent.ok ? await readImport(list, sent.text, choices) : sent
      if (sent.ok && (read.ok || 'headings' in read)) return { ok: true, value: sent }
      const message = read.ok ? '' : read.message
      return { ok: false, reply: refuseForm(form, { errors: { [sent.field]: message } }) }
    },
    run: async ({ value: { field, name, text }, subject: list }) => {
      const kept = await adminCommand(context, (admin) =>
        keepFile(admin, { list, name, content: text }),
      )
      return 'refused' in kept ? { ...kept, field } : kept
    },
    refusals: {
      imported: ({ at, field }) => ({
        errors: {
          [field]: `This was imported on ${formatDay(dayOf(at))}. Nothing is imported twice.`,
        },
      }),
    },
    done: ({ importId }, { value: { encoding }, subject: list }) => {
      const search = withSearchParam(url.searchParams, 'encoding', encoding ?? '')
      return redirect(`${importHome}/${list}/${importId}${search}`)
    },
    failed: 'The file could not be read',
  })
}

type Sent = { field: 'lines' | 'file'; name: string } & Extract<FileText, { ok: true }>

/** Pasted lines win over a chosen file. The file is not kept in the store. */
async function readSent(form: FormData, upload: Upload | undefined, isTooLarge: boolean) {
  const lines = form.get('lines')
  if (typeof lines === 'string' && lines.trim() !== '')
    return { field: 'lines' as const, name: 'Pasted lines', ...pastedText(lines) }
  const name = upload?.originalName ?? ''
  return { field: 'file' as const, name, ...(await uploadedText(upload, isTooLarge)) }
}

const refused = (message: string) => ({ ok: false as const, message })

function pastedText(lines: string): FileText {
  if (Buffer.byteLength(lines) > longestPaste)
    return refused('This is too much to paste. Save it as a file and choose that.')
  if (lines.includes('\0')) return refused('Please remove the invisible characters.')
  return { ok: true, text: lines, encoding: null }
}

async function uploadedText(upload: Upload | undefined, isTooLarge: boolean): Promise<FileText> {
  if (isTooLarge)
    return refused(
      `This file is larger than ${formatBytes(largestFile)}. Split it into smaller files.`,
    )
  if (!upload) return refused('Choose a file, or paste its lines below.')
  const stream = await files.get(upload.key)
  if (!stream) throw new Error('an uploaded file is missing from the store')
  return fileText(await buffer(stream))
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? listPlaces[loaderData.list].title : 'Import', args)

export default function ChooseFile({
  loaderData: { list, columns },
  actionData,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  const { title, to, label, note } = listPlaces[list]
  return (
    <>
      <PageHead title={title} back={{ to, label }} lead={note} />
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
            label="CSV or Excel file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
            hint="The first sheet of a workbook (.xlsx), or CSV; up to 20 MB and 100,000 rows"
          />
          <TextareaField
            name="lines"
            label="Or paste its lines"
            span="full"
            rows={5}
            hint="With the headings. These lines are used instead of a file."
          />
          <div className="col-span-full">
            <SubmitButton pendingLabel="Reading">Check the file</SubmitButton>
          </div>
        </FieldGrid>
        <LeaveGuard />
      </ActionForm>
      <section aria-label="Columns" className="mt-8 max-w-180">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <SectionTitle>Columns</SectionTitle>
          <Link
            to={`${importHome}/${list}/template`}
            reloadDocument
            className={buttonClass('secondary', 'small')}
          >
            <Icon name="download" size="small" />
            Template
          </Link>
        </div>
        <p className="mt-1 mb-2 text-xs text-muted">
          In any order, and under other names: you choose which column is which. Our own exports can
          be edited and imported again.
        </p>
        <ColumnsTable columns={columns} />
      </section>
    </>
  )
}

type Columns = Route.ComponentProps['loaderData']['columns']

function ColumnsTable({ columns }: { columns: Columns }) {
  return (
    <Table caption="Columns" head={<ColumnsHead />}>
      {columns.map(({ name, isRequired, says, example }) => (
        <Tr key={name}>
          <Td className="font-[560]">
            {name}
            {isRequired && <span className="ms-1.5 text-xs font-normal text-muted">required</span>}
          </Td>
          <Td wrap card="row">
            {says}
          </Td>
          <Td wrap card="row" className="text-muted">
            {example}
          </Td>
        </Tr>
      ))}
    </Table>
  )
}

function ColumnsHead() {
  return (
    <>
      <Th>Column</Th>
      <Th>What belongs there</Th>
      <Th>For example</Th>
    </>
  )
}
