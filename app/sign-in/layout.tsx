import { Outlet } from 'react-router'
import type { Route } from './+types/layout.ts'
import signInSheet from './sign-in.css?url'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: signInSheet }]

/** Only names the sheet: what stands around a form takes its picture from the form's page (parts/sign-in-layout.tsx). */
export default function SignIn() {
  return <Outlet />
}
