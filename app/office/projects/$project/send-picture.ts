import { data } from 'react-router'
import { AddPictureSchema } from '../../../domain/projects/picture-schema.ts'
import { parseForm } from '../../../values/form.ts'
import { sendWithProgress } from '../../parts/send-with-progress.ts'
import { uploadFailed } from './upload-failed.ts'

/** Missing fields are reported before uploading. */
export async function sendPicture(address: string, form: FormData) {
  const parsed = parseForm(AddPictureSchema, form)
  if (!parsed.ok) return data({ reply: parsed.reply, toast: null }, { status: 422 })
  return sendWithProgress(address, form, uploadFailed)
}
