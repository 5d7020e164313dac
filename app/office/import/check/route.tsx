import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { unclearDay } from '../../../domain/imports/cells.ts'
import {
  checkImport,
  confirmImport,
  type ImportConfirmed,
} from '../../../domain/imports/confirm-import.server.ts'
import { ConfirmImportSchema } from '../../../domain/imports/confirm-schema.ts'
import { dayOrderIn } from '../../../domain/imports/days.ts'
import { importNouns } from '../../../domain/imports/import-list.ts'
import { findImport, type ImportFile } from '../../../domain/imports/imports.server.ts'
import { asAdmin, type Context, logFault, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { ListFault } from '../../../ui/area-fault.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import { grouped } from '../../../values/grouped.ts'
import { demandList } from '../demand-list.server.ts'
import { howMany } from '../how-many.ts'
import { importHome, listPlaces } from '../import-home.ts'
import { Steps } from '../steps.tsx'
import type { Route } from './+types/route.ts'
import { AlreadyImported } from './already-imported.tsx'
import { Answer } from './answer.tsx'
import { kindsOfRows, mostShown } from './kinds.ts'

export function loader({ params, url, context }: Route.LoaderArgs) {
  return asAdmin(context, async (admin) => {
    const list = demandList(params.list)
    const file = await findImport(admin, list, params.importId)
    if (!file) throw notFound()
    const { content, ...kept } = file
    if (content === null) return { file: kept, checked: null }
    const { problems, ready, here, ...checked } = await checkImport(
      admin,
      list,
      content,
      dayOrderIn(url.searchParams),
    )
    const counts = { problems: problems.length, here: here.length, ready: ready.length }
    const asked = kindsOfRows.find((kind) => kind === url.searchParams.get('show'))
    const shown = asked ?? kindsOfRows.find((kind) => counts[kind] > 0) ?? 'problems'
    // A row may have several problems; the figures count rows.
    const faulty = new Set(problems.map(({ row }) => row)).size
    const { fingerprint, rows, notRead, days } = checked
    const asksOrder = problems.some(({ says }) => says.startsWith(unclearDay))
    return {
      file: { ...kept, bytes: Buffer.byteLength(content) },
      checked: {
        ...{ counts, faulty, shown, fingerprint, rows, notRead, days, asksOrder },
        problems: shown === 'problems' ? problems.slice(0, mostShown) : [],
        lines: shown === 'problems' ? [] : (shown === 'here' ? here : ready).slice(0, mostShown),
      },
    }
  })
}

/** A large file takes a while to judge: it is judged when it is opened and sent, not whenever something changes. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
}: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined || currentUrl.href !== nextUrl.href
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  await asAdmin(context, async () => undefined)
  const list = demandList(params.list)
  const form = await readForm(request)
  const parsed = parseForm(ConfirmImportSchema, form)
  if (!parsed.ok) return data(parsed.reply, { status: 422 })
  const { fingerprint } = parsed.value
  const order = dayOrderIn(url.searchParams)
  const confirmed = await confirm(context, { list, importId: params.importId, fingerprint, order })
  if ('reference' in confirmed) {
    const message = `Nothing was imported. Reference ${confirmed.reference}`
    return data(refuseForm(form, { message }), { status: 500 })
  }
  if ('refused' in confirmed) {
    if (confirmed.refused === 'gone') throw notFound()
    return data(refuseForm(form, { message: refusals[confirmed.refused] }), { status: 422 })
  }
  return redirectWithToast(listPlaces[list].to, {
    kind: 'success',
    title: `${howMany(confirmed.added, importNouns[list])} imported`,
    ...(confirmed.leftOut > 0
      ? { text: `${grouped(confirmed.leftOut)} that were there already were left out.` }
      : {}),
  })
}

async function confirm(
  context: Context,
  asked: Parameters<typeof confirmImport>[1],
): Promise<ImportConfirmed | { reference: string }> {
  try {
    return await asAdmin(context, (admin) => confirmImport(admin, asked))
  } catch (fault) {
    return { reference: logFault(context, 'an import was not written', fault) }
  }
}

const refusals = {
  'has-problems':
    'Nothing was imported: something changed meanwhile, and some rows have problems now.',
  'nothing-ready': 'Nothing was imported: everything in this file is there already.',
  moved: 'Nothing was imported: something changed since this was checked. Look at it once more.',
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? listPlaces[(loaderData.file as ImportFile).list].title : 'Import', args)

export default function CheckFile({
  loaderData: { file, checked },
  actionData,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<FormReply>(actionData)
  const { title } = listPlaces[file.list]
  return (
    <>
      <PageHead title={title} back={{ to: importHome, label: 'Import' }} />
      <Steps now={checked ? 'Check' : 'Import'} />
      {checked ? (
        <Answer file={file} checked={checked} reply={answer} fetcher={fetcher} />
      ) : (
        <AlreadyImported file={file} />
      )}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={importHome} title="The file could not be checked" />
}
