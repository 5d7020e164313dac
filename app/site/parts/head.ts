import type { MetaDescriptor } from 'react-router'
import { pageTitle, type TitleArgs } from '../../ui/layout/page-title.ts'

/** What a link to a page is shown with where it was shared: an address of ours, 1200 by 630 pixels (site/seo/share). */
export type SharePicture = { path: string; alt: string }

type Head = {
  /** As the tab shows it: `Twin Towers · Nyumba`. */
  title: string
  description: string
  /** Of the page, without a query: what a query selects is the same page to a search engine. */
  path: string
  origin: string
  brand: string
  picture?: SharePicture
  /** From site/seo; made by the loader, so that the browser need not know how. */
  jsonLd?: object[]
}

/**
 * What search engines, and those a link is sent to, read of a public page. A text with markup in it is safe in any of
 * the fields: the router writes attributes and JSON-LD escaped (head.test.tsx).
 */
export function pageHead({
  title,
  description,
  path,
  origin,
  brand,
  picture,
  jsonLd = [],
}: Head): MetaDescriptor[] {
  const address = new URL(path, origin).href
  const { path: picturePath, alt } = picture ?? { path: '/share/site.jpg', alt: brand }
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:title', content: title.replace(` · ${brand}`, '') },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: new URL(picturePath, origin).href },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...jsonLd.map((facts) => ({ 'script:ld+json': facts })),
  ]
}

/** The head of a page that answers one visitor and is not for search engines: it stays out of every index. */
export function unlistedHead(title: string, args: TitleArgs): MetaDescriptor[] {
  return [...pageTitle(title, args), { name: 'robots', content: 'noindex' }]
}
