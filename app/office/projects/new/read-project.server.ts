import type { NewCover } from '../../../domain/projects/add-project.server.ts'
import { type AddProjectInput, AddProjectSchema } from '../../../domain/projects/project-schema.ts'
import type { ReceivedForm } from '../../../platform/upload.server.ts'
import { type ParsedForm, parseForm, refuseForm } from '../../../values/form.ts'
import { dropPicture, type PictureRefusal, takePicture } from './take-picture.server.ts'

type NewProject = { input: AddProjectInput; cover: NewCover | null }

/**
 * The project and its cover as they were sent, or everything that is wrong with them at once. A refused form leaves no
 * picture in the store.
 */
export async function readProject(received: ReceivedForm, limitBytes: number): Promise<ParsedForm<NewProject>> {
  const taken = await takePicture(received, 'cover')
  const picture = taken === null || 'refused' in taken ? null : taken
  const parsed = parseForm(AddProjectSchema, received.form)
  const coverErrors = judgeCover(taken, received.form.get('coverAlt'), limitBytes)
  if (parsed.ok && Object.keys(coverErrors).length === 0) {
    const { value: input } = parsed
    return { ok: true, value: { input, cover: picture && { picture, alt: input.coverAlt ?? '' } } }
  }
  if (picture) await dropPicture(picture)
  const reply = parsed.ok ? refuseForm(received.form, {}) : parsed.reply
  return { ok: false, reply: { ...reply, errors: { ...reply.errors, ...coverErrors } } }
}

/** A picture and its description belong together. */
function judgeCover(
  taken: Awaited<ReturnType<typeof takePicture>>,
  alt: FormDataEntryValue | null,
  limitBytes: number,
): Record<string, string> {
  const described = typeof alt === 'string' && alt.trim() !== ''
  if (taken === null) return described ? { cover: 'Choose the picture again, or clear its description.' } : {}
  if ('refused' in taken) return { cover: coverRefusal(taken, limitBytes) }
  return described ? {} : { coverAlt: 'Describe the picture for people who cannot see it.' }
}

/** The sentence beside the picture's field. */
function coverRefusal({ refused }: PictureRefusal, limitBytes: number): string {
  switch (refused) {
    case 'too-large':
      return `This file is larger than ${Math.floor(limitBytes / 1_048_576)} MB. Choose a smaller one.`
    case 'not-a-picture':
      return 'This file is not a picture. Choose a JPEG, PNG, WebP, AVIF, GIF or TIFF.'
    case 'unreadable':
      return 'This picture cannot be read: it is damaged, or has more than 40 megapixels.'
    default:
      return refused satisfies never
  }
}
