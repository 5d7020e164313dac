import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader as layoutLoader } from '../layout.tsx'

/** Whether pictures are left out on this device, and whether somebody chose so here or the browser asks for it. */
export type DataSaver = { isOn: boolean; isChosen: boolean }

const name = 'data-saver'
const aYear = 31_536_000

/** Reads it from the headers of a request: what was chosen on this device counts before what the browser asks for. */
export function dataSaverFrom(headers: Headers): DataSaver {
  const chosen = new RegExp(`(?:^|;\\s*)${name}=(on|off)(?:;|$)`).exec(
    headers.get('cookie') ?? '',
  )?.[1]
  if (chosen) return { isOn: chosen === 'on', isChosen: true }
  return { isOn: headers.get('save-data')?.toLowerCase() === 'on', isChosen: false }
}

/** The cookie by which the device remembers it for a year. Nothing hangs on it but pictures. */
export const dataSaverCookie = (isOn: boolean) =>
  `${name}=${isOn ? 'on' : 'off'}; Max-Age=${aYear}; Path=/; SameSite=Lax`

/** Whether pictures are left out: for whatever shows one. A browser may ask for less by a media query too; only script sees that. */
export function useLeftOut(): boolean {
  const saver = useRouteLoaderData<typeof layoutLoader>('portal/layout')?.saver
  const asksForLess = useSyncExternalStore(
    hearWish,
    () => wish().matches,
    () => false,
  )
  return saver !== undefined && (saver.isOn || (!saver.isChosen && asksForLess))
}

const wish = () => window.matchMedia('(prefers-reduced-data: reduce)')

function hearWish(hear: () => void): () => void {
  const asked = wish()
  asked.addEventListener('change', hear)
  return () => asked.removeEventListener('change', hear)
}
