import { data, Link, redirect } from 'react-router'
import { importColumns } from '../../../domain/imports/import-list.ts'
import { keepFile } from '../../../domain/imports/imports.server.ts'
import { readImport } from '../../../domain/imports/read-import.ts'
import { asAdmin, type Context, logFault, lookAsAdmin } from '../../../platform/session.server.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SectionTitle } from '../../../ui/panel.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { dayOf, formatDay } from '../../../values/calendar-date.ts'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import { demandList } from '../demand-list.server.ts'
import { importHome, importNotes, listPlaces } from '../import-home.ts'
import { Steps } from '../steps.tsx'
import type { Route } from './+types/route.ts'
import { readContent } from './read-content.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  await lookAsAdmin(context, async () => undefined)
  return { list: demandList(params.list) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  await asAdmin(context, async () => undefined)
  const list = demandList(params.list)
  const sent = await readContent(request)
  if ('errors' in sent) return data(refuseForm(sent.form, sent), { status: 422 })
  const { form, name, content } = sent
  const refuse = (sentence: string) =>
    data(refuseForm(form, { errors: { [fieldOf(form)]: sentence } }), { status: 422 })
  const read = readImport(list, content)
  if (!read.ok) return refuse(read.message)
  const kept = await keep(context, form, { list, name, content })
  if ('reply' in kept) return data(kept.reply, { status: 500 })
  if ('refused' in kept) {
    return refuse(`This was imported on ${formatDay(dayOf(kept.at))}. Nothing is imported twice.`)
  }
  throw redirect(`${importHome}/${list}/${kept.importId}`)
}

/** Beside what was sent: the lines, when some were pasted. */
const fieldOf = (form: FormData) =>
  String(form.get('lines') ?? '').trim() === '' ? 'file' : 'lines'

async function keep(context: Context, form: FormData, file: Parameters<typeof keepFile>[1]) {
  try {
    return await asAdmin(context, (admin) => keepFile(admin, file))
  } catch (fault) {
    const reference = logFault(context, 'a file to import was not kept', fault)
    return {
      reply: refuseForm(form, {
        message: `The file could not be read just now. Reference ${reference}`,
      }),
    }
  }
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? listPlaces[loaderData.list].title : 'Import', args)

export default function ChooseFile({ loaderData: { list }, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<FormReply>(actionData)
  const { title, to, label } = listPlaces[list]
  return (
    <>
      <PageHead title={title} back={{ to, label }} lead={importNotes[list]} />
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
            label="CSV file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            hint="UTF-8, cells parted by comma, semicolon or tab; up to 20 MB and 100,000 rows"
          />
          <TextareaField
            name="lines"
            label="Or paste its lines"
            span="full"
            rows={5}
            hint="With the head. What stands here is taken in place of a file."
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
          In any order. What an export of ours has besides is left out, so an export can be mended
          and read again.
        </p>
        <Columns list={list} />
      </section>
    </>
  )
}

function Columns({ list }: { list: keyof typeof importColumns }) {
  return (
    <Table caption="Columns" head={<ColumnsHead />}>
      {importColumns[list].columns.map(({ name, required, says, example }) => (
        <Tr key={name}>
          <Td className="font-[560]">
            {name}
            {required && <span className="ms-1.5 text-xs font-normal text-muted">required</span>}
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
