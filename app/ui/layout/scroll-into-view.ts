/**
 * Where a row of links is one line that is moved sideways, as on a phone: puts this link in its middle, as far as that
 * goes. For the `ref` of the one that is current.
 */
export function scrollIntoView(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement
  if (!row) return
  const middle =
    link.getBoundingClientRect().left - row.getBoundingClientRect().left + link.offsetWidth / 2
  row.scrollLeft += middle - row.clientWidth / 2
}
