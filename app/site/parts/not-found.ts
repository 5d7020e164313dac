import { later } from './later.tsx'

/** The words for an address without a page, inside the header and footer of the site. */
export const NotFound = later('not-found', () =>
  import('../../ui/feedback/not-found-page.tsx').then((page) => page.NotFound),
)
