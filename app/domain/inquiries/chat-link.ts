/** What goes into a chat besides the number: everything that was typed into the landing page's form. */
export type ChatMessage = { name: string; email: string; subject: string; message: string }

/**
 * The address that opens a WhatsApp chat with the company, with everything typed as the prepared text. `number` is digits
 * with the country code. Half of a character that was cut in two, which no address can hold, becomes a question mark.
 */
export function chatLink(number: string, { name, email, subject, message }: ChatMessage): string {
  const text = `Name: ${name}\nEmail: ${email}\nSubject: ${subject}\n\n${message}`
  return `https://wa.me/${number}?text=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))}`
}
