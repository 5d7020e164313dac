import { findInstallation } from '../../../domain/company/company.server.ts'
import { type AddPictureInput, AddPictureSchema } from '../../../domain/projects/picture-schema.ts'
import type { PictureAdded } from '../../../domain/projects/project-pictures.server.ts'
import type { UploadedPicture } from '../../../domain/projects/store-picture.server.ts'
import { type ActionArgs, formAction } from '../../../platform/http/form-action.server.ts'
import type { ReceivedForm } from '../../../platform/http/upload.server.ts'
import {
  type AdminWork,
  adminCommand,
  adminQuery,
} from '../../../platform/session/session.server.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { type ParsedForm, parseForm, refuseForm } from '../../../values/form.ts'
import {
  deletePicture,
  encodeUploadedPicture,
  pictureRefusalMessage,
} from '../../parts/uploaded-picture.server.ts'
import { uploadFailed } from './upload-failed.ts'

/** Adds the picture within an administrator's transaction. */
type Add = (input: AddPictureInput, picture: UploadedPicture) => AdminWork<PictureAdded>

/** Handles the Add Picture form: re-encodes and adds the picture, then redirects to `to`. */
export function receivePicture(args: ActionArgs, { add, to }: { add: Add; to: string }) {
  const { context } = args
  return formAction(args, {
    guard: () => adminQuery(context, findInstallation),
    limitBytes: ({ uploadLimitBytes }) => uploadLimitBytes,
    parse: (_, { uploadLimitBytes }, received) => readPicture(received, uploadLimitBytes),
    run: async ({ value: { input, picture } }) => {
      const added = await adminCommand(context, add(input, picture))
      // Not after a fault: the picture may be stored and in use.
      if ('refused' in added || added.fileKey !== picture.key) await deletePicture(picture)
      return added
    },
    refusals: {
      'key-reused': 'The form was already sent with a different picture. Close this and try again.',
      'in-the-future': ({ today }) => ({
        errors: { takenOn: `This date is in the future. Choose ${formatDay(today)} or earlier.` },
      }),
      'too-many': ({ most }) => `There are ${most} pictures, the maximum. Remove one first.`,
    },
    done: () => ({ to, toast: { title: 'Image uploaded', kind: 'success' } }),
    failed: { title: 'Upload failed', text: uploadFailed },
  })
}

type Picture = { input: AddPictureInput; picture: UploadedPicture }

async function readPicture(
  received: ReceivedForm,
  limitBytes: number,
): Promise<ParsedForm<Picture>> {
  const { form } = received
  const parsed = parseForm(AddPictureSchema, form)
  const picture = await encodeUploadedPicture(received, 'picture')
  if (picture && !('refused' in picture)) {
    if (parsed.ok) return { ok: true, value: { input: parsed.value, picture } }
    await deletePicture(picture)
    return parsed
  }
  const why = picture ? pictureRefusalMessage(picture, limitBytes) : 'Choose a picture.'
  const reply = parsed.ok ? refuseForm(form, {}) : parsed.reply
  return { ok: false, reply: { ...reply, errors: { ...reply.errors, picture: why } } }
}
