import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data } from 'react-router'
import { findInstallation } from '../../../domain/company/company.server.ts'
import { dropPicture } from '../../../domain/company/pictures.server.ts'
import { addProject } from '../../../domain/projects/add-project.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { log } from '../../../platform/log.server.ts'
import { asAdmin } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { type ReceivedForm, receiveForm } from '../../../platform/upload.server.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { refuseForm } from '../../../values/form.ts'
import type { Route } from './+types/route.ts'
import { ProjectForm } from './project-form.tsx'
import { readProject } from './read-project.server.ts'

const list = '/admin-dashboard/projects'
const sentBefore = 'This was sent before with other facts. Reload the page and try again.'
const lost = 'The connection was lost. If the project is not in the list, send it again; it is added once.'
const failed = 'Failed to add project. Please try again later.'

export async function loader({ context }: Route.LoaderArgs) {
  const { uploadLimitBytes } = await asAdmin(context, findInstallation)
  return { key: randomUUID(), today: clock.today(), uploadLimitBytes }
}

export async function action({ request, context }: Route.ActionArgs) {
  // The guard, before any byte is kept; the transaction that writes opens only once everything has arrived.
  const { uploadLimitBytes } = await asAdmin(context, findInstallation)
  const received = await receiveForm(request, uploadLimitBytes)
  try {
    return await add(context, received, uploadLimitBytes)
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    log.error('a project was not added', fault)
    return data(refuseForm(received.form, { message: failed }), { status: 500 })
  } finally {
    await received.discard()
  }
}

async function add(context: Route.ActionArgs['context'], received: ReceivedForm, limitBytes: number) {
  const read = await readProject(received, limitBytes)
  if (!read.ok) return data(read.reply, { status: 422 })
  const { input, cover } = read.value
  const added = await asAdmin(context, (admin) => addProject(admin, input, cover))
  // Not after a fault: then nobody knows whether the project was stored and the picture is in use.
  if (cover && ('refused' in added || added.coverKey !== cover.picture.key)) await dropPicture(cover.picture)
  if ('refused' in added) return data(refuseForm(received.form, { message: sentBefore }), { status: 422 })
  return redirectWithToast(list, { title: 'Project added', kind: 'success' })
}

/** A connection that is lost while the picture is on its way leaves the form as it stands. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (fault) {
    if (fault instanceof TypeError) return { errors: {}, values: {}, message: lost }
    throw fault
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Add Project · Msingi' }]

export default function AddProject({ loaderData, actionData }: Route.ComponentProps) {
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const [key] = useState(actionData?.values.key ?? loaderData.key)
  return (
    <>
      <PageHead title="Add Project" back={{ to: list, label: 'Manage Projects' }} />
      <ProjectForm
        reply={actionData}
        formKey={key}
        today={loaderData.today}
        limitBytes={loaderData.uploadLimitBytes}
        closeTo={list}
      />
    </>
  )
}
