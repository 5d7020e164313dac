/** Centres this link in a row that scrolls sideways. For the `ref` of the current link. */
export function scrollIntoView(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement
  if (!row) return
  const middle =
    link.getBoundingClientRect().left - row.getBoundingClientRect().left + link.offsetWidth / 2
  row.scrollLeft += middle - row.clientWidth / 2
}
