/**
 * A short message shown once after an act, whatever the page it led to. `seconds` is how long it stays (4 when left
 * out); warnings that need reading are given 8 or 10. Carries only text, so that it fits in a cookie.
 */
export type Toast = { title: string; text?: string; kind: 'success' | 'error' | 'warning'; seconds?: number }
