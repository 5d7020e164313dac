import type { MetaDescriptor } from 'react-router'
import { pageTitle, type TitleArgs } from '../../ui/layout/page-title.ts'

/** The Open Graph picture, 1200 by 630 pixels (site/seo/share). */
export type SharePicture = { path: string; alt: string }

type Head = {
  /** As in the tab: `Twin Towers · Nyumba`. */
  title: string
  description: string
  /** The canonical path, without a query. */
  path: string
  origin: string
  brand: string
  picture?: SharePicture
  /** From site/seo; built in the loader, so that its code stays out of the browser. */
  jsonLd?: object[]
}

/** Metadata for search and link previews. The router escapes attributes and JSON-LD (head.test.tsx). */
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

/** For pages that belong to one visitor: excluded from search engines. */
export function unlistedHead(title: string, args: TitleArgs): MetaDescriptor[] {
  return [...pageTitle(title, args), { name: 'robots', content: 'noindex' }]
}
