export type ChatMessage = { name: string; email: string; subject: string; message: string }

/**
 * The address of a WhatsApp chat with everything typed as prepared text. `number` is digits with
 * the country code. Lone surrogates become question marks.
 */
export function chatLink(number: string, { name, email, subject, message }: ChatMessage): string {
  const text = `Name: ${name}\nEmail: ${email}\nSubject: ${subject}\n\n${message}`
  return `https://wa.me/${number}?text=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))}`
}
