import { isPhone, phoneMessage, plainPhone } from '../../values/phone.ts'
import { trimmed } from '../../values/visible.ts'
import { maxLengths, missingMessages, type PublicSource, tooLongMessage } from './inquiry.ts'

type Field = keyof typeof maxLengths

const fieldsOf: Record<PublicSource, Field[]> = {
  contact: ['name', 'email', 'phone', 'message'],
  landing: ['name', 'email', 'subject', 'message'],
}
const shapeOfEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Checks in the browser what the schema would refuse, with its messages, to save a request on slow networks. */
export function checkInquiry(
  source: PublicSource,
  textOf: (field: Field) => string,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of fieldsOf[source]) {
    const sentence = refusalOf(field, trimmed(textOf(field)))
    if (sentence !== null) errors[field] = sentence
  }
  return errors
}

function refusalOf(field: Field, text: string): string | null {
  if (text === '') return field === 'phone' ? null : missingMessages[field]
  if (field === 'email')
    return !exceeds(text, maxLengths.email) && shapeOfEmail.test(text)
      ? null
      : missingMessages.email
  if (exceeds(text, maxLengths[field])) return tooLongMessage(maxLengths[field])
  return field === 'phone' && !isPhone(plainPhone(text)) ? phoneMessage : null
}

/** Code points are counted only where the UTF-16 length leaves it open. */
function exceeds(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || Array.from(text).length > most)
}
