import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { RouteDialog } from '../layout/route-dialog.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { ActionForm } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

/** The HTML a person without script gets. */
function page(children: ReactNode) {
  const Page = createRoutesStub([{ path: '/', Component: () => children }])
  return renderToStaticMarkup(<Page />)
}

const refused = {
  errors: { email: 'Email Already In Use' },
  values: { email: 'amina@example.com', method: 'cash' },
  message: 'Reload and try again.',
}

test('a refusal stands next to its field, which is marked, described by it, and keeps what was typed', () => {
  const html = page(
    <ActionForm reply={refused}>
      <TextField
        name="email"
        label="Email"
        defaultValue="old@example.com"
        hint="Where invitations go"
      />
    </ActionForm>,
  )
  expect(html).toContain('value="amina@example.com"')
  expect(html).toContain('aria-invalid="true"')
  const describedBy = /aria-describedby="([^"]+)"/.exec(html)?.[1]
  expect(html).toContain(`<p id="${describedBy}"`)
  expect(html).toContain('Email Already In Use')
  expect(html).not.toContain('Where invitations go')
})

test('a refusal of the whole form is an alert above its fields', () => {
  const html = page(
    <ActionForm reply={refused}>
      <TextField name="email" label="Email" />
    </ActionForm>,
  )
  expect(html).toMatch(/role="alert".*Reload and try again\..*<input/s)
})

test('a choice and a box come back as they were sent', () => {
  const html = page(
    <ActionForm reply={refused}>
      <SelectField name="method" label="Method" defaultValue="bank">
        <option value="bank">Bank transfer</option>
        <option value="cash">Cash</option>
      </SelectField>
      <CheckboxField name="paid" label="Fully paid" />
      <CheckboxField name="method" value="cash" label="Cash" />
    </ActionForm>,
  )
  expect(html).toContain('<option value="cash" selected="">')
  expect(html.match(/checked/g)).toHaveLength(1)
  expect(html).toMatch(/<input [^>]*name="method" checked=""/)
})

test('a password is never written into the page', () => {
  const html = page(
    <ActionForm reply={{ errors: {}, values: { password: 'Foundation-2020' } }}>
      <PasswordField name="password" label="Password" autoComplete="current-password" />
    </ActionForm>,
  )
  expect(html).not.toContain('Foundation-2020')
})

test('a dialog arrives open and with a way out, for browsers without script', () => {
  const html = page(<RouteDialog title="Record Payment">…</RouteDialog>)
  expect(html).toContain('<dialog open=""')
  expect(html).toMatch(/<a [^>]*aria-label="Close"/)
})
