import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'

/** `isChosen`: set by the person, not by the browser's preference. */
export type DataSaver = { isOn: boolean; isChosen: boolean }

const name = 'data-saver'
const aYear = 31_536_000

/** The cookie wins over the `Save-Data` header. */
export function dataSaverFrom(headers: Headers): DataSaver {
  const chosen = new RegExp(`(?:^|;\\s*)${name}=(on|off)(?:;|$)`).exec(
    headers.get('cookie') ?? '',
  )?.[1]
  if (chosen) return { isOn: chosen === 'on', isChosen: true }
  return { isOn: headers.get('save-data')?.toLowerCase() === 'on', isChosen: false }
}

/** Remembers the choice on this device for a year. */
export const dataSaverCookie = (isOn: boolean) =>
  `${name}=${isOn ? 'on' : 'off'}; Max-Age=${aYear}; Path=/; SameSite=Lax`

/** Whether to leave pictures out; also honours `prefers-reduced-data`, which only JavaScript sees. */
export function useLeftOut(): boolean {
  const saver = useRouteLoaderData<{ saver: DataSaver }>('portal/layout')?.saver
  const asksForLess = useSyncExternalStore(
    hearWish,
    () => wish().matches,
    () => false,
  )
  return saver !== undefined && (saver.isOn || (!saver.isChosen && asksForLess))
}

const wish = () => window.matchMedia('(prefers-reduced-data: reduce)')

function hearWish(hear: () => void): () => void {
  const query = wish()
  query.addEventListener('change', hear)
  return () => query.removeEventListener('change', hear)
}
