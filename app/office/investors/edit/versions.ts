import { z } from 'zod'

/** What the form of an investor holds, by the names of its fields. */
export type Fields = Record<'fullName' | 'email' | 'phone', string>

/** An investor as it stands in the fields of the form. */
export function fieldsOf(investor: {
  fullName: string
  email: string
  phone: string | null
}): Fields {
  const { fullName, email, phone } = investor
  return { fullName, email, phone: phone ?? '' }
}

const labels: Fields = { fullName: 'Full Name', email: 'Email', phone: 'Phone' }

/** The label of a field of this form. */
export const labelOf = (name: string) => labels[name as keyof Fields] ?? name

/** What the form says it was opened with; nothing when it says nothing that can be read. */
export function openedWith(sent: FormDataEntryValue | null): Record<string, string> {
  try {
    return z
      .record(z.string(), z.string())
      .parse(JSON.parse(typeof sent === 'string' ? sent : '{}'))
  } catch {
    return {}
  }
}
