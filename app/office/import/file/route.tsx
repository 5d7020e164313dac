import { buffer } from 'node:stream/consumers'
import { data, Link, redirect } from 'react-router'
import { importChoices, isImportList } from '../../../domain/imports/import-list.ts'
import { columnsOf, keepFile, readImport } from '../../../domain/imports/imports.server.ts'
import { type FileText, fileText } from '../../../domain/imports/read-file.server.ts'
import { files } from '../../../platform/files.server.ts'
import {
  asAdmin,
  type Context,
  logFault,
  lookAsAdmin,
  notFound,
} from '../../../platform/session.server.ts'
import { receiveForm } from '../../../platform/upload.server.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SectionTitle } from '../../../ui/panel.tsx'
import { searchWith } from '../../../ui/search-with.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { formatBytes } from '../../../values/bytes.ts'
import { dayOf, formatDay } from '../../../values/calendar-date.ts'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import { importHome, listPlaces, Steps } from '../parts.tsx'
import type { Route } from './+types/route.ts'

const largestFile = 20_000_000
/** A field of a form is cut off there; nobody pastes that much by hand. */
const longestPaste = 199_000

export async function loader({ params: { list }, context }: Route.LoaderArgs) {
  await lookAsAdmin(context, async () => undefined)
  if (!isImportList(list)) throw notFound()
  return { list, columns: columnsOf(list) }
}

export async function action({ request, params: { list }, url, context }: Route.ActionArgs) {
  await asAdmin(context, async () => undefined)
  if (!isImportList(list)) throw notFound()
  const sent = await readSent(request)
  const { form, field, name } = sent
  const refuse = (sentence: string) =>
    data(refuseForm(form, { errors: { [field]: sentence } }), { status: 422 })
  if (!sent.ok) return refuse(sent.message)
  const read = await readImport(list, sent.text, importChoices(url.searchParams))
  if (!read.ok && !read.headings) return refuse(read.message)
  const kept = await keep(context, form, { list, name, content: sent.text })
  if ('reply' in kept) return data(kept.reply, { status: 500 })
  if ('refused' in kept) {
    return refuse(`This was imported on ${formatDay(dayOf(kept.at))}. Nothing is imported twice.`)
  }
  const search = searchWith(url.searchParams, 'encoding', sent.encoding ?? '')
  throw redirect(`${importHome}/${list}/${kept.importId}${search}`)
}

/** What was pasted, or else the file that was chosen, which is kept in no store; refused beside its field. */
async function readSent(request: Request) {
  const { form, uploads, tooLarge, discard } = await receiveForm(request, largestFile)
  try {
    const lines = form.get('lines')
    if (typeof lines === 'string' && lines.trim() !== '')
      return { form, field: 'lines', name: 'Pasted lines', ...pastedText(lines) }
    const upload = uploads.get('file')
    const name = upload?.originalName ?? ''
    return { form, field: 'file', name, ...(await uploadedText(upload?.key, tooLarge.has('file'))) }
  } finally {
    await discard()
  }
}

function pastedText(lines: string): FileText {
  if (Buffer.byteLength(lines) > longestPaste)
    return { ok: false, message: 'This is too much to paste. Save it as a file and choose that.' }
  if (lines.includes('\0')) return { ok: false, message: 'Please remove the invisible characters.' }
  return { ok: true, text: lines, encoding: null }
}

async function uploadedText(key: string | undefined, isTooLarge: boolean): Promise<FileText> {
  if (isTooLarge)
    return {
      ok: false,
      message: `This file is larger than ${formatBytes(largestFile)}. Divide it.`,
    }
  if (!key) return { ok: false, message: 'Choose a file, or paste its lines below.' }
  const stream = await files.get(key)
  if (!stream) throw new Error('a file that has just arrived is not there')
  return fileText(await buffer(stream))
}

async function keep(context: Context, form: FormData, file: Parameters<typeof keepFile>[1]) {
  try {
    return await asAdmin(context, (admin) => keepFile(admin, file))
  } catch (fault) {
    const reference = logFault(context, 'a file to import was not kept', fault)
    const message = `The file could not be read just now. Reference ${reference}`
    return { reply: refuseForm(form, { message }) }
  }
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? listPlaces[loaderData.list].title : 'Import', args)

export default function ChooseFile({
  loaderData: { list, columns },
  actionData,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<FormReply>(actionData)
  const { title, to, label, note } = listPlaces[list]
  return (
    <>
      <PageHead title={title} back={{ to, label }} lead={note} />
      <Steps now="File" />
      <ActionForm
        reply={answer}
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
