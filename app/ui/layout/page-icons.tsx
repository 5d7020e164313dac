import { useCompanyLook } from './company-look.ts'

/** The company's logo, or the default mark. */
export function PageIcons() {
  const { logo } = useCompanyLook()
  if (logo !== null) {
    return (
      <>
        <link rel="icon" href={logo} type="image/png" />
        <link rel="apple-touch-icon" href={logo} />
      </>
    )
  }
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  )
}
