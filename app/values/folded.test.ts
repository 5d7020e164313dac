import { expect, test } from 'vitest'
import { folded } from './folded.ts'

test.each([
  ['Wanjirũ Ng’ang’a', 'wanjiru nganga'],
  ["Wanjirũ Ng'ang'a", 'wanjiru nganga'],
  ['Ngʼangʻa Ng´ang´a Ng`ang`a Ng＇ang＇a', 'nganga nganga nganga nganga'],
  ['José Álvares', 'jose alvares'],
  ['José Álvares'.normalize('NFD'), 'jose alvares'],
  ['İBRAHİM Straße Øyvind Łukasz', 'ibrahim strasse oyvind lukasz'],
  ['أحمد إبراهيم آمنة', 'احمد ابراهيم امنه'],
  ['فَاطِمَة عـــلى', 'فاطمه علي'],
  ['Al‑Amin Al–Amin', 'al-amin al-amin'],
  ['Sahra\u00a0\u2003 Jama\u200b', 'sahra jama'],
  ['٠٧١١ ۰۷۱۱', '0711 0711'],
  ['\u200b\u2060\u00ad\u3164\u200e\ufeff', ''],
  ['\u2800', ' '],
])('DATA-290 %s is compared as %s', (text, compared) => {
  expect(folded(text)).toBe(compared)
  expect(folded(folded(text))).toBe(compared)
})
