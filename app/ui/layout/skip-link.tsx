/** The first focusable element: skips to `<main id="main">`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      data-print="no"
      className="fixed -top-28 left-4 z-90 inline-flex min-h-11 items-center rounded-control bg-surface px-4 text-text shadow-card focus:top-3"
    >
      Skip to content
    </a>
  )
}
