import type { NewCover } from '../../../domain/projects/add-project.server.ts'
import { type AddProjectInput, AddProjectSchema } from '../../../domain/projects/project-schema.ts'
import type { ReceivedForm } from '../../../platform/http/upload.server.ts'
import { type ParsedForm, parseForm, refuseForm } from '../../../values/form.ts'
import { trimmed } from '../../../values/visible.ts'
import {
  deletePicture,
  encodeUploadedPicture,
  pictureRefusalMessage,
} from '../../parts/uploaded-picture.server.ts'

type NewProject = { input: AddProjectInput; cover: NewCover | null }

/** Returns the project and its cover, or all errors. A refused form leaves no picture in the store. */
export async function readProject(
  received: ReceivedForm,
  limitBytes: number,
): Promise<ParsedForm<NewProject>> {
  const taken = await encodeUploadedPicture(received, 'cover')
  const picture = taken === null || 'refused' in taken ? null : taken
  const parsed = parseForm(AddProjectSchema, received.form)
  const coverErrors = judgeCover(taken, received.form.get('coverAlt'), limitBytes)
  if (parsed.ok && Object.keys(coverErrors).length === 0) {
    const { value: input } = parsed
    return { ok: true, value: { input, cover: picture && { picture, alt: input.coverAlt ?? '' } } }
  }
  if (picture) await deletePicture(picture)
  const reply = parsed.ok ? refuseForm(received.form, {}) : parsed.reply
  return { ok: false, reply: { ...reply, errors: { ...reply.errors, ...coverErrors } } }
}

/** A picture and its description belong together. */
function judgeCover(
  taken: Awaited<ReturnType<typeof encodeUploadedPicture>>,
  alt: FormDataEntryValue | null,
  limitBytes: number,
): Record<string, string> {
  const described = typeof alt === 'string' && trimmed(alt) !== ''
  if (taken === null)
    return described ? { cover: 'Choose the picture again, or clear its description.' } : {}
  if ('refused' in taken) return { cover: pictureRefusalMessage(taken, limitBytes) }
  return described ? {} : { coverAlt: 'Describe the picture for people who cannot see it.' }
}
