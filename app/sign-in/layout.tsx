import { Outlet } from 'react-router'
import appSheet from '../ui/styles/app.css?url'
import type { Route } from './+types/layout.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appSheet }]

/** Only names the sheet: what stands around a form takes its picture from the form's page (parts/sign-in-layout.tsx). */
export default function SignIn() {
  return <Outlet />
}
