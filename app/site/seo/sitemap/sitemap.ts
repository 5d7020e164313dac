/** `changedAt` is left out when unknown. */
export type ListedPage = { path: string; changedAt?: Date }

/** The sitemaps.org protocol allows at most 50,000 addresses. */
export function sitemapOf(pages: ListedPage[], origin: string): string {
  const entries = pages.map(({ path, changedAt }) => {
    const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `  <url><loc>${escaped(new URL(path, origin).href)}</loc>${lastmod}</url>\n`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...entries,
    '</urlset>\n',
  ].join('')
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}
