import { findInstallation } from '../../../domain/company/company.server.ts'
import { addProject } from '../../../domain/projects/add-project.server.ts'
import { asAdmin, logFault } from '../../../platform/session.server.ts'
import { type ReceivedForm, receiveForm } from '../../../platform/upload.server.ts'
import { refuseForm } from '../../../values/form.ts'
import type { FormTaken } from '../../parts/answer-upload.server.ts'
import { dropPicture } from '../../parts/take-picture.server.ts'
import { readProject } from './read-project.server.ts'

type Context = Parameters<typeof asAdmin>[0]

const sentBefore = 'This was sent before with other facts. Reload the page and try again.'
const failed = 'Failed to add project. Please try again later.'

/** Back to the list. */
export const projectAdded = {
  to: '/admin-dashboard/projects',
  toast: { title: 'Project added', kind: 'success' as const },
}

/**
 * Receives the form of Add Project with its cover. The guard comes first, before any byte is kept; the transaction that
 * writes opens only once everything has arrived.
 */
export async function receiveProject(request: Request, context: Context): Promise<FormTaken> {
  const { uploadLimitBytes } = await asAdmin(context, findInstallation)
  const received = await receiveForm(request, uploadLimitBytes)
  try {
    return await add(context, received, uploadLimitBytes)
  } catch (fault) {
    const reference = logFault(context, 'a project was not added', fault)
    return {
      stored: false,
      reply: refuseForm(received.form, { message: `${failed} Reference ${reference}` }),
      status: 500,
    }
  } finally {
    await received.discard()
  }
}

async function add(
  context: Context,
  received: ReceivedForm,
  limitBytes: number,
): Promise<FormTaken> {
  const read = await readProject(received, limitBytes)
  if (!read.ok) return { stored: false, reply: read.reply, status: 422 }
  const { input, cover } = read.value
  const added = await asAdmin(context, (admin) => addProject(admin, input, cover))
  // Not after a fault: then nobody knows whether the project was stored and the picture is in use.
  if (cover && ('refused' in added || added.coverKey !== cover.picture.key))
    await dropPicture(cover.picture)
  if ('refused' in added) {
    return {
      stored: false,
      reply: refuseForm(received.form, sentences(added.refused)),
      status: 422,
    }
  }
  return { stored: true }
}

function sentences(refused: 'key-reused' | 'slug-taken' | 'needs-picture') {
  switch (refused) {
    case 'key-reused':
      return { message: sentBefore }
    case 'slug-taken':
      return { errors: { slug: 'Another project has this address, or had it before.' } }
    case 'needs-picture':
      return {
        errors: {
          cover: 'A published project needs a cover picture. Choose one, or publish it later.',
        },
      }
    default:
      return refused satisfies never
  }
}
