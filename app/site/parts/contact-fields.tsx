import { honeypotField } from '../../domain/inquiries/inquiry.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { TextareaField } from '../../ui/fields/textarea-field.tsx'

const pair = 'grid gap-5 min-[40rem]:grid-cols-2'
const email = {
  name: 'email',
  type: 'email',
  autoComplete: 'email',
  inputMode: 'email',
  required: true,
} as const

export function ContactFields() {
  return (
    <>
      <TextField name="name" label="Full Name" autoComplete="name" required />
      <div className={pair}>
        <TextField {...email} label="Email Address" />
        <TextField
          name="phone"
          label="Phone Number"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          optional
        />
      </div>
      <TextareaField name="message" label="Message" rows={5} required />
    </>
  )
}

export function LandingFields() {
  return (
    <>
      <div className={pair}>
        <TextField name="name" label="Name" autoComplete="name" required />
        <TextField {...email} label="Email" />
      </div>
      <TextField name="subject" label="Subject" required />
      <TextareaField name="message" label="Message" rows={5} required />
    </>
  )
}

/** Honeypot: hidden from people, keyboards and screen readers. */
export function Decoy() {
  return (
    <div aria-hidden="true" className="absolute -start-[200vw]">
      <label>
        Website
        <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
