import { z } from 'zod'

export type Fields = Record<'fullName' | 'email' | 'phone', string>

export function fieldsOf(investor: {
  fullName: string
  email: string
  phone: string | null
}): Fields {
  const { fullName, email, phone } = investor
  return { fullName, email, phone: phone ?? '' }
}

const labels: Fields = { fullName: 'Full Name', email: 'Email', phone: 'Phone' }

export const labelOf = (name: string) => labels[name as keyof Fields] ?? name

/** Parses the values the form was opened with; empty when unreadable. */
export function openedWith(sent: FormDataEntryValue | null): Record<string, string> {
  try {
    return z
      .record(z.string(), z.string())
      .parse(JSON.parse(typeof sent === 'string' ? sent : '{}'))
  } catch {
    return {}
  }
}
