/** The layout asks `/session` once, after the page; by this name a form finds the answer too. */
export const visitorFetcher = { key: 'visitor' }
