import { findInstallation } from '../../domain/company/company.server.ts'
import { type AddPictureInput, AddPictureSchema } from '../../domain/projects/picture-schema.ts'
import type { PictureAdded } from '../../domain/projects/project-pictures.server.ts'
import type { UploadedPicture } from '../../domain/projects/store-picture.server.ts'
import { type AdminWork, asAdmin, logFault, notFound } from '../../platform/session.server.ts'
import { type ReceivedForm, receiveForm } from '../../platform/upload.server.ts'
import { parseForm, refuseForm } from '../../values/form.ts'
import type { FormTaken } from '../parts/answer-upload.server.ts'
import { dropPicture, takePicture, whyNoPicture } from '../parts/take-picture.server.ts'
import { uploadFailed } from './upload-failed.ts'

type AdminActor = Parameters<AdminWork<unknown>>[0]
type Context = Parameters<typeof asAdmin>[0]

/** Where a stored picture leads, and the toast that says so there. */
export function pictureAdded(to: string) {
  return { to, toast: { title: 'Image uploaded', kind: 'success' as const } }
}

/** What adds the picture, within the transaction of an administrator. */
type Add = (
  admin: AdminActor,
  input: AddPictureInput,
  picture: UploadedPicture,
) => Promise<PictureAdded>

/**
 * Receives the form of Add Picture. The guard comes first, before any byte is kept; the transaction that writes opens only
 * once the picture has arrived and was encoded again.
 */
export async function receivePicture(
  request: Request,
  context: Context,
  add: Add,
): Promise<FormTaken> {
  const { uploadLimitBytes } = await asAdmin(context, findInstallation)
  const received = await receiveForm(request, uploadLimitBytes)
  try {
    return await take(context, add, received, uploadLimitBytes)
  } catch (fault) {
    const message = `${uploadFailed} Reference ${logFault(context, 'a picture was not added', fault)}`
    return { stored: false, reply: refuseForm(received.form, { message }), status: 500 }
  } finally {
    await received.discard()
  }
}

async function take(
  context: Context,
  add: Add,
  received: ReceivedForm,
  limitBytes: number,
): Promise<FormTaken> {
  const { form } = received
  const parsed = parseForm(AddPictureSchema, form)
  const taken = await takePicture(received, 'picture')
  const whyNone =
    taken === null
      ? 'Choose a picture.'
      : 'refused' in taken
        ? whyNoPicture(taken, limitBytes)
        : null
  if (taken === null || 'refused' in taken || !parsed.ok) {
    if (taken && !('refused' in taken)) await dropPicture(taken)
    const reply = parsed.ok ? refuseForm(form, {}) : parsed.reply
    const errors = whyNone === null ? reply.errors : { ...reply.errors, picture: whyNone }
    return { stored: false, reply: { ...reply, errors }, status: 422 }
  }
  const added = await asAdmin(context, (admin) => add(admin, parsed.value, taken))
  // Not after a fault: then nobody knows whether the picture was stored and is in use.
  if ('refused' in added || added.fileKey !== taken.key) await dropPicture(taken)
  return 'refused' in added ? refused(form, added) : { stored: true }
}

function refused(form: FormData, why: Extract<PictureAdded, { refused: string }>): FormTaken {
  switch (why.refused) {
    case 'not-found':
      throw notFound()
    case 'key-reused':
      return above(form, 'This was sent before with another picture. Close this and try again.')
    case 'too-many':
      return above(form, `There are ${why.most} pictures, which is the most. Remove one first.`)
    default:
      return why satisfies never
  }
}

function above(form: FormData, message: string): FormTaken {
  return { stored: false, reply: refuseForm(form, { message }), status: 422 }
}
